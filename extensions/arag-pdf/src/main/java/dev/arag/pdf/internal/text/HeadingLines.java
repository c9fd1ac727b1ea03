package dev.arag.pdf.internal.text;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.pdf.internal.layout.FontSizes;
import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.TextLine;
import dev.arag.pdf.internal.layout.Word;
import dev.arag.pdf.internal.table.PageTable;
import dev.arag.pdf.internal.text.HeadingText.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which lines look like headings: short lines of their own that are larger or bolder than
 * the text, numbered, or in upper case. A missing heading costs less than a wrong one, so every
 * doubt decides against a heading.
 */
final class HeadingLines {
  private static final int MAX_LINES = 3;

  /** The size from which a line is larger than the text, in sizes of the text. */
  private static final float LARGER = 1.15f;

  private static final float SMALLER = 0.95f;

  /** A longer line in normal weight is text, in UTF-16 units. */
  private static final int MAX_PLAIN = 90;

  /** A longer bold line is a sentence unless it is written like a title, in UTF-16 units. */
  private static final int MAX_SENTENCE = 70;

  /** The space between two words that separates columns of a table, in font sizes. */
  private static final float COLUMN_SPACE = 2;

  /** If a page has more headings in normal size, in one of this number of lines, it is a form. */
  private static final int FORM_HEADINGS = 8;

  private static final int FORM_SHARE = 3;

  /** The number of lines above and below that may be beside a heading. */
  private static final int NEIGHBOURS = 20;

  /** The number of lines of a table that may be headings. */
  private static final int MAX_RELEASED = 4;

  private static final Comparator<TextLine> FROM_TOP = Comparator.comparingDouble(TextLine::top);

  private final Set<TextLine> tables;

  /** Lines of tables that may be headings. */
  private final Set<TextLine> released = new HashSet<>();

  private final Paragraphs usual;
  private final float usualSize;
  private final boolean usuallyBold;

  private HeadingLines(
      Set<TextLine> tables, Paragraphs usual, float usualSize, boolean usuallyBold) {
    this.tables = tables;
    this.usual = usual;
    this.usualSize = usualSize;
    this.usuallyBold = usuallyBold;
  }

  static HeadingLines of(List<PageContent> pages, Set<TextLine> tables) {
    FontSizes sizes = new FontSizes();
    long bold = 0;
    long all = 0;
    for (PageContent page : pages) {
      for (TextLine line : page.lines()) {
        if (!tables.contains(line)) {
          sizes.add(line);
          all += line.text().length();
          bold += isBold(line) ? line.text().length() : 0;
        }
      }
    }
    return new HeadingLines(tables, Paragraphs.of(pages), sizes.usual(), 2 * bold > all);
  }

  static boolean isBold(TextLine line) {
    return hasLettersOnly(line, Word::bold);
  }

  private static boolean isItalic(TextLine line) {
    return hasLettersOnly(line, Word::italic);
  }

  private static boolean hasLettersOnly(TextLine line, Predicate<Word> style) {
    List<Word> words = line.words().stream().filter(HeadingLines::hasLetters).toList();
    return !words.isEmpty() && words.stream().allMatch(style);
  }

  private static boolean hasLetters(Word word) {
    return word.text().codePoints().anyMatch(CharacterClass::isLetter);
  }

  /**
   * Returns the tables of a page without the headings at their beginnings, such as the title of a
   * note above its only table.
   */
  List<PageTable> release(PageContent page, List<PageTable> found, Map<TextLine, ?> known) {
    for (PageTable table : found) {
      int end = Math.min(table.lastLine() + 1, table.firstLine() + MAX_RELEASED);
      released.addAll(page.lines().subList(table.firstLine(), end));
    }
    int[] counts = counts(page, known);
    List<PageTable> rests = new ArrayList<>();
    for (PageTable table : found) {
      PageTable rest = table;
      int first = table.firstLine();
      int end = Math.min(table.lastLine(), first + MAX_RELEASED);
      while (rest.firstLine() == first && first < end && counts[first] > 0) {
        List<TextLine> heading = page.lines().subList(first, first + counts[first]);
        rest = rest.without(heading).orElse(rest);
        first += heading.size();
      }
      page.lines().subList(table.firstLine(), rest.firstLine()).forEach(tables::remove);
      rests.add(rest);
    }
    released.clear();
    return rests;
  }

