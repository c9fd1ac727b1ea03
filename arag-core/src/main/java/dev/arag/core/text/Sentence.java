package dev.arag.core.text;

import dev.arag.core.internal.fold.InvisibleText;
import dev.arag.core.token.TokenCounter;
import java.util.List;

/**
 * A part of one chunk: the unit that is embedded and shown in search results.
 *
 * @param text the trimmed text, exactly as in the document, not blank
 * @param offset its start in the document's text, in UTF-16 units
 * @param heading the titles of the sections that contain it, outermost first; for a heading line
 *     only the sections above; may be empty
 * @param isHeading whether this is a heading line, which counts for the score of its chunk but is
 *     not shown in snippets
 */
public record Sentence(String text, int offset, List<String> heading, boolean isHeading) {
  /** The maximum length of a heading that is embedded with its sentence, in o200k tokens. */
  public static final int HEADING_TOKENS = 64;

  public Sentence {
    if (text.isBlank()) {
      throw new IllegalArgumentException("A sentence must not be blank (offset " + offset + ").");
    }
    if (offset < 0) {
      throw new IllegalArgumentException("offset must be >= 0, was " + offset);
    }
    heading = List.copyOf(heading);
  }

  /** Its end in the document's text, exclusive, in UTF-16 units. */
  public int end() {
    return offset + text.length();
  }

  /**
   * The text to embed: {@code heading: text}, the heading truncated to {@value #HEADING_TOKENS}
   * tokens, both without invisible characters. The heading names what pronouns in the sentence
   * refer to. Text that consists only of invisible characters is returned unchanged, because
   * encoders reject blank text.
   */
  public String embeddedText() {
    String own = InvisibleText.strip(text);
    if (own.isBlank()) {
      return text;
    }
    if (heading.isEmpty()) {
      return own;
    }
    String path = InvisibleText.strip(String.join(" > ", heading));
    return TokenCounter.o200k().truncate(path, HEADING_TOKENS) + ": " + own;
  }

  /** The same sentence without a heading; its {@link #embeddedText()} is the text alone. */
  public Sentence withoutHeading() {
    return new Sentence(text, offset, List.of(), isHeading);
  }
}
