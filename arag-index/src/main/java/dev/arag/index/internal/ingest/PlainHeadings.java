package dev.arag.index.internal.ingest;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.text.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds headings in plain text. A block is a run of non-blank lines. Its first line is a heading if
 * it is short, does not end with punctuation, is not a wrapped line, and is followed by text.
 */
public final class PlainHeadings {
  private static final int MAX_LENGTH = 100;

  /** A line of at least this length counts as text even if it does not end with punctuation. */
  private static final int MIN_TEXT = 60;

  /** The minimum width of a block whose lines may be wrapped. */
  private static final int MIN_WRAP_WIDTH = 40;

  private static final String FINAL_MARKS = ".!?:;,…‽。！？：；，、؟،؛।";
  private static final String MARKERS = "-*+•‣◦▪·–—>|#<`={}[";

  private PlainHeadings() {}

  /**
   * A block of text.
   *
   * @param offset the start of the first line
   * @param title the heading of the block, if there is one
   */
  public record Block(int offset, Optional<String> title) {
    public void markIn(Document.Builder document, String heading) {
      document.heading(offset, List.of(heading));
    }
  }

  private record Line(int start, int end) {
    int length() {
      return end - start;
    }
  }

  /** Returns the blocks between two offsets, in order. */
  public static List<Block> find(String text, int from, int to) {
    List<Block> blocks = new ArrayList<>();
    List<Line> lines = new ArrayList<>();
    for (int start = from; start < to; ) {
      int next = TextLines.next(text, start, to);
      Line line = trim(text, start, next);
      if (line.length() > 0) {
        lines.add(line);
      } else {
        addBlock(text, lines, blocks);
      }
      start = next;
    }
    addBlock(text, lines, blocks);
    return blocks;
  }

  private static Line trim(String text, int from, int to) {
    int start = from;
    int end = to;
    while (start < end && CharacterClass.isWhiteSpace(text.charAt(start))) {
      start++;
    }
    while (end > start && CharacterClass.isWhiteSpace(text.charAt(end - 1))) {
      end--;
    }
    return new Line(start, end);
  }

  private static void addBlock(String text, List<Line> lines, List<Block> blocks) {
    if (!lines.isEmpty()) {
      Line first = lines.get(0);
      Optional<String> title =
          isHeading(text, lines)
              ? Optional.of(text.substring(first.start(), first.end()))
              : Optional.empty();
      blocks.add(new Block(first.start(), title));
      lines.clear();
    }
  }

  private static boolean isHeading(String text, List<Line> lines) {
    Line first = lines.get(0);
    if (lines.size() < 2 || first.length() > MAX_LENGTH || !looksLikeTitle(text, first)) {
      return false;
    }
    Line second = lines.get(1);
    boolean closed = FINAL_MARKS.indexOf(text.charAt(first.end() - 1)) >= 0;
    return closed ? repeats(text, first, second) : hasText(text, lines) && !isWrapped(text, lines);
  }

  private static boolean looksLikeTitle(String text, Line line) {
    boolean marked = MARKERS.indexOf(text.charAt(line.start())) >= 0;
    return (!marked || isEllipsis(text, line)) && hasLetter(text, line);
  }

  private static boolean isEllipsis(String text, Line line) {
    return text.startsWith("...", line.start());
  }

  private static boolean hasLetter(String text, Line line) {
    return text.substring(line.start(), line.end())
        .codePoints()
        .anyMatch(CharacterClass::isWordPart);
  }

  /**
   * Returns whether the second line begins with the words of the first line. The text of an article
   * often repeats its title in this way.
   */
  private static boolean repeats(String text, Line first, Line second) {
    int end = first.end();
    while (end > first.start() && FINAL_MARKS.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    int length = end - first.start();
    return length > 0
        && second.length() > first.length()
        && text.regionMatches(true, second.start(), text, first.start(), length);
  }

  private static boolean hasText(String text, List<Line> lines) {
    for (Line line : lines.subList(1, lines.size())) {
      boolean closed = FINAL_MARKS.indexOf(text.charAt(line.end() - 1)) >= 0;
      if (closed || line.length() >= MIN_TEXT) {
        return MARKERS.indexOf(text.charAt(line.start())) < 0 || line.length() >= MIN_TEXT;
      }
    }
    return false;
  }

  /**
   * Returns whether the second line continues the first line. This is the case if the first word of
   * the second line did not fit on the first line, or if the second line begins in lower case.
   */
  private static boolean isWrapped(String text, List<Line> lines) {
    Line first = lines.get(0);
    Line second = lines.get(1);
    int width = lines.stream().mapToInt(Line::length).max().orElse(0);
    int word = second.start();
    while (word < second.end() && !CharacterClass.isWhiteSpace(text.charAt(word))) {
      word++;
    }
    boolean full = first.length() + 1 + (word - second.start()) > width;
    boolean goesOn = CharacterClass.isLowerCase(text.codePointAt(second.start()));
    return (full && width >= MIN_WRAP_WIDTH) || (goesOn && second.length() < 3 * first.length());
  }
}