  /**
   * Returns, for each line of a page, the number of lines of the heading that begins there; 0 if
   * none does.
   */
  int[] counts(PageContent page, Map<TextLine, ?> known) {
    List<TextLine> lines = page.lines();
    Paragraphs paragraphs = usual.on(page);
    float edge = (float) lines.stream().mapToDouble(TextLine::right).max().orElse(0);
    List<TextLine> byTop = new ArrayList<>(lines);
    byTop.sort(FROM_TOP);
    int[] counts = new int[lines.size()];
    int normal = 0;
    for (int i = 0; i < counts.length; ) {
      boolean below = i > 0 && (counts[i - 1] != 0 || known.containsKey(lines.get(i - 1)));
      int count = known.containsKey(lines.get(i)) ? 0 : count(lines, i, paragraphs, edge, below);
      count = count > 0 && hasNeighbour(lines, i, count, byTop) ? 0 : count;
      for (int j = 1; j < count; j++) {
        counts[i + j] = -1;
      }
      counts[i] = count;
      normal += count > 0 && !isLarger(lines.get(i)) ? 1 : 0;
      i += Math.max(1, count);
    }
    if (normal > FORM_HEADINGS && normal * FORM_SHARE > counts.length) {
      keepLarger(lines, counts);
    }
    return counts;
  }

  /** Whether another line of a table or a form is beside the heading. */
  private static boolean hasNeighbour(
      List<TextLine> lines, int i, int count, List<TextLine> byTop) {
    List<TextLine> heading = lines.subList(i, i + count);
    TextLine first = heading.get(0);
    TextLine last = heading.get(count - 1);
    int at = Collections.binarySearch(byTop, first, FROM_TOP);
    int from = Math.max(0, at - NEIGHBOURS);
    int to = Math.min(byTop.size(), at + NEIGHBOURS + 1);
    return byTop.subList(from, to).stream()
        .filter(line -> !heading.contains(line) && !isProse(line))
        .anyMatch(
            line ->
                Math.min(line.bottom(), last.bottom()) - Math.max(line.top(), first.top())
                    > first.fontSize() / 4);
  }

