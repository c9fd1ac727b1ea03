package dev.arag.index.ingest;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/** Tells what a reader of a web page would see. Used for one page, without recursion. */
final class HtmlText implements NodeFilter {
  private static final Set<String> UNSEEN =
      Set.of("head", "script", "style", "template", "svg", "math", "iframe", "object", "noframes");

  /** Styles with which nothing is seen; what a style sheet says is not known. */
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
      if (isUnseen(element)) {
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

  private static boolean isUnseen(Element element) {
    if (UNSEEN.contains(element.normalName()) || element.hasAttr("hidden")) {
      return true;
    }
    String style = element.attr("style").toLowerCase(Locale.ROOT).replace(" ", "") + ";";
    return HIDING.stream().anyMatch(style::contains);
  }
}
