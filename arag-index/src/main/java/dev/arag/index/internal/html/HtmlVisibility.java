package dev.arag.index.internal.html;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Element;

/** Whether an element of a web page is visible. */
public final class HtmlVisibility {
  private static final Set<String> INVISIBLE =
      Set.of("head", "script", "style", "template", "svg", "math", "iframe", "object", "noframes");

  /** Inline styles that hide an element; style sheets are not evaluated. */
  private static final List<String> HIDING =
      List.of("display:none", "visibility:hidden", "opacity:0;", "font-size:0;", "font-size:0px;");

  private HtmlVisibility() {}

  /** Whether neither the name nor the attributes of the element itself hide it. */
  public static boolean isVisible(Element element) {
    if (INVISIBLE.contains(element.normalName()) || element.hasAttr("hidden")) {
      return false;
    }
    String style = element.attr("style").toLowerCase(Locale.ROOT).replace(" ", "") + ";";
    return HIDING.stream().noneMatch(style::contains);
  }
}
