package dev.arag.core.text;

import dev.arag.core.internal.fold.InvisibleText;
import dev.arag.core.token.TokenCounter;
import java.util.List;

/**
 * A part of one chunk: the unit that is embedded and shown in search results.
 *
 * @param text the trimmed text exactly as the document has it, not blank
 * @param offset where it starts in the document's text, in UTF-16 units
 * @param heading the titles of the sections it stands in, outermost first; for a heading line the
 *     sections above it; empty where there are none
 * @param isHeading whether this is itself a heading line: it can score its chunk, but is not shown
 *     as a snippet
 */
public record Sentence(String text, int offset, List<String> heading, boolean isHeading) {
  /** How much of a heading is embedded with its sentence, in o200k tokens. */
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

  /** Where it ends in the document's text, exclusive, in UTF-16 units. */
  public int end() {
    return offset + text.length();
  }

  /**
   * What is given to the encoder: {@code heading: text}, the heading cut to {@value
   * #HEADING_TOKENS} tokens, both without invisible characters. A sentence says "he" where its
   * heading names him. Text of nothing but invisible characters is given as it is, since no encoder
   * takes blank text.
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

  /** The same sentence outside of any section; its {@link #embeddedText()} is the text alone. */
  public Sentence withoutHeading() {
    return new Sentence(text, offset, List.of(), isHeading);
  }
}