  private void keepLarger(List<TextLine> lines, int[] counts) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] = isLarger(lines.get(i)) ? counts[i] : 0;
    }
  }

  private int count(
      List<TextLine> lines, int i, Paragraphs paragraphs, float edge, boolean isBelowHeading) {
    TextLine first = lines.get(i);
    TextLine above = i == 0 ? null : lines.get(i - 1);
    if (isInTable(first)
        || !(isBelowHeading || isApart(above, first, paragraphs))
        || hasColumns(first)) {
      return 0;
    }
    int end = i + 1;
    while (end < lines.size() && isContinued(lines, i, end, paragraphs, edge)) {
      end++;
    }
    TextLine next = end == lines.size() ? null : lines.get(end);
    String text = String.join(" ", lines.subList(i, end).stream().map(TextLine::text).toList());
    boolean isHeading =
        end - i <= MAX_LINES
            && isHeading(first, lines.get(end - 1), next, text, paragraphs)
            && !HeadingText.isSignature(above == null ? "" : above.text())
            && !HeadingText.isSignature(next == null ? "" : next.text());
    return isHeading ? end - i : 0;
  }

  private boolean isInTable(TextLine line) {
    return tables.contains(line) && !released.contains(line);
  }

  /** Whether a gap or a column separates a line from the line above. */
  private static boolean isApart(@Nullable TextLine above, TextLine line, Paragraphs paragraphs) {
    return above == null || Paragraphs.isNextColumn(above, line) || paragraphs.isGap(above, line);
  }

  /** Whether the line {@code at} belongs to the same heading as the line {@code first}. */
  private boolean isContinued(
      List<TextLine> lines, int first, int at, Paragraphs paragraphs, float edge) {
    TextLine above = lines.get(at - 1);
    TextLine line = lines.get(at);
    return at - first <= MAX_LINES
        && !isInTable(line)
        && !isApart(above, line, paragraphs)
        && isBold(above) == isBold(line)
        && Math.abs(above.fontSize() - line.fontSize()) < 1
        && (isFull(above, line, edge) || isCentred(above, line))
        && HeadingText.of(line.text()).kind() == Kind.PLAIN
        && line.text().charAt(0) != '(';
  }

  private static boolean isFull(TextLine above, TextLine line, float edge) {
    Word word = line.words().get(0);
    return above.right() + word.right() - word.left() + above.fontSize() / 2 > edge;
  }

  private static boolean isCentred(TextLine above, TextLine line) {
    float difference = above.left() + above.right() - line.left() - line.right();
    return Math.abs(difference) < above.fontSize()
        && Math.abs(above.left() - line.left()) > above.fontSize() / 2;
  }

  private boolean isLarger(TextLine line) {
    return line.fontSize() >= LARGER * usualSize;
  }

  private boolean isHeading(
      TextLine first, TextLine last, @Nullable TextLine next, String text, Paragraphs paragraphs) {
    HeadingText form = HeadingText.of(text);
    boolean isApart = next == null || isApart(last, next, paragraphs);
    boolean isAboveText = isApart && next != null && isProse(next);
    boolean nextBold = next != null && isBold(next);
    boolean nextItalic = next != null && isItalic(next);
    if (!(form.isTitle() || (form.isSentence() && isAboveText && isBold(first) && !nextBold))
        || first.fontSize() < SMALLER * usualSize
        || isRow(last, next)) {
      return false;
    }
    if (isLarger(first)) {
      return true;
    }
    boolean isShort = text.length() <= MAX_SENTENCE || form.isUpperCase() || isTitleCase(text);
    if (isBold(first) && !usuallyBold) {
      boolean isPart =
          next == null || isApart || !nextBold || tables.contains(next) || isNumbered(form, next);
      return isPart && (isShort || form.isSentence());
    }
    if (isItalic(first)) {
      return isShort && isAboveText && !nextItalic && text.length() <= MAX_PLAIN;
    }
    boolean isMarked =
        form.isUpperCase() || (form.kind() != Kind.PLAIN && form.depth() != 1 && isTitleCase(text));
    return isMarked && isAboveText && text.length() <= MAX_PLAIN;
  }

  private static boolean isNumbered(HeadingText form, TextLine next) {
    return form.kind() != Kind.PLAIN || HeadingText.of(next.text()).kind() != Kind.PLAIN;
  }

  /** Whether the next line is in the same row, or is a row of numbers close below. */
  private boolean isRow(TextLine last, @Nullable TextLine next) {
    if (next == null) {
      return false;
    }
    boolean sameRow = Math.abs(next.bottom() - last.bottom()) < last.fontSize() / 2;
    return sameRow
        || (hasColumns(next) && numbers(next) >= 1 && next.top() - last.bottom() < last.fontSize());
  }

  private static int numbers(TextLine line) {
    return (int)
        line.words().stream()
            .filter(word -> word.text().codePoints().anyMatch(CharacterClass::isDigit))
            .filter(word -> word.text().codePoints().noneMatch(CharacterClass::isLetter))
            .count();
  }

  /** Whether a wide space separates words, other than after a number such as {@code Item 7.} */
  private static boolean hasColumns(TextLine line) {
    List<Word> words = line.words();
    StringBuilder before = new StringBuilder(words.get(0).text());
    for (int i = 1; i < words.size(); i++) {
      boolean wide =
          words.get(i).left() - words.get(i - 1).right() > COLUMN_SPACE * line.fontSize();
      if (wide && (i > 3 || HeadingText.of(before + " X").kind() == Kind.PLAIN)) {
        return true;
      }
      if (i <= 3) {
        before.append(' ').append(words.get(i).text());
      }
    }
    return false;
  }

  private static boolean isTitleCase(String text) {
    int upper = 0;
    int lower = 0;
    for (String word : text.split(" ")) {
      if (word.length() > 3 && CharacterClass.isLetter(word.codePointAt(0))) {
        boolean isLower = CharacterClass.isLowerCase(word.codePointAt(0));
        upper += isLower ? 0 : 1;
        lower += isLower ? 1 : 0;
      }
    }
    return upper > lower;
  }

  private static boolean isProse(TextLine line) {
    long lower = line.text().codePoints().filter(CharacterClass::isLowerCase).count();
    return lower >= 25 && !hasColumns(line);
  }
}
