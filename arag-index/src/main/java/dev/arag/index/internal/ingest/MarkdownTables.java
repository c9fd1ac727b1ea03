package dev.arag.index.internal.ingest;

import dev.arag.core.text.Document.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds the tables of GitHub Flavored Markdown: a line with the names of the columns, a line of
 * hyphens with the same number of cells, and rows up to an empty line or another block. Tables in
 * quotes and in list items with an indentation of more than three spaces are not found.
 */
final class MarkdownTables {
  private static final Pattern DELIMITER_CELL = Pattern.compile("\\s*:?-+:?\\s*");

  /** A heading, a quote, a list item, or HTML. */
  private static final Pattern BLOCK =
      Pattern.compile("(#{1,6}|[-*+]|\\d{1,9}[.)])(\\s.*)?|>.*|<[a-zA-Z/!?][^|]*", Pattern.DOTALL);

  private final List<Table> tables = new ArrayList<>();
  private String above = "";
  private int aboveStart;
  private int offset = -1;
  private int body;
  private int end;

  /**
   * Adds a line that is not in a code block.
   *
   * @param content the line without indentation and without white space at its end
   * @param start the offset of the line
   * @param next the offset of the next line
   */
  void addLine(String content, int start, int next) {
    if (content.isEmpty() || isRule(content) || BLOCK.matcher(content).matches()) {
      close();
    } else if (offset >= 0) {
      end = next;
    } else if (!above.isEmpty() && isDelimiter(content) && cells(content) == cells(above)) {
      offset = aboveStart;
      body = next;
      end = next;
    } else {
      above = content;
      aboveStart = start;
    }
  }

  /** Ends the table that is open, if there is one. */
  void close() {
    if (offset >= 0) {
      tables.add(new Table(offset, body, end));
    }
    offset = -1;
    above = "";
  }

  private static boolean isRule(String content) {
    return content.length() >= 3 && MarkdownStructure.repeats(content, "-*_");
  }

  private static boolean isDelimiter(String content) {
    int start = content.charAt(0) == '|' ? 1 : 0;
    int stop = content.length() - (content.endsWith("|") ? 1 : 0);
    return content.indexOf('|') >= 0
        && start < stop
        && Arrays.stream(content.substring(start, stop).split("\\|", -1))
            .allMatch(cell -> DELIMITER_CELL.matcher(cell).matches());
  }

  /** Counts the cells of a row. An escaped bar is part of a cell. */
  private static int cells(String row) {
    int bars = 0;
    for (int i = 1; i < row.length() - 1; i++) {
      bars += row.charAt(i) == '|' && row.charAt(i - 1) != '\\' ? 1 : 0;
    }
    return bars + 1;
  }

  List<Table> tables() {
    return tables;
  }
}
