package dev.arag.core.text;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.InvisibleText;
import dev.arag.core.token.TokenCounter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sentence of one chunk. Sentences are the units that are embedded and shown in search results.
 *
 * @param text the text exactly as in the document, but without white space at its ends; not blank
 * @param offset the offset of the sentence in the text of the document, in UTF-16 units; negative
 *     in the {@linkplain Document#title() title line}
 * @param heading the titles of the sections that contain the sentence, outermost first; may be
 *     empty. For a heading line, its own title is not included.
 * @param isHeading whether this sentence is a heading line, the line that contains the title of a
 *     section. A heading line affects the score of its chunk, but search results show it only if
 *     there is nothing else to show.
 * @param table the header of the table of which this sentence is a row or a header line; null if it
 *     is not in a table
 */
public record Sentence(
    String text, int offset, List<String> heading, boolean isHeading, @Nullable TableHeader table) {
  /**
   * The maximum length of the heading that is embedded with a sentence, and of the header of a
   * table that is embedded with a row, in o200k tokens. Longer ones are truncated.
   */
  public static final int HEADING_TOKENS = 64;

  private static final String END_MARKS = ".!?";

  public Sentence {
    requireNonNull(text, "text");
    requireNonNull(heading, "heading");
    if (text.isBlank()) {
      throw new IllegalArgumentException("A sentence must not be blank (offset " + offset + ").");
    }
    heading = List.copyOf(heading);
  }

  /** Creates a sentence that is not in a table. */
  public Sentence(String text, int offset, List<String> heading, boolean isHeading) {
    this(text, offset, heading, isHeading, null);
  }

  /** Whether this sentence is one of the header lines of its table. */
  public boolean isTableHeader() {
    return table != null && offset < table.end();
  }

  /**
   * Whether this sentence only says what the text below it is about: a heading line, or a header
   * line of a table. Search results show such a line only if there is nothing else to show.
   */
  public boolean isLabel() {
    return isHeading || isTableHeader();
  }

  /** The end of the sentence in the text of the document, exclusive, in UTF-16 units. */
  public int end() {
    return offset + text.length();
  }

  /**
   * The text to embed, in the form {@code Part > Chapter: text}, or the text alone if there is no
   * heading. The heading often names what the pronouns in the sentence refer to. The header of a
   * table stands between the heading and the row: {@code Part > Chapter: (Millions) 2018 | 2017:
   * Net sales | 32,765 | 31,657}. A full stop at the end of the heading is removed. If the heading
   * has more than {@value #HEADING_TOKENS} tokens, titles after the outermost one are left out, as
   * many as necessary, but not the innermost one; then it is truncated, as is the header. Invisible
   * characters, such as zero-width spaces, are removed from all parts. A sentence that consists
   * only of invisible characters is returned unchanged, because embedders reject blank text.
   */
  public String embeddedText() {
    String own = InvisibleText.strip(text);
    if (own.isBlank()) {
      return text;
    }
    StringBuilder embedded = new StringBuilder();
    if (!heading.isEmpty()) {
      append(withoutFullStop(path()), embedded);
    }
    String header = table == null || isTableHeader() ? "" : InvisibleText.strip(table.line());
    if (!header.isEmpty()) {
      append(header, embedded);
    }
    return embedded + own;
  }

  /** The outermost title, and as many of the innermost ones as fit. */
  private String path() {
    int from = 1;
    String path = InvisibleText.strip(String.join(" > ", heading));
    while (from < heading.size() - 1 && TokenCounter.o200k().count(path) > HEADING_TOKENS) {
      List<String> inner = heading.subList(++from, heading.size());
      path = InvisibleText.strip(heading.get(0) + " > " + String.join(" > ", inner));
    }
    return path;
  }

  private static void append(String context, StringBuilder embedded) {
    embedded.append(TokenCounter.o200k().truncate(context, HEADING_TOKENS)).append(": ");
  }

  /**
   * Removes the full stop at the end of a heading, because with it, semantic searches find fewer
   * relevant passages.
   */
  private static String withoutFullStop(String path) {
    boolean hasFullStop = path.length() > 1 && path.endsWith(".") && !path.endsWith("..");
    return hasFullStop ? path.substring(0, path.length() - 1) : path;
  }

  /**
   * Returns the text without invisible characters, and without the characters {@code .!?} and white
   * space at its ends. May be empty.
   */
  public String textWithoutEndMarks() {
    String visible = InvisibleText.strip(text);
    int start = 0;
    int end = visible.length();
    while (start < end && isEndMark(visible.charAt(start))) {
      start++;
    }
    while (end > start && isEndMark(visible.charAt(end - 1))) {
      end--;
    }
    return visible.substring(start, end);
  }

  private static boolean isEndMark(char character) {
    return END_MARKS.indexOf(character) >= 0 || CharacterClass.isWhiteSpace(character);
  }

  /**
   * Returns this sentence without its heading. Its {@link #embeddedText()} does not start with a
   * heading.
   */
  public Sentence withoutHeading() {
    return new Sentence(text, offset, List.of(), isHeading, table);
  }
}
