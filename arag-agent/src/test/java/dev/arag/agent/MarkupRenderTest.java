package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.Markup;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hostile titles and answers do nothing on a page. A real HTML parser and a real Markdown renderer
 * read what {@link Markup#escape} and {@link Answer#render} return.
 */
public final class MarkupRenderTest {
  private static final Parser MARKDOWN =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder().extensions(List.of(TablesExtension.create())).build();

  static Stream<String> hostileTexts() {
    return Stream.of(
        "<script>alert(1)</script>",
        "</sup><img src=x onerror=alert(1)>",
        "\" onmouseover=\"alert(1)",
        "' onmouseover='alert(1)",
        "`onmouseover=alert(1)`",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "&#60;b&#62;",
        "<!-- x --><![CDATA[ y ]]><?php ?>",
        "</textarea></title></style></script><svg onload=alert(1)>",
        "[click](javascript:alert(1))",
        "![x](https://evil.example/pixel.png)",
        "[x]: javascript:alert(1)\n[x]",
        "![x][y]\n\n[y]: https://evil.example/a.png",
        "<javascript:alert(1)>",
        "<https://evil.example>",
        "<a href=\"javascript:alert(1)\">x</a>",
        "`code`` ```\n```html\n<b>x</b>\n```",
        "~~~\n<b>x</b>\n~~~",
        "    <b>indented code</b>\n\t<b>tab</b>",
        " \t*code*",
        "# heading\n## heading\nsetext\n===\nother\n---",
        "- item\n+ item\n* item\n1. item\n2) item\n   - nested",
        "> quote\n>> quote",
        "a | b\n--|--\n1 | 2",
        "|a|\n|:-|\n|<b>|",
        "---\ntitle: x\n---",
        "***bold*** __bold__ _em_ **bold**",
        "two spaces  \nbackslash\\\nend",
        "\\[escaped\\](javascript:alert(1)) \\\\[x](y)",
        "line\nline\r\nline\u2028line\n\nparagraph",
        "right\u202Eto\u2066left",
        "nul\0and\u001B[31mescape\u0085",
        "half \uD800 a pair \uDC00",
        "]]> --> */ ${x} {{x}} <%= x %>",
        "javascript:alert(1)",
        "\uFF1Cscript\uFF1E",
        "end!",
        "end[",
        "end<a href='");
  }

  /** The text as it must appear on the page, apart from white space. */
  private static String visible(String text) {
    return Markup.PLAIN.escape(text).replaceAll("\\s+", "");
  }

  private static String textOf(Element element) {
    return element.wholeText().replaceAll("\\s+", "");
  }

  @ParameterizedTest
  @MethodSource("hostileTexts")
  void htmlShowsATextBetweenTagsAndInAttributes(String hostile) {
    String escaped = Markup.HTML.escape(hostile);
    Element body =
        Jsoup.parse("<p title=\"" + escaped + "\" lang='" + escaped + "'>" + escaped + "</p>")
            .body();
    assertThat(body.getAllElements()).extracting(Element::tagName).containsExactly("body", "p");
    Element paragraph = body.child(0);
    assertThat(paragraph.attributes().asList()).hasSize(2);
    assertThat(textOf(paragraph)).isEqualTo(visible(hostile));
    assertThat(paragraph.attr("title")).isEqualTo(Markup.PLAIN.escape(hostile));
    assertThat(paragraph.attr("lang")).isEqualTo(Markup.PLAIN.escape(hostile));
  }

  @ParameterizedTest
  @MethodSource("hostileTexts")
  void markdownShowsATextAsParagraphs(String hostile) {
    Element body = rendered(Markup.MARKDOWN.escape(hostile));
    assertThat(body.select("*").not("body, p, br")).isEmpty();
    assertThat(textOf(body)).isEqualTo(visible(hostile));
  }

  @ParameterizedTest
  @MethodSource("hostileTexts")
  void markdownShowsATitleInALink(String hostile) {
    Element body = rendered("See [" + Markup.MARKDOWN.escape(oneLine(hostile)) + "](/source/1).");
    assertThat(body.select("*").not("body, p, br, a")).isEmpty();
    assertThat(body.select("a")).hasSize(1);
    assertThat(body.select("a").attr("href")).isEqualTo("/source/1");
    assertThat(textOf(body.selectFirst("a"))).isEqualTo(visible(hostile));
  }

  @ParameterizedTest
  @MethodSource("hostileTexts")
  void answersCannotAddElements(String hostile) {
    Answer answer = answer(hostile);
    Element html =
        Jsoup.parse(
                answer.render(
                    Markup.HTML,
                    citation ->
                        "<sup title=\""
                            + Markup.HTML.escape(citation.title())
                            + "\">"
                            + citation.number()
                            + "</sup>"))
            .body();
    assertThat(html.select("*").not("body")).extracting(Element::tagName).containsOnly("sup");
    assertThat(html.select("sup")).hasSize(answer.markers().size());

    Element markdown =
        rendered(
            answer.render(Markup.MARKDOWN, citation -> "[" + citation.number() + "](/source/1)"));
    assertThat(markdown.select("*").not("body, p, br, a")).isEmpty();
    assertThat(markdown.select("a").eachAttr("href")).containsOnly("/source/1");
    assertThat(markdown.select("a")).hasSize(answer.markers().size());
  }

  /** Asks an agent whose model writes the hostile text before and after a marker. */
  private static Answer answer(String hostile) {
    return Agent.builder(
            InMemoryCorpus.of(Document.builder("k1", "It is so.").title(title(hostile)).build()),
            ScriptedChatModel.script()
                .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
                .answer("It is so " + hostile + "[k1]" + hostile))
        .build()
        .ask("How is it?");
  }

  private static String title(String hostile) {
    return hostile.replace('\0', ' ').replaceAll("[\uD800-\uDFFF]", " ");
  }

  private static String oneLine(String text) {
    return text.replaceAll("[\r\n]+", " ");
  }

  private static Element rendered(String markdown) {
    return Jsoup.parse(RENDERER.render(MARKDOWN.parse(markdown))).body();
  }
}
