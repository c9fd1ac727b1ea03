package dev.arag.pdf.internal.layout;

import java.util.List;
import java.util.Set;

/**
 * What a page shows.
 *
 * @param number the page number, from 1
 * @param width the width of the page as displayed, in points; likewise the height
 * @param lines in reading order
 * @param rules in drawing order
 */
public record PageContent(
    int number, float width, float height, List<TextLine> lines, List<Rule> rules) {
  /** Returns the page without some of its lines. */
  public PageContent without(Set<TextLine> others) {
    List<TextLine> rest = lines.stream().filter(line -> !others.contains(line)).toList();
    return new PageContent(number, width, height, rest, rules);
  }
}
