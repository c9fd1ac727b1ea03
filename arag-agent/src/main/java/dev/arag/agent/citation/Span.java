package dev.arag.agent.citation;

/**
 * A span of text.
 *
 * @param start in UTF-16 units
 * @param end exclusive
 */
public record Span(int start, int end) {
  /** The span of a text that was not found. */
  public static final Span UNKNOWN = new Span(-1, -1);

  /** This span moved by a number of UTF-16 units. */
  public Span shift(int by) {
    return new Span(start + by, end + by);
  }
}
