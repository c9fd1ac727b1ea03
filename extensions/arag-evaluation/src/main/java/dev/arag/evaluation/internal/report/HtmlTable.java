package dev.arag.evaluation.internal.report;

import dev.arag.agent.answer.Markup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table that scrolls within its own area if the window is narrow. All texts are escaped. The
 * first cell of each row is its header.
 */
final class HtmlTable {
  private final String caption;
  private final List<String> heads;
  private final int textColumns;
  private final List<List<Cell>> rows = new ArrayList<>();

  HtmlTable(String caption, List<String> heads) {
    this(caption, heads, 1);
  }

  /**
   * @param textColumns the number of first columns that contain text, not numbers
   */
  HtmlTable(String caption, List<String> heads, int textColumns) {
    this.caption = caption;
    this.heads = List.copyOf(heads);
    this.textColumns = textColumns;
  }

  /**
   * A cell.
   *
   * @param detail a second line in smaller letters; empty if there is none
   */
  record Cell(String text, String detail) {
    static Cell of(String text) {
      return new Cell(text, "");
    }
  }

  HtmlTable row(String... texts) {
    return row(Arrays.stream(texts).map(Cell::of).toList());
  }

  HtmlTable row(List<Cell> cells) {
    rows.add(List.copyOf(cells));
    return this;
  }

  /** Returns the table without the columns that contain no value, except the first column. */
  String html() {
    List<Integer> columns = new ArrayList<>(List.of(0));
    for (int i = 1; i < heads.size(); i++) {
      if (hasValue(i)) {
        columns.add(i);
      }
    }
    StringBuilder out = new StringBuilder();
    out.append("<figure>\n<figcaption>").append(escape(caption)).append("</figcaption>\n");
    out.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
    out.append(escape(caption)).append("\">\n<table>\n<thead>\n<tr>");
    columns.forEach(
        i ->
            out.append("<th scope=\"col\"")
                .append(classOf(i))
                .append(escape(heads.get(i)))
                .append("</th>"));
    out.append("</tr>\n</thead>\n<tbody>\n");
    rows.forEach(row -> row(out, row, columns));
    return out.append("</tbody>\n</table>\n</div>\n</figure>\n").toString();
  }

  private boolean hasValue(int column) {
    return rows.stream().anyMatch(row -> !row.get(column).text().equals(Figures.NOT_MEASURED));
  }

  private String classOf(int column) {
    return column < textColumns ? " class=\"text\">" : ">";
  }

  private void row(StringBuilder out, List<Cell> row, List<Integer> columns) {
    out.append("<tr>");
    for (int i : columns) {
      Cell cell = row.get(i);
      out.append(i == 0 ? "<th scope=\"row\">" : "<td" + classOf(i)).append(escape(cell.text()));
      if (!cell.detail().isEmpty()) {
        out.append("<span class=\"interval\">").append(escape(cell.detail())).append("</span>");
      }
      out.append(i == 0 ? "</th>" : "</td>");
    }
    out.append("</tr>\n");
  }

  private static String escape(String text) {
    return Markup.HTML.escape(text);
  }
}
