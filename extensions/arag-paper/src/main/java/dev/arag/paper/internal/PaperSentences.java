package dev.arag.paper.internal;

import dev.arag.core.text.Sentence;
import dev.arag.index.internal.split.Characters;
import dev.arag.index.internal.split.TextSpan;
import dev.arag.index.spi.SentenceRules;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds sentences as the reference implementation of the A-RAG paper does: it splits a text at each
 * run of {@code .}, {@code !}, {@code ?} and line feeds, in every language, and drops blank parts.
 * Here, a sentence also includes the characters up to the next sentence, so that every visible
 * character belongs to a sentence. The first sentence includes the marks before it. Each sentence
 * is embedded without the marks at its end.
 */
public final class PaperSentences implements SentenceRules {
  public static final PaperSentences INSTANCE = new PaperSentences();

  private static final String SEPARATORS = ".!?\n";

  private PaperSentences() {}

  @Override
  public String name() {
    return "paper";
  }

  @Override
  public String version() {
    return "paper rules 1";
  }

  @Override
  public String embeddedText(Sentence sentence) {
    return sentence.textWithoutEndMarks();
  }

  /** If there are only separators, all of them are one sentence. */
  @Override
  public List<Range> find(String text, int from, int to) {
    List<Integer> starts = starts(text, from, to);
    List<Range> sentences = new ArrayList<>();
    for (int i = 0; i < starts.size(); i++) {
      int start = i == 0 ? from : starts.get(i);
      int end = i + 1 < starts.size() ? starts.get(i + 1) : to;
      sentences.add(range(Characters.trim(text, start, end)));
    }
    TextSpan whole = Characters.trim(text, from, to);
    return starts.isEmpty() && whole.length() > 0 ? List.of(range(whole)) : sentences;
  }

  private static Range range(TextSpan span) {
    return new Range(span.start(), span.end());
  }

  /** Returns the start of each part that contains a visible character. */
  private static List<Integer> starts(String text, int from, int to) {
    List<Integer> starts = new ArrayList<>();
    int start = from;
    for (int at = from; at <= to; at++) {
      if (at == to || SEPARATORS.indexOf(text.charAt(at)) >= 0) {
        TextSpan part = Characters.trim(text, start, at);
        if (part.length() > 0) {
          starts.add(part.start());
        }
        start = at + 1;
      }
    }
    return starts;
  }
}
