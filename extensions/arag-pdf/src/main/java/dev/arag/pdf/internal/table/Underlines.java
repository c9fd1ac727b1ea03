package dev.arag.pdf.internal.table;

import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.Rule;
import dev.arag.pdf.internal.table.PageTable.Column;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The horizontal rules of a page, which show how far a text over several columns goes. */
final class Underlines {
  /** A rule is at most this distance above and below the bottom of its text, in points. */
  private static final float ABOVE = 3;

  private static final float BELOW = 6;

  private final List<Rule> rules;

  Underlines(PageContent page) {
    rules =
        page.rules().stream()
            .filter(Rule::isHorizontal)
            .sorted(Comparator.comparingDouble(Rule::top))
            .toList();
  }

  /** Returns the widest rule directly below a text. */
  Optional<Column> below(Segment text, float bottom) {
    return rules.subList(indexOf(bottom - ABOVE), indexOf(bottom + BELOW)).stream()
        .map(rule -> new Column(rule.left(), rule.right()))
        .filter(rule -> rule.left() < text.left() + 2 && rule.right() > text.right() - 2)
        .max(Comparator.comparingDouble(rule -> rule.right() - rule.left()));
  }

  /** The index of the first rule at or below a position. */
  private int indexOf(float top) {
    int low = 0;
    int high = rules.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rules.get(middle).top() < top) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
