package dev.arag.cli.internal;

import java.util.ArrayList;
import java.util.List;

/** Updates the results table in docs/live.md. */
final class LiveResultsTable {
  static final String NOT_YET = "Not yet run with a live model.";
  private static final String HEAD = "| model |";

  private LiveResultsTable() {}

  /**
   * Returns the page after adding the row of a model or replacing the existing row of the model.
   */
  static String with(String page, String row) {
    String model = row.substring(0, row.indexOf('|', 1) + 1);
    List<String> lines =
        new ArrayList<>(page.lines().filter(each -> !each.equals(NOT_YET)).toList());
    lines.removeIf(each -> each.startsWith(model) && !each.startsWith(HEAD));
    int head = 0;
    while (head < lines.size() && !lines.get(head).startsWith(HEAD)) {
      head++;
    }
    if (head == lines.size()) {
      throw new IllegalArgumentException("There is no table in the page.");
    }
    lines.add(head + 2, row);
    return String.join("\n", lines) + "\n";
  }
}
