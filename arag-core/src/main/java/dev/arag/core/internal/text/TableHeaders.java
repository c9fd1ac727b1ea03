package dev.arag.core.internal.text;

import dev.arag.core.internal.string.LoneSurrogates;
import dev.arag.core.text.Document;
import dev.arag.core.text.TableHeader;
import dev.arag.core.token.TokenCounter;

/**
 * Limits the headers of tables. A header is stored, embedded and shown together with rows, so that
 * it must not be long.
 */
public final class TableHeaders {
  /**
   * The maximum length of a header, in o200k tokens. A longer header is cut after a line or a bar;
   * the rest of its lines are rows.
   */
  static final int MAX_TOKENS = 512;

  /** Only this many UTF-16 units are counted. */
  private static final int MAX_LENGTH = 16 * MAX_TOKENS;

  private TableHeaders() {}

  /**
   * Returns the header of a table of a text. It is empty if it contains a lone surrogate, for
   * example because it ends within a character; stores cannot encode one.
   */
  public static TableHeader of(String text, Document.Table table) {
    int start = table.offset();
    String counted = text.substring(start, Math.min(table.body(), start + MAX_LENGTH));
    String header = TokenCounter.o200k().truncate(counted, MAX_TOKENS);
    boolean isWhole = header.length() == table.body() - start;
    int end = LoneSurrogates.isIn(header) ? 0 : isWhole ? header.length() : lastEnd(header);
    return new TableHeader(start, header.substring(0, end));
  }

  private static int lastEnd(String header) {
    int last = Math.max(header.lastIndexOf('\n'), header.lastIndexOf('\r'));
    return Math.max(last, header.lastIndexOf('|')) + 1;
  }
}
