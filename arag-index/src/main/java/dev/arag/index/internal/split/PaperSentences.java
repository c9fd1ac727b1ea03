package dev.arag.index.internal.split;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds sentences as the reference implementation of the A-RAG paper does: it splits a text at each
 * run of {@code .}, {@code !}, {@code ?} and line feeds, and drops blank parts. Here, a sentence
 * also includes the characters up to the next sentence, so that every visible character belongs to
 * a sentence. The first sentence includes the marks before it.
 */
public final class PaperSentences {
  private static final String SEPARATORS = ".!?\n";

  private PaperSentences() {}

  /**
   * Returns the sentences between two offsets, in order and without surrounding white space. If
   * there are only separators, all of them are one sentence.
   */
  public static List<Span> find(String text, int from, int to) {
    List<Integer> starts = starts(text, from, to);
    List<Span> sentences = new ArrayList<>();
    for (int i = 0; i < starts.size(); i++) {
      int start = i == 0 ? from : starts.get(i);
      int end = i + 1 < starts.size() ? starts.get(i + 1) : to;
      sentences.add(Characters.trim(text, start, end));
    }
    Span whole = Characters.trim(text, from, to);
    return starts.isEmpty() && whole.length() > 0 ? List.of(whole) : sentences;
  }

  /** Returns the start of each part that contains a visible character. */
  private static List<Integer> starts(String text, int from, int to) {
    List<Integer> starts = new ArrayList<>();
    int start = from;
    for (int at = from; at <= to; at++) {
      if (at == to || SEPARATORS.indexOf(text.charAt(at)) >= 0) {
        Span part = Characters.trim(text, start, at);
        if (part.length() > 0) {
          starts.add(part.start());
        }
        start = at + 1;
      }
    }
    return starts;
  }
}
