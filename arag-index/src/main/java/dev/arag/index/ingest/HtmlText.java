package dev.arag.index.ingest;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/**
 * Passes the visible text of a web page to a {@link MarkupText}. Use one instance per page. Not
 * recursive, so deeply nested pages cannot overflow the stack.
 */
final class HtmlText implements NodeFilter {
  private static final Set<String> INVISIBLE =
      Set.of("head", "script", "style", "template", "svg", "math", "iframe", "object", "noframes");

  /** Inline styles that hide an element; style sheets are not evaluated. */
  private static final List<String> HIDING =
      List.of("display:none", "visibility:hidden", "opacity:0;", "font-size:0;", "font-size:0px;");

  private final MarkupText text;

  HtmlText(MarkupText text) {
    this.text = text;
  }

  @Override
  public FilterResult head(Node node, int depth) {
    if (node instanceof TextNode textNode) {
      text.append(textNode.getWholeText());
    } else if (node instanceof Element element) {
      if (isInvisible(element)) {
        return FilterResult.SKIP_ENTIRELY;
      }
      text.open(element.normalName());
    }
    return FilterResult.CONTINUE;
  }

  @Override
  public FilterResult tail(Node node, int depth) {
    if (node instanceof Element element) {
      text.close(element.normalName());
    }
    return FilterResult.CONTINUE;
  }

  private static boolean isInvisible(Element element) {
    if (INVISIBLE.contains(element.normalName()) || element.hasAttr("hidden")) {
      return true;
    }
    String style = element.attr("style").toLowerCase(Locale.ROOT).replace(" ", "") + ";";
    return HIDING.stream().anyMatch(style::contains);
  }
}
