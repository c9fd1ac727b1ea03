package dev.arag.index.ingest;

import dev.arag.core.text.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jspecify.annotations.Nullable;

/** Writes down what a reader of the page would see. Used for one page, without recursion. */
final class HtmlText implements NodeFilter {
  private static final Set<String> UNSEEN =
      Set.of("head", "script", "style", "template", "svg", "math", "iframe", "object", "noframes");

  /** Begin and end a line. */
  private static final Set<String> LINES = Set.of("li", "tr", "dt", "dd", "option", "br");

  private static final Set<String> BLOCKS =
      Set.of(
          ("address article aside blockquote body caption center details dialog div dl fieldset"
                  + " figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre"
                  + " section summary table tbody tfoot thead ul")
              .split(" "));

  private final IngestLimits limits;
  private final StringBuilder text = new StringBuilder();
  private final List<Mark> marks = new ArrayList<>();
  private Gap gap = Gap.NONE;
  private @Nullable Gap held;
  private boolean firstCell;
  private int pre;
  private int headings;
  private int headingStart;

  /** What is to stand between the text so far and the next. */
  private enum Gap {
    NONE(""),
    SPACE(" "),
    CELL(" | "),
    LINE("\n"),
    BLOCK("\n\n");

    private final String written;

    Gap(String written) {
      this.written = written;
    }

    Gap or(Gap other) {
      return compareTo(other) >= 0 ? this : other;
    }
  }

  private record Mark(int offset, int level, String title) {}

  HtmlText(IngestLimits limits) {
    this.limits = limits;
  }

  String text() {
    return text.toString();
  }

  /** Sets the title and the section marks. */
  void markIn(Document.Builder document, String pageTitle) {
    SectionStack sections = new SectionStack();
    String title = pageTitle;
    for (Mark mark : marks) {
      document.heading(mark.offset(), sections.open(mark.level(), mark.title()));
      title = title.isEmpty() && mark.level() == 1 ? mark.title() : title;
    }
    document.title(title.isEmpty() ? null : title);
  }

  @Override
  public FilterResult head(Node node, int depth) {
    if (node instanceof TextNode textNode) {
      append(textNode.getWholeText());
    } else if (node instanceof Element element) {
      if (isUnseen(element)) {
        return FilterResult.SKIP_ENTIRELY;
      }
      open(element.normalName());
    }
    return FilterResult.CONTINUE;
  }

  @Override
  public FilterResult tail(Node node, int depth) {
    if (node instanceof Element element) {
      close(element.normalName());
    }
    return FilterResult.CONTINUE;
  }

  private static boolean isUnseen(Element element) {
    if (UNSEEN.contains(element.normalName()) || element.hasAttr("hidden")) {
      return true;
    }
    String style = element.attr("style").toLowerCase(Locale.ROOT).replace(" ", "");
    return style.contains("display:none") || style.contains("visibility:hidden");
  }

  private void open(String name) {
    gap = gap.or(gapAround(name));
    switch (name) {
      case "pre", "textarea" -> pre++;
      case "tr" -> firstCell = true;
      case "td", "th" -> openCell();
      case "li" -> openItem();
      default -> openHeading(name);
    }
  }

  /** A paragraph that opens inside a cell or an item does not part it from its mark. */
  private void openCell() {
    held = firstCell ? null : Gap.CELL;
    firstCell = false;
  }

  private void openItem() {
    append("-");
    held = Gap.SPACE;
  }

  private void openHeading(String name) {
    if (level(name) > 0) {
      headings++;
      headingStart = headings == 1 ? -1 : headingStart;
    }
  }

  private void close(String name) {
    gap = gap.or(gapAround(name));
    if (name.equals("pre") || name.equals("textarea")) {
      pre--;
    }
    if (name.equals("td") || name.equals("th") || name.equals("li")) {
      held = null;
    }
    if (level(name) > 0) {
      headings--;
      closeHeading(level(name));
    }
  }

  private void closeHeading(int level) {
    if (headings == 0 && headingStart >= 0) {
      String title = text.substring(headingStart).strip();
      marks.add(new Mark(headingStart, level, title));
    }
  }

  /** Lines and blocks inside of a heading do not break it. */
  private Gap gapAround(String name) {
    boolean heading = headings > 0 && level(name) == 0;
    if (BLOCKS.contains(name)) {
      return heading ? Gap.SPACE : Gap.BLOCK;
    }
    if (LINES.contains(name)) {
      return heading ? Gap.SPACE : Gap.LINE;
    }
    return Gap.NONE;
  }

  private static int level(String name) {
    boolean heading = name.length() == 2 && name.charAt(0) == 'h';
    char digit = heading ? name.charAt(1) : '0';
    return digit >= '1' && digit <= '6' ? digit - '0' : 0;
  }

  private void append(String part) {
    if (pre > 0 && headings == 0) {
      appendKept(part);
    } else {
      appendCollapsed(part);
    }
    limits.checkText(text.length());
  }

  private void appendKept(String part) {
    if (!part.isEmpty()) {
      writeGap();
      text.append(part);
    }
  }

  private void appendCollapsed(String part) {
    for (int i = 0; i < part.length(); i++) {
      char unit = part.charAt(i);
      if (isSpace(unit)) {
        gap = gap.or(Gap.SPACE);
      } else {
        writeGap();
        text.append(unit);
      }
    }
  }

  /** The white space of HTML; a no-break space is text. */
  private static boolean isSpace(char unit) {
    return unit == ' ' || (unit >= '\t' && unit <= '\r');
  }

  private void writeGap() {
    Gap written = held == null ? gap : held;
    if (!text.isEmpty() && !(written == Gap.SPACE && endsWithSpace())) {
      text.append(written.written);
    }
    gap = Gap.NONE;
    held = null;
    if (headings > 0 && headingStart < 0) {
      headingStart = text.length();
    }
  }

  private boolean endsWithSpace() {
    return isSpace(text.charAt(text.length() - 1));
  }
}
