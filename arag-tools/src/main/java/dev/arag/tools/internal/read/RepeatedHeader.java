package dev.arag.tools.internal.read;

import dev.arag.core.text.Section;
import dev.arag.core.text.TableHeader;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.internal.text.SingleLine;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The header of a table, shown again above rows whose entry does not contain it. If the header is
 * long, its first lines are left out, because the names of the columns are in the last one.
 *
 * @param text the header in one line
 * @param offset the start of the text in the document, in UTF-16 units
 * @param isCut whether the text is only the start of the last line, because that line is too long
 */
public record RepeatedHeader(String text, int offset, boolean isCut) {
  private static final String MARK = "(table header, repeated) ";
  private static final int MAX_TOKENS = 150;

  /**
   * Returns the header to show above text of a section. Empty if the section is not a table, the
   * header has no text, or the text contains the header.
   *
   * @param start the start of the text in the document, in UTF-16 units
   */
  public static Optional<RepeatedHeader> above(Section section, int start) {
    return section.table().flatMap(table -> above(table, start));
  }

  private static Optional<RepeatedHeader> above(TableHeader table, int start) {
    List<String> lines = table.lines();
    if (lines.isEmpty() || start <= table.offset() + table.text().indexOf(lines.get(0))) {
      return Optional.empty();
    }
    int at = table.text().length();
    int first = lines.size();
    int tokens = 0;
    do {
      first--;
      at = table.text().lastIndexOf(lines.get(first), at - 1);
      tokens += count(lines.get(first));
    } while (first > 0 && tokens + count(lines.get(first - 1)) <= MAX_TOKENS);
    boolean isCut = tokens > MAX_TOKENS;
    String line = SingleLine.of(String.join(" ", lines.subList(first, lines.size())));
    String text = isCut ? TokenCounter.o200k().truncate(line, MAX_TOKENS).strip() : line;
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(new RepeatedHeader(text, table.offset() + at, isCut));
  }

  private static int count(String text) {
    return TokenCounter.o200k().count(text);
  }

  /** Returns the line if an observation shows a snippet as a repeated header. */
  public static Optional<String> lineIn(Observation observation, Snippet snippet) {
    String line = MARK + snippet.text();
    return Stream.of(line, line + "…")
        .filter(each -> observation.text().contains("\n" + each + "\n"))
        .findFirst();
  }

  /** Returns the line to show above the rows. */
  public String line() {
    return MARK + text + (isCut ? "…" : "");
  }

  /** The length of the text in o200k tokens. */
  public int tokens() {
    return count(text);
  }

  /**
   * Returns the text as a part of the section that contains the rows, so that an answer can quote
   * the header with the id of the rows.
   */
  public Snippet snippet(Snippet rows) {
    return new Snippet(
        rows.section(), rows.sections(), rows.location(), text, offset, tokens(), false);
  }
}
