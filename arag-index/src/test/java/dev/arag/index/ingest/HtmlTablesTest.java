package dev.arag.index.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Heading;
import dev.arag.index.spi.IngestLimits;
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

class HtmlTablesTest {
  private static Document read(String page) throws IOException {
    byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
    return new HtmlParser().parse("d", new ByteArrayInputStream(bytes)).document().build();
  }

  private static String table(Document document, int index) {
    Document.Table table = document.tables().get(index);
    return document.text().substring(table.offset(), table.body())
        + "--\n"
        + document.text().substring(table.body(), table.end());
  }

  /** Rows of cells, one line each, with a bar between cells and a caret before a header cell. */
  private static String page(String rows) {
    StringBuilder page = new StringBuilder("<table>");
    for (String row : rows.strip().split("\n")) {
      page.append("<tr>");
      for (String cell : row.split("\\|", -1)) {
        String text = cell.strip();
        page.append(text.startsWith("^") ? "<th>" + text.substring(1) : "<td>" + text);
      }
    }
    return page + "</table>";
  }

  @Test
  void marksTheCaptionAndTheHeaderAndKeepsColumnsAligned() throws Exception {
    Document document =
        read(
            """
            <h1>Cash</h1><p>See below.</p>
            <table><caption>Cash flow<br>(in millions)</caption>
            <thead><tr><th rowspan="2">Item<th colspan="2">Years<th>&nbsp;<tr><th>2018<th>2017</thead>
            <tfoot><tr><th>Total<td>8<td>6</tfoot>
            <tbody><tr><th>Net income<td>5<td><p>4</p><p>(restated)</p>
            <tr><td rowspan=2>Other | net<td>2<td>1<tr><td>1<td>1<tr><td><td></table><p>After.</p>
            """);
    assertThat(document.text())
        .isEqualTo(
            """
            Cash

            See below.

            Cash flow (in millions)
            Item | Years
             | 2018 | 2017
            Net income | 5 | 4 (restated)
            Other ¦ net | 2 | 1
             | 1 | 1
            Total | 8 | 6

            After.\
            """
                .replace("\n |", "\n|"));
    assertThat(table(document, 0)).contains("| 2018 | 2017\n--\nNet income");
    assertThat(document.tables()).hasSize(1);
    assertThat(document.headings()).containsExactly(new Heading(0, List.of("Cash")));
  }

  @Test
  void aCellDoesNotCoverRowsOfTheNextGroup() throws Exception {
    String table =
        "<table><tr><td rowspan=9>direct<td>1<thead><tr><th rowspan=9>Item<th>2018<tr><th>m</thead>"
            + "<tbody><tr><td rowspan=9>a<td>1<tr><td>2<tbody><tr><td rowspan=3>b<td>3"
            + "<tfoot><tr><td>all<td>6</table>";
    assertThat(read(table).text())
        .isEqualTo("Item | 2018\n| m\ndirect | 1\na | 1\n| 2\nb | 3\nall | 6\n");
  }

