package dev.arag.index.internal.split;

import dev.arag.core.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;

/** Finds the sentences in ranges of one text. Not thread-safe. */
public final class SentenceFinder {
  /** The length of the windows in which long paragraphs are read, in UTF-16 units. */
  private static final int WINDOW = 20_000;

  private final String text;
  private final DocumentLanguages languages;
  private final OpenNlpModels models = new OpenNlpModels();
  private final LongSentences longSentences;

  public SentenceFinder(String text, DocumentLanguages languages, TokenCounter counter) {
    this.text = text;
    this.languages = languages;
    this.longSentences = new LongSentences(text, counter);
  }

  /** Returns the sentences between two offsets, in order and without surrounding white space. */
  public List<TextSpan> find(int from, int to) {
    List<TextSpan> sentences = new ArrayList<>();
    for (TextSpan paragraph : Paragraphs.find(text, from, to)) {
      addParagraph(paragraph, sentences);
    }
    return sentences;
  }

  /** Returns a line as one sentence regardless of punctuation, or its parts if it is too long. */
  public List<TextSpan> findInLine(int from, int to) {
    TextSpan line = Characters.trim(text, from, to);
    return line.length() == 0 ? List.of() : longSentences.cut(line);
  }

  /** Returns the parts of each row of a table between two offsets. Most rows have one part. */
  public List<List<TextSpan>> findRows(int from, int to) {
    return Paragraphs.rows(text, from, to).stream().map(longSentences::cutRow).toList();
  }

  private void addParagraph(TextSpan paragraph, List<TextSpan> sentences) {
    int start = paragraph.start();
    while (paragraph.end() - start > WINDOW) {
      start = addWindow(start, start + WINDOW, sentences);
    }
    OffsetList ends = ends(start, paragraph.end());
    addSentences(new TextSpan(start, paragraph.end()), ends, sentences);
  }

  private OffsetList ends(int start, int end) {
    return BoundaryRules.ends(new TextScanner(text, start, end), languages, models);
  }

  /** Adds the sentences that end inside the window. Returns the start of the next sentence. */
  private int addWindow(int start, int end, List<TextSpan> sentences) {
    OffsetList ends = ends(start, end);
    int last = ends.size() == 0 ? spaceBefore(end) : ends.last(end);
    addSentences(new TextSpan(start, last), ends, sentences);
    return last;
  }

  /**
   * Returns the offset at which to end a window that contains no sentence end. This is white space
   * in the second half of the window, if there is any.
   */
  private int spaceBefore(int end) {
    for (int i = end; i > end - WINDOW / 2; i--) {
      if (Characters.isSpace(text.charAt(i))) {
        return i;
      }
    }
    return Characters.splitsPair(text, end) ? end - 1 : end;
  }

  private void addSentences(TextSpan range, OffsetList ends, List<TextSpan> sentences) {
    int start = range.start();
    for (int i = 0; i < ends.size(); i++) {
      int end = ends.get(i);
      sentences.addAll(findInLine(start, end));
      start = end;
    }
    sentences.addAll(findInLine(start, range.end()));
  }
}
