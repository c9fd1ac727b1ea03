package dev.arag.index.internal.ingest;

import dev.arag.core.text.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds headings in text without markup. A block is a run of non-blank lines.
 *
 * <p>The first line of a block is a heading if it is short, does not end with punctuation, is not a
 * wrapped line, and is followed by text. A line that ends with a full stop, a question mark or an
 * exclamation mark is a heading if the text below repeats it, or if its words are capitalized and
 * the text below is much longer. In plain text a block of one short line without final punctuation
 * is a heading if the next block is a much longer text.
 *
 * <p>Ready-made chunks and records often have the form "title, line break, text". In them the first
 * of exactly two lines is also a heading if the second is much longer.
 */
public final class PlainHeadings {
  /** A line of at least this length counts as text even if it does not end with punctuation. */
  private static final int MIN_TEXT = 60;

  /** The minimum width of a block whose lines may be wrapped. */
  private static final int MIN_WRAP_WIDTH = 40;

  /** Text is much longer than a line if its length is at least this multiple. */
  private static final int MUCH_LONGER = 3;

  /** More single lines in succession, such as verses or list items, have no heading. */
  private static final int MAX_SINGLE_LINES = 3;

  private final List<List<TitleLine>> blocks = new ArrayList<>();

  private PlainHeadings(String text, int from, int to) {
    List<TitleLine> lines = new ArrayList<>();
    for (int start = from; start < to; ) {
      int next = TextLines.next(text, start, to);
      TitleLine line = TitleLine.of(text, start, next);
      if (line.length() > 0) {
        lines.add(line);
      } else {
        close(lines);
      }
      start = next;
    }
    close(lines);
  }

  private void close(List<TitleLine> lines) {
    if (!lines.isEmpty()) {
      blocks.add(List.copyOf(lines));
      lines.clear();
    }
  }

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

  /** Returns the blocks of plain text between two offsets, in order. */
  public static List<Block> find(String text, int from, int to) {
    return new PlainHeadings(text, from, to).plainBlocks();
  }

  /**
   * Returns the blocks of a ready-made chunk, in order. A chunk that consists of two single lines
   * is one block if its first line is a heading.
   */
  public static List<Block> findInChunk(String text) {
    return new PlainHeadings(text, 0, text.length()).chunkBlocks();
  }

  /** Returns the blocks below the title of a ready-made chunk, in order. */
  public static List<Block> findInParagraphs(String text, int from) {
    return new PlainHeadings(text, from, text.length())
        .blocks.stream().map(lines -> block(lines.get(0), isHeading(lines))).toList();
  }

  /**
   * Returns the blocks of a record without a title. A record of two lines is like a ready-made
   * chunk.
   */
  public static List<Block> findInRecord(String text) {
    PlainHeadings headings = new PlainHeadings(text, 0, text.length());
    int lines = headings.blocks.stream().mapToInt(List::size).sum();
    return lines == 2 ? headings.chunkBlocks() : headings.plainBlocks();
  }

  private List<Block> plainBlocks() {
    List<Block> found = new ArrayList<>();
    int singleLines = 0;
    for (int i = 0; i < blocks.size(); i++) {
      TitleLine first = blocks.get(i).get(0);
      boolean isSingle = blocks.get(i).size() == 1;
      singleLines = isSingle && !first.isClosed() ? singleLines + 1 : 0;
      boolean isAbove =
          isSingle
              && singleLines <= MAX_SINGLE_LINES
              && i + 1 < blocks.size()
              && isAbove(first, blocks.get(i + 1));
      found.add(block(first, isAbove || isHeading(blocks.get(i))));
    }
    return found;
  }

  private List<Block> chunkBlocks() {
    if (blocks.size() == 2
        && blocks.get(0).size() + blocks.get(1).size() == 2
        && isAbove(blocks.get(0).get(0), blocks.get(1))) {
      return List.of(block(blocks.get(0).get(0), true));
    }
    return blocks.stream()
        .map(lines -> block(lines.get(0), isHeading(lines) || isTitleAndText(lines)))
        .toList();
  }

  private static Block block(TitleLine first, boolean isHeading) {
    return new Block(first.start(), isHeading ? Optional.of(first.content()) : Optional.empty());
  }

  private static boolean isHeading(List<TitleLine> lines) {
    TitleLine first = lines.get(0);
    if (lines.size() < 2 || !first.isShort() || !first.hasTitleStart()) {
      return false;
    }
    List<TitleLine> below = lines.subList(1, lines.size());
    if (first.isClosed()) {
      boolean isTitle = !first.announcesText() && first.isCapitalized();
      return first.isRepeatedBy(below.get(0)) || (isTitle && isMuchLonger(first, below));
    }
    return hasText(below) && !isWrapped(lines);
  }

  /** Returns whether a single line is the heading of the next block. */
  private static boolean isAbove(TitleLine line, List<TitleLine> next) {
    if (!line.isShort() || !line.hasTitleStart()) {
      return false;
    }
    return line.isClosed()
        ? line.isRepeatedBy(next.get(0))
        : line.hasLetter()
            && !line.startsInLowerCase()
            && !next.get(0).startsInLowerCase()
            && hasText(next)
            && isMuchLonger(line, next);
  }

  private static boolean isTitleAndText(List<TitleLine> lines) {
    TitleLine first = lines.get(0);
    return lines.size() == 2
        && first.isTitleLength()
        && first.hasTitleStart()
        && !first.startsInLowerCase()
        && !first.announcesText()
        && isMuchLonger(first, lines.subList(1, 2));
  }

  private static boolean isMuchLonger(TitleLine line, List<TitleLine> lines) {
    int length = lines.stream().mapToInt(TitleLine::length).sum();
    return length >= MUCH_LONGER * line.length();
  }

  private static boolean hasText(List<TitleLine> lines) {
    for (TitleLine line : lines) {
      if (line.isClosed() || line.length() >= MIN_TEXT) {
        return !line.hasMarker() || line.length() >= MIN_TEXT;
      }
    }
    return false;
  }

  /**
   * Returns whether the second line continues the first line. This is the case if the first word of
   * the second line did not fit on the first line, or if the second line begins in lower case.
   */
  private static boolean isWrapped(List<TitleLine> lines) {
    TitleLine first = lines.get(0);
    TitleLine second = lines.get(1);
    int width = lines.stream().mapToInt(TitleLine::length).max().orElse(0);
    boolean isFull = first.length() + 1 + second.firstWordLength() > width;
    boolean goesOn = second.startsInLowerCase() && second.length() < MUCH_LONGER * first.length();
    return (isFull && width >= MIN_WRAP_WIDTH) || goesOn;
  }
}
