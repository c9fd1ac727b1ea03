package dev.arag.agent.citation;

/**
 * A span of text.
 *
 * @param start in UTF-16 units
 * @param end exclusive
 */
public record Span(int start, int end) {
  public static final Span UNKNOWN = new Span(-1, -1);

  public Span shifted(int by) {
    return new Span(start + by, end + by);
  }
}
