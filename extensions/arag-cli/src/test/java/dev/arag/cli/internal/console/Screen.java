package dev.arag.cli.internal.console;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A terminal with 80 columns and many rows, for the control sequences that the command writes. */
public final class Screen {
  private static final int COLUMNS = 80;
  private static final Pattern PART =
      Pattern.compile("\u001b\\[(\\d*)([AJ])|[^\u001b]", Pattern.DOTALL);

  private final List<StringBuilder> rows = new ArrayList<>(List.of(new StringBuilder()));
  private int row;
  private int column;

  private Screen() {}

  /** Returns what a user sees after a text was written. */
  public static String of(String written) {
    Screen screen = new Screen();
    Matcher part = PART.matcher(written);
    int end = 0;
    while (part.find()) {
      if (part.start() != end) {
        throw new AssertionError("unknown control sequence after " + written.substring(0, end));
      }
      end = part.end();
      screen.write(part);
    }
    return String.join("\n", screen.rows.stream().map(line -> line.toString().strip()).toList());
  }

  private void write(Matcher part) {
    if ("A".equals(part.group(2))) {
      row -= Integer.parseInt(part.group(1));
    } else if ("J".equals(part.group(2))) {
      rows.subList(row + 1, rows.size()).clear();
      rows.get(row).setLength(column);
    } else if (part.group().equals("\r")) {
      column = 0;
    } else if (part.group().equals("\n")) {
      nextRow();
    } else {
      put(part.group());
    }
  }

  private void put(String character) {
    if (column == COLUMNS) {
      nextRow();
    }
    StringBuilder line = rows.get(row);
    line.replace(column, Math.min(line.length(), column + 1), character);
    column++;
  }

  private void nextRow() {
    row++;
    column = 0;
    if (row == rows.size()) {
      rows.add(new StringBuilder());
    }
  }
}
