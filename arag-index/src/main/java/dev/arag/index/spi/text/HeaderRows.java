package dev.arag.index.spi.text;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Finds the header of a table whose file does not mark one. A header has a title and units, in one
 * cell each, and names of columns: text, or years and dates over numbers. The first row with a
 * value ends it.
 */
public final class HeaderRows {
  /** The maximum number of rows with names of columns. */
  private static final int MAX_ROWS = 6;

  /** The maximum number of title lines above the names of columns. */
  public static final int MAX_TITLES = 3;

  /** The maximum length of a value, in UTF-16 units. */
  private static final int MAX_VALUE = 40;

  private static final Pattern DATE =
      Pattern.compile(
          "(19|20)\\p{Nd}{2}|\\p{Nd}{1,4}[-/.](\\p{Nd}{1,2}|\\p{L}{3})[-/.]\\p{Nd}{1,4}");

  /** A number with signs, a currency sign or a short unit; or a sign for "no value". */
  private static final Pattern VALUE =
      Pattern.compile(
          "[^\\p{L}\\p{Nd}]*+\\p{Nd}[\\p{Nd}.,:'\\s\\u00A0\\u202F]*+[^\\p{L}\\p{Nd}]*+"
              + "\\p{L}{0,3}+[^\\p{L}\\p{Nd}]*+|[-–—]+|[nN]/[aA]");

  private final List<List<String>> rows;
  private final int columns;

  private HeaderRows(List<List<String>> rows) {
    this.rows = rows;
    columns = rows.stream().mapToInt(List::size).max().orElse(0);
  }

  /**
   * Returns the number of rows that are the header; 0 if there is none.
   *
   * @param rows the first rows of the table, each with text; blank cells are empty strings
   */
  public static int count(List<List<String>> rows) {
    return new HeaderRows(rows).count();
  }

  /** Returns the number of cells that have text. */
  public static long filled(List<String> row) {
    return row.stream().filter(cell -> !cell.isBlank()).count();
  }

  /** Returns the number of rows at the start that have one cell, which is text. */
  private int titles() {
    int titles = 0;
    while (titles < Math.min(rows.size(), MAX_TITLES) && isTitle(rows.get(titles))) {
      titles++;
    }
    return titles;
  }

  private static boolean isTitle(List<String> row) {
    return filled(row) < 2 && !hasValue(row);
  }

  private int count() {
    int titles = titles();
    int end = titles;
    while (end < Math.min(rows.size(), titles + MAX_ROWS) && isHeader(titles, end)) {
      end++;
    }
    return rows.subList(end, rows.size()).stream().anyMatch(HeaderRows::hasValue) ? end : 0;
  }

  /** Whether a row continues the header that begins after the titles. */
  private boolean isHeader(int titles, int index) {
    List<String> row = rows.get(index);
    if (hasPlainValue(row) || (hasValue(row) && !isOverValues(index))) {
      return false;
    }
    return index == titles || row.get(0).isBlank() || !(isTitle(row) || isComplete(titles, index));
  }

  private boolean isComplete(int from, int to) {
    return IntStream.range(1, columns)
        .allMatch(column -> rows.subList(from, to).stream().anyMatch(row -> has(row, column)));
  }

  private static boolean has(List<String> row, int column) {
    return column < row.size() && !row.get(column).isBlank();
  }

  /** Whether the years and dates of a row are names of columns: numbers are below all of them. */
  private boolean isOverValues(int index) {
    List<String> row = rows.get(index);
    boolean isOver = row.get(0).isBlank() || row.stream().filter(HeaderRows::isValue).count() > 1;
    for (int column = 0; column < row.size() && isOver; column++) {
      isOver = !isValue(row.get(column)) || hasPlainValueBelow(index, column);
    }
    return isOver;
  }

  private boolean hasPlainValueBelow(int index, int column) {
    int next = column + 1;
    while (next < columns && !has(rows.get(index), next)) {
      next++;
    }
    int end = next;
    return rows.subList(index + 1, rows.size()).stream()
        .map(row -> row.subList(Math.min(column, row.size()), Math.min(end, row.size())))
        .anyMatch(HeaderRows::hasPlainValue);
  }

  /** Returns whether a cell is a number, a date or a sign for "no value". */
  public static boolean hasValue(List<String> cells) {
    return cells.stream().anyMatch(HeaderRows::isValue);
  }

  private static boolean hasPlainValue(List<String> cells) {
    return cells.stream().anyMatch(cell -> isValue(cell) && !DATE.matcher(cell.strip()).matches());
  }

  private static boolean isValue(String cell) {
    String text = cell.strip();
    return text.length() <= MAX_VALUE
        && (DATE.matcher(text).matches() || VALUE.matcher(text).matches());
  }
}
