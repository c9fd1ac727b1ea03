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
   * @param isReplaced whether the text of the span is left out
   */
  private record Mark(int start, int end, String open, String close, boolean isReplaced) {}

  HighlightedText(String text) {
    this.text = text;
  }

  /** Wraps a span in an element. An invalid span is ignored. */
  void mark(int start, int end, String open, String close) {
    add(new Mark(start, end, open, close, false));
  }

  /** Replaces a span with trusted HTML. An invalid span is ignored. */
  void replace(int start, int end, String html) {
    add(new Mark(start, end, html, "", true));
  }

  private void add(Mark mark) {
    if (mark.start() >= 0 && mark.start() < mark.end() && mark.end() <= text.length()) {
      marks.add(mark);
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
        String marked = mark.isReplaced() ? "" : text.substring(mark.start(), mark.end());
        out.append(Markup.HTML.escape(marked)).append(mark.close());
        at = mark.end();
      }
    }
    return out.append(Markup.HTML.escape(text.substring(at))).toString();
  }
}
