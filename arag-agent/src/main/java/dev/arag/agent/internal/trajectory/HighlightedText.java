package dev.arag.agent.internal.trajectory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Foreign text of a page with stretches of it inside of elements of ours. */
final class HighlightedText {
  private final String text;
  private final List<Mark> marks = new ArrayList<>();

  /**
   * @param open HTML of ours
   * @param close HTML of ours
   */
  private record Mark(int start, int end, String open, String close) {}

  HighlightedText(String text) {
    this.text = text;
  }

  /** Puts a stretch inside of an element; nothing happens if it is no stretch of the text. */
  void mark(int start, int end, String open, String close) {
    if (start >= 0 && start < end && end <= text.length()) {
      marks.add(new Mark(start, end, open, close));
    }
  }

  /** Of marks that overlap the first one counts. */
  String html() {
    marks.sort(Comparator.comparingInt(Mark::start).thenComparing(mark -> -mark.end()));
    StringBuilder out = new StringBuilder();
    int at = 0;
    for (Mark mark : marks) {
      if (mark.start() >= at) {
        out.append(HtmlText.text(text.substring(at, mark.start()))).append(mark.open());
        out.append(HtmlText.text(text.substring(mark.start(), mark.end()))).append(mark.close());
        at = mark.end();
      }
    }
    return out.append(HtmlText.text(text.substring(at))).toString();
  }
}
