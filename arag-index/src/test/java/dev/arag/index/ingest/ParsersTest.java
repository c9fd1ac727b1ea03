package dev.arag.index.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Heading;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParsersTest {
  @Test
  void keepsPlainTextAndDetectsHeadings() throws Exception {
    String text =
        "Old Tower\nThe tower stands on the hill.\r\n\r\nIt was never moved.\n\nLamp\nIt is lit.\n";
    Document document = read(new TextParser(), text);
    assertThat(document.text()).isEqualTo(text);
    assertThat(document.headings())
        .containsExactly(
            new Heading(0, List.of("Old Tower")),
            new Heading(text.indexOf("Lamp"), List.of("Lamp")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The tower stands on the hill and has done so since the\nfirst keeper came here.",
        "The keeper said:\nCome in from the rain.",
        "It was a cold\nnight in the city.",
        "- first point\nThe second line has text.",
        "A line alone",
        "features\ncontact manager\nevents, activities",
        "***\nA text below the rule."
      })
  void doesNotTreatFirstLinesOfProseAsHeadings(String text) throws Exception {
    assertThat(read(new TextParser(), text).headings()).isEmpty();
  }

  @Test
  void readsOtherEndingsAsText() throws Exception {
    Parser docs = TextParser.forExtensions(".adoc", "RST");
    assertThat(docs.extensions()).containsExactlyInAnyOrder("adoc", "rst");
    assertThat(docs.fingerprint()).isEqualTo(new TextParser().fingerprint());
    String text = "Old Tower\nThe tower stands on the hill.\n";
    assertThat(read(docs, text).headings()).containsExactly(new Heading(0, List.of("Old Tower")));
    Parser code = TextParser.forExtensions(".java").withoutHeadings();
    assertThat(code.extensions()).containsExactly("java");
    assertThat(code.fingerprint()).isNotEqualTo(docs.fingerprint());
    assertThat(read(code, text).headings()).isEmpty();
    assertThat(read(code, text).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ".", "tar.gz", "..x"})
  void rejectsImpossibleEndings(String ending) {
    assertThatThrownBy(() -> TextParser.forExtensions("adoc", ending))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"" + ending + "\"");
    assertThatThrownBy(TextParser::forExtensions).hasMessageContaining("endings");
  }

  @Test
  void makesMarkdownHeadingsSectionPaths() throws Exception {
    String text =
        """
        intro
        # The *old* [tower](http://x.test/a_b) #

        ## Keepers of `lamp_oil`
        ```
        # not a heading
        ```
            # code
        ### Names\\* <a id="n"></a>
        #nothing
        Setext two
        ----------
        list above
        a paragraph of two lines
        ---
        ## Last ##
        """;
    Document document = read(new MarkdownParser(), text);
    assertThat(document.text()).isEqualTo(text);
    assertThat(document.title()).hasValue("The old tower");
    assertThat(document.headings())
        .extracting(Heading::path)
        .containsExactly(
            List.of("The old tower"),
            List.of("The old tower", "Keepers of lamp_oil"),
            List.of("The old tower", "Keepers of lamp_oil", "Names*"),
            List.of("The old tower", "Last"));
  }

  @Test
  void treatsUnderlinedTitlesAsHeadings() throws Exception {
    Document document =
        read(new MarkdownParser(), "Top\r\n===\r\n\r\nText.\r\n\r\nBelow\r\n---\r\n\r\nMore.");
    assertThat(document.headings())
        .extracting(Heading::path)
        .containsExactly(List.of("Top"), List.of("Top", "Below"));
  }

  @Test
  void makesFrontMatterMetadataAndKeepsItInTheText() throws Exception {
    String text =
        "---\ntitle: \"A tower\"\ntags: [old, 'tall']\ntenant: evil\n  nested: x\nempty:\n---\nText.";
    Document document = read(new MarkdownParser(), text);
    assertThat(document.text()).isEqualTo(text);
    assertThat(document.title()).hasValue("A tower");
    assertThat(document.metadata())
        .containsOnlyKeys("doc.title", "doc.tags", "doc.tenant")
        .containsEntry("doc.tags", List.of("old", "tall"));
  }

  @Test
  void doesNotTreatAHorizontalRuleAsFrontMatter() throws Exception {
    assertThat(read(new MarkdownParser(), "---\nkey: value\nno end").metadata()).isEmpty();
  }

  @Test
  void readsHtmlAsDisplayed() throws Exception {
    Document document =
        read(
            new HtmlParser(),
            """
            <html><head><title> The tower </title><script>bad()</script></head><body>
            <h1>Old <b>tower</b></h1><p>It   stands
            on a <i>hill</i>.</p><p hidden>secret</p><div style="DISPLAY: none">gone</div>
            <span aria-hidden="true">shown</span>
            <ul><li>one</li><li><p>two</p></li></ul>
            <h2>Lamps</h2>
            <table><tr><th>Name</th><th><p>Oil</p></th></tr><tr><td>A</td><td>1 l</td></tr></table>
            <pre>x = 1
              y = 2</pre>a<br>b<!-- no --></body></html>
            """);
    assertThat(document.title()).hasValue("The tower");
    assertThat(document.text())
        .isEqualTo(
            """
            Old tower

            It stands on a hill.

            shown

            - one
            - two

            Lamps

            Name | Oil
            A | 1 l

            x = 1
              y = 2

            a
            b\
            """);
    assertThat(document.headings())
        .containsExactly(
            new Heading(0, List.of("Old tower")),
            new Heading(document.text().indexOf("Lamps"), List.of("Old tower", "Lamps")));
  }

  @Test
  void usesTheCharsetThatHtmlDeclares() throws Exception {
    byte[] bytes =
        "<meta charset='koi8-r'><p>маяк</p>".getBytes(java.nio.charset.Charset.forName("KOI8-R"));
    Document document =
        new HtmlParser().parse("d", new ByteArrayInputStream(bytes)).document().build();
    assertThat(document.text()).isEqualTo("маяк");
  }

  static Stream<String> hostilePages() {
    return Stream.of(
        "<div>".repeat(25_000) + "deep",
        "<b>".repeat(25_000) + "deep",
        "<p<p<p".repeat(15_000),
        "<table><tr><td>".repeat(10_000) + "deep",
        "<li>x".repeat(15_000),
        "<h1>a".repeat(20_000),
        "<p " + "a=b ".repeat(50_000) + ">x",
        "<script>" + "x".repeat(500_000),
        "&".repeat(300_000),
        "<!--".repeat(50_000));
  }

  @ParameterizedTest
  @MethodSource("hostilePages")
  void readsHostilePagesInBoundedTime(String page) {
    assertTimeoutPreemptively(Duration.ofSeconds(60), () -> read(new HtmlParser(), page));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[",
        "`",
        "*",
        "#",
        "# [\n",
        "\\",
        "<a",
        "_",
        "![](",
        "~~~\n",
        "> ",
        "=\n",
        "|",
        "-|",
        "* ",
        "a|\n-|\n",
        "|-",
        "a | b\n",
        "\\|"
      })
  void readsHostileMarkdownInBoundedTime(String part) {
    String text = "# " + part.repeat(50_000) + "\n" + part.repeat(50_000);
    Document document =
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> read(new MarkdownParser(), text));
    assertThat(document.text()).isEqualTo(text);
  }

  static Stream<Parser> limitedParsers() {
    IngestLimits limits = new IngestLimits(1_000, 10);
    return Stream.of(new TextParser(limits), new MarkdownParser(limits), new HtmlParser(limits));
  }

  @ParameterizedTest
  @MethodSource("limitedParsers")
  void rejectsTextsAndFilesThatAreTooLong(Parser parser) {
    assertThatThrownBy(() -> read(parser, "[\"1:" + "x".repeat(20) + "\"]"))
        .isInstanceOf(UnreadableSourceException.class);
    assertThatThrownBy(() -> read(parser, "[\"1:" + "x".repeat(2_000) + "\"]"))
        .hasMessageContaining("1000 bytes");
  }

  private static Document read(Parser parser, String content) throws IOException {
    return parse(parser, content).document().build();
  }

  private static ParsedFile parse(Parser parser, String content) throws IOException {
    try (InputStream in = new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8))) {
      return parser.parse("d", in);
    }
  }
}