  /** Parsers of files may send elements that the parser of web pages would move. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "table td=stray /td tr td=a /td td=b /td /tr tr td=1 /td td=2 /td /tr /table",
        "table tbody td=stray /td tr td=a /td td=b /td /tr tr td=1 /td td=2 /td /tr /tbody /table",
        "table div tr td=stray /td /tr /div tr td=a /td td=b /td /tr tr td=1 /td td=2 /td /tr /table",
        "table tr div td=stray /td /div td=a /td td=b /td /tr tr td=1 /td td=2 /td /tr /table"
      })
  void keepsTheTextOfCellsOutsideOfRows(String events) {
    MarkupText text = new MarkupText(IngestLimits.defaults());
    send(events, text);
    assertThat(text.document("d", "").build().text().split("\\W+"))
        .containsExactlyInAnyOrder("stray", "a", "b", "1", "2");
  }

  @Test
  void theLimitOnTheTextDoesNotCountWhiteSpaceOfEarlierTables() {
    MarkupText text = new MarkupText(new IngestLimits(100, 100));
    for (int i = 0; i < 9; i++) {
      text.open("table");
      text.append(" ".repeat(90));
      send("tr td=a /td td=b /td /tr /table", text);
    }
    assertThat(text.document("d", "").build().text()).startsWith("a | b\n");
    text.open("table");
    assertThatThrownBy(() -> text.append(" ".repeat(101))).hasMessageContaining("longer than 100");
  }

  private static void send(String events, MarkupText text) {
    for (String event : events.split(" ")) {
      if (event.startsWith("/")) {
        text.close(event.substring(1));
      } else {
        text.open(event.replaceAll("=.*", ""));
        text.append(event.contains("=") ? event.replaceAll(".*=", "") : "");
      }
    }
  }

  static Stream<List<String>> headers() {
    return Stream.of(
        List.of("Name | Since\nOlsen | 1871\nBerg | 1902", "1"),
        List.of("Year | Keeper\n1871 | Olsen\n1902 | Berg", "1"),
        List.of("(Millions) | 2018 | 2017\nNet income | 5,363 | 4,869\nOther | (120) | —", "1"),
        List.of("Cash flow\n(Millions)\n | 2018 | 2017\nOperating\nNet income | $ 5.3 | 4 %", "3"),
        List.of(" | Three months | | Six months | \n | 2018 | 2017 | 2018 | 2017\nA|1|2|3|4", "2"),
        List.of("Item | 2018 | 2017\nOperating\nNet income | 5 | 4 | [1]\nOther | 1 | 2", "1"),
        List.of("Founded | 1871\nKeepers | 3\nHeight | 31 m", "0"),
        List.of("Olsen | 3\nBerg | 4", "0"),
        List.of("<b>Term</b> | <b>Meaning</b>\nlamp | a light\noil | burns", "1"),
        List.of("lamp | a light\noil | burns", "0"),
        List.of("Name | Role | Home\nOlsen | keeper | tower\nBerg | cook | tower", "0"),
        List.of("שנה | הכנסות\n2018 | 1,250\n2017 | 1,100", "1"),
        List.of("^A | ^B\nx | y\n^C | ^D\nz | w", "1"),
        List.of("^A | ^B\n^x | ^y", "0"),
        List.of("Lamps\n^Name | ^Oil\nA | 1 l", "2"));
  }

  @ParameterizedTest
  @MethodSource("headers")
  void findsTheHeader(List<String> tableAndLines) throws Exception {
    Document document = read(page(tableAndLines.get(0)));
    Document.Table table = document.tables().get(0);
    String header = document.text().substring(0, table.body());
    assertThat(header.lines()).as(header).hasSize(Integer.parseInt(tableAndLines.get(1)));
  }

  @Test
  void dissolvesLayoutTablesButKeepsTheTablesInThem() throws Exception {
    String inner = page("^Name | ^Oil\nA | 1 l");
    Document document =
        read(
            "<table><tr><td>Menu<td><h2>Lamps</h2>"
                + inner
                + "<p>All of them.</p>"
                + inner
                + "</table>");
    assertThat(document.text())
        .isEqualTo("Menu | Lamps\n\nName | Oil\nA | 1 l\n\nAll of them.\n\nName | Oil\nA | 1 l\n");
    assertThat(document.tables()).hasSize(2);
    assertThat(table(document, 1)).isEqualTo("Name | Oil\n--\nA | 1 l\n");
    assertThat(document.headings()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>",
        "<table><tr><td>a<tr><td>b</table>",
        "<table><tr><th>a<tr><td>b</table>",
        "<table><tr><td>a<td>b</table>",
        "<table><tr><td><ul><li>a</ul><td>b<tr><td>c<td>d</table>",
        "<table><tr><td><h2>a</h2><td>b<tr><td>c<td>d</table>",
        "<table><tr><td><p>a<p>b<td>b<tr><td>c<td>d</table>",
        "<table></table>",
        "<table><tr><td><td><tr><td><td></table>",
        "<table hidden><tr><td>a<td>b<tr><td>c<td>d</table>"
      })
  void keepsLayoutAsProse(String page) throws Exception {
    Document document = read(page);
    assertThat(document.tables()).isEmpty();
    assertThat(document.text().chars().filter(Character::isLetter).count())
        .isEqualTo(
            page.contains("hidden")
                ? 0
                : org.jsoup.Jsoup.parse(page).text().replaceAll("\\W", "").length());
  }

  @Test
  void omitsHiddenRowsAndCells() throws Exception {
    Document document =
        read(
            "<table><tr><th>A<th>B<tr hidden><td>x<td>y<tr><td>1<td style='display:none'>2<td>3"
                + "</table>");
    assertThat(document.text()).isEqualTo("A | B\n1 | 3\n");
  }

  @Test
  void boundsSpansDepthAndSize() throws Exception {
    Document wide = read(page("^A | ^B\nx | y").replace("<td>x", "<td colspan=1000000000>x"));
    assertThat(wide.text()).isEqualTo("A | B\nx |  | y\n");
    String columns = "c |".repeat(299) + "c\n" + "1 |".repeat(299) + "1";
    assertThat(read(page(columns)).text().lines()).hasSize(2).allMatch(l -> l.length() > 1190);
    String covered =
        "<table><tr><td rowspan=99999999 colspan=99999>a<tr>" + "<td>x<tr>".repeat(20_000);
    assertThat(assertTimeoutPreemptively(Duration.ofSeconds(20), () -> read(covered)).text())
        .startsWith("a\n|  | x\n")
        .endsWith("\nx\nx\n")
        .hasLineCount(20_001);
    String nested = "<table><tr><th>a<td>b<tr><td>".repeat(3_000) + "deep";
    Document deep = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> read(nested));
    assertThat(deep.text()).contains("deep").contains("a | b");
    InputStream in = new ByteArrayInputStream(page(columns).getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> new HtmlParser(new IngestLimits(99_999, 999)).parse("d", in))
        .hasMessageContaining("longer than 999");
  }

  @Test
  void leavesOutWhatIsAroundTheMainPart() throws Exception {
    String around =
        "<header>Logo</header><nav>Home</nav><div role=dialog>Cookies?</div><header><h1>Tower</h1>"
            + "<nav>Inner</nav></header>%s<aside>News</aside><p>Loose.</p><footer>Imprint</footer>";
    assertThat(
            read(around.formatted("<main><header>Top</header>Body.<aside>Box</aside></main>"))
                .text())
        .isEqualTo("Tower\n\nTop\n\nBody.\n\nBox\n\nLoose.");
    assertThat(read(around.formatted("<article>Body.</article>")).text())
        .isEqualTo("Tower\n\nBody.\n\nLoose.");
    assertThat(read(around.formatted("<main> </main>Body.")).text())
        .contains("Logo", "Home", "Cookies?", "Body.", "News", "Imprint");
    assertThat(read("<aside><main>Body.</main></aside><nav>Home</nav>").text()).isEqualTo("Body.");
  }

  @Test
  void readsDatesOfAPage() throws Exception {
    Document document =
        read(
            "<meta property='article:published_time' content='2026-01-02'>"
                + "<meta property='article:modified_time' content='2026-02-03'>"
                + "<meta name='Author' content='Ada Keeper'>"
                + "<meta property='article:author' content='https://tarn.example/ada'><p>x");
    assertThat(document.metadata())
        .containsEntry("doc.created", "2026-01-02")
        .containsEntry("doc.modified", "2026-02-03")
        .containsEntry("doc.author", "Ada Keeper");
  }
}
