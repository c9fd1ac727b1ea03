package dev.arag.core.text;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.fold.CharacterClass;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The header of a table: the lines with the title, the units and the names of the columns. Each row
 * of the table refers to it, also if the row is in another chunk.
 *
 * @param offset the offset of the table in the text of the document, in UTF-16 units. Two tables of
 *     one document have different offsets
 * @param text the header lines exactly as in the document, from the offset on; empty if the table
 *     has no header
 */
public record TableHeader(int offset, String text) {
  public TableHeader {
    requireNonNull(text, "text");
    if (offset < 0) {
      throw new IllegalArgumentException("offset must be >= 0, was " + offset);
    }
  }

  /**
   * The header in one line, for embedding: the {@link #lines()} without bars at their ends, each
   * after a space. Empty if there are none.
   */
  public String line() {
    return lines().stream().map(TableHeader::withoutBars).collect(Collectors.joining(" "));
  }

  /** The header lines that contain letters or digits, without white space at their ends. */
  public List<String> lines() {
    return Stream.of(text.split("\\R"))
        .filter(line -> line.codePoints().anyMatch(CharacterClass::isLetterOrDigit))
        .map(String::strip)
        .toList();
  }

  private static String withoutBars(String line) {
    int start = 0;
    int end = line.length();
    while (start < end && isBarOrSpace(line.charAt(start))) {
      start++;
    }
    while (end > start && isBarOrSpace(line.charAt(end - 1))) {
      end--;
    }
    return line.substring(start, end);
  }

  private static boolean isBarOrSpace(char character) {
    return character == '|' || CharacterClass.isWhiteSpace(character);
  }

  /** The offset after the header in the text of the document, in UTF-16 units. */
  public int end() {
    return offset + text.length();
  }
}
