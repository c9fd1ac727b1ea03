package dev.arag.web.internal.trajectory;

import dev.arag.agent.answer.Markup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Converts untrusted text to HTML and wraps spans of the text in HTML elements. */
final class HighlightedText {
  private final String text;
  private final List<Mark> marks = new ArrayList<>();

  /**
   * A span to wrap in an element.
   *
   * @param open the start tag, as trusted HTML
   * @param close the end tag, as trusted HTML
   */
  private record Mark(int start, int end, String open, String close) {}

  HighlightedText(String text) {
    this.text = text;
  }

  /** Wraps a span in an element. An invalid span is ignored. */
  void mark(int start, int end, String open, String close) {
    if (start >= 0 && start < end && end <= text.length()) {
      marks.add(new Mark(start, end, open, close));
    }
  }

  /** Returns the HTML. If spans overlap, only the first one is wrapped. */
  String html() {
    marks.sort(Comparator.comparingInt(Mark::start).thenComparing(mark -> -mark.end()));
    StringBuilder out = new StringBuilder();
    int at = 0;
    for (Mark mark : marks) {
      if (mark.start() >= at) {
        out.append(Markup.HTML.escape(text.substring(at, mark.start()))).append(mark.open());
        out.append(Markup.HTML.escape(text.substring(mark.start(), mark.end())))
            .append(mark.close());
        at = mark.end();
      }
    }
    return out.append(Markup.HTML.escape(text.substring(at))).toString();
  }
}
