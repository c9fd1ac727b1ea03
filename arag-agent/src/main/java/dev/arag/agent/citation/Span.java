package dev.arag.agent.citation;

/**
 * A span of text, in UTF-16 units.
 *
 * @param start the index of the first unit
 * @param end the index after the last unit
 */
public record Span(int start, int end) {
  /** Returns this span moved by a number of UTF-16 units, which may be negative. */
  public Span shift(int by) {
    return new Span(start + by, end + by);
  }
}
