package dev.arag.index.spi.text;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.text.Document;
import java.util.List;
import java.util.Optional;

/**
 * Writes a table at the end of a text, in the form that all parsers share: one line for each row,
 * and {@code | } between its cells. In a cell, each run of white space and control characters
 * becomes a space, and a bar becomes {@code ¦}. Empty cells keep their place, except at the end of
 * a row. Rows without text are left out. Not thread-safe.
 */
public final class TableText {
  private static final char BAR = '|';
  private static final char BROKEN_BAR = '¦';

  private final StringBuilder text;
  private final int offset;
  private int body;
  private boolean hasRows;

  /**
   * Begins a table.
   *
   * @param text the text of the document so far, which is empty or ends with a line break
   */
  public TableText(StringBuilder text) {
    this.text = requireNonNull(text, "text");
    offset = text.length();
    body = offset;
  }

  /**
   * Adds a line of the header: the title or the units of the table, or the names of columns. Call
   * this method before {@link #row}.
   *
   * @param cells the cells in reading order; a cell that covers several columns is followed by
   *     empty cells
   */
  public void header(List<String> cells) {
    if (hasRows) {
      throw new IllegalStateException("The header of a table precedes its rows.");
    }
    write(cells);
    body = text.length();
  }

  /** Adds a row below the header, as {@link #header} adds a line. */
  public void row(List<String> cells) {
    hasRows |= write(cells);
  }

  private boolean write(List<String> cells) {
    int start = text.length();
    int end = start;
    for (int i = 0; i < cells.size(); i++) {
      if (i > 0) {
        text.append(text.length() == start ? "| " : " | ");
      }
      int from = text.length();
      append(cells.get(i));
      end = text.length() > from ? text.length() : end;
    }
    text.setLength(end);
    if (end > start) {
      text.append('\n');
    }
    return end > start;
  }

  private void append(String cell) {
    int from = text.length();
    boolean isSpace = false;
    for (int i = 0; i < cell.length(); i++) {
      char unit = cell.charAt(i);
      if (CharacterClass.isWhiteSpace(unit) || Character.isISOControl(unit)) {
        isSpace = text.length() > from;
      } else {
        text.append(isSpace ? " " : "").append(unit == BAR ? BROKEN_BAR : unit);
        isSpace = false;
      }
    }
  }

  /** Ends the table. Empty if no row has text. */
  public Optional<Document.Table> end() {
    return text.length() == offset
        ? Optional.empty()
        : Optional.of(new Document.Table(offset, body, text.length()));
  }
}
