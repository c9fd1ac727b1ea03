package dev.arag.docling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Heading;
import dev.arag.core.text.Document.Page;
import dev.arag.core.text.Document.Table;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The samples are written by hand to the schema of docling-core. */
class DoclingParserTest {
  private static final String TEXT =
      """
      The Tarn Company

      1 Business

      The company makes lamps.

      1. Oil lamps
      2. Gas lamps
      - with a mantle

      1.1 Sales

      Sales (in thousands)
      | Year
      | 2023 | 2024
      Oil lamps | 12 | 14 ¦ 15
      Gas lamps |  | 7

      m = \\frac{s}{n}

      Figure 1: The factory

      It is not large.

      2 Risks""";

  @TempDir Path folder;

  @Test
  void writesTheTextInReadingOrder() throws IOException {
    ParsedFile file = parse(sample());
    assertThat(file.document().build().text()).isEqualTo(TEXT);
    assertThat(file.warnings()).isEmpty();
  }

  @Test
  void hasHeadingsPagesAndTables() throws IOException {
    Document document = parse(sample()).document().build();
    String title = "The Tarn Company";
    assertThat(document.title()).hasValue(title);
    assertThat(document.headings())
        .containsExactly(
            new Heading(0, List.of(title)),
            new Heading(TEXT.indexOf("1 Business"), List.of(title, "1 Business")),
            new Heading(TEXT.indexOf("1.1"), List.of(title, "1 Business", "1.1 Sales")),
            new Heading(TEXT.indexOf("2 Risks"), List.of(title, "2 Risks")));
    assertThat(document.pages())
        .containsExactly(
            new Page(0, 1),
            new Page(TEXT.indexOf("1. Oil"), 2),
            new Page(TEXT.indexOf("1.1"), 3),
            new Page(TEXT.indexOf("2 Risks"), 4));
    assertThat(document.tables())
        .containsExactly(
            new Table(
                TEXT.indexOf("Sales (in"), TEXT.indexOf("Oil lamps | 12"), TEXT.indexOf("\nm =")));
  }

  @Test
  void isChosenByTheWholeSuffix() throws IOException {
    Path docs = Files.createDirectory(folder.resolve("docs"));
    Files.write(docs.resolve("Report.Docling.JSON"), sample());
    Files.writeString(docs.resolve("other.json"), "{}");
    try (Index index = Index.builder(folder.resolve("i.arag")).withoutEmbeddings().openOrCreate()) {
      Source source = Source.path(docs).parser(new DoclingParser());
      assertThat(index.sync(source).skipped()).hasSize(1);
      assertThat(index.documentIds()).containsExactly("docs/Report.Docling.JSON");
      assertThat(index.keywordSearch(List.of("mantle"), 5).hits()).hasSize(1);
      assertThat(index.sync(source).unchanged()).isOne();
    }
  }

  @Test
  void readsATableWithoutAHeaderAndOneWithNothingElse() throws IOException {
    String row = cell(0, 0, "a", false) + "," + cell(0, 1, "b", false);
    Document plain = parse(table(row)).document().build();
    assertThat(plain.text()).isEqualTo("a | b");
    assertThat(plain.tables()).containsExactly(new Table(0, 0, 5));
    Document header = parse(table(cell(0, 0, "a", true))).document().build();
    assertThat(header.tables()).containsExactly(new Table(0, 1, 1));
    assertThatThrownBy(() -> parse(table("")))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining("has no text");
  }

  @Test
  void leavesOutATableOfBlankCellsAndItsPage() throws IOException {
    String table =
        item("table", "", 2, "\"data\":{\"table_cells\":[" + cell(0, 0, " ", true) + "]}");
    byte[] json =
        document(
            "#/texts/0, #/texts/1, #/texts/2",
            item("text", "A", 1, "") + "," + table + "," + item("text", "B", 3, ""));
    Document document = parse(json).document().build();
    assertThat(document.text()).isEqualTo("A\n\nB");
    assertThat(document.pages()).containsExactly(new Page(0, 1), new Page(3, 3));
    assertThat(document.tables()).isEmpty();
  }

  @Test
  void readsTextWithFormattedParts() throws IOException {
    String inline = "\"children\":[" + references("#/texts/%d", "#/texts/5") + "]";
    String parts = "\"children\":[" + references("#/texts/9", "#/texts/10") + "]";
    String table =
        "\"captions\":["
            + references("#/texts/3")
            + "],\"data\":{\"table_cells\":["
            + cell(0, 0, "x", false)
            + "]}";
    byte[] json =
        document(
            "#/texts/0, #/texts/1, #/texts/2, #/texts/4",
            String.join(
                ",",
                item("title", "", 0, inline.formatted(6)),
                item("list_item", "", 0, inline.formatted(7)),
                item("checkbox_selected", "", 0, inline.formatted(8)),
                item("caption", "", 0, inline.formatted(11)),
                item("table", "", 0, table),
                item("text", "once", 1, ""),
                item("inline", "", 0, parts),
                item("inline", "", 0, parts.replace("9", "12").replace("10", "13")),
                item("inline", "", 0, parts.replace("9", "14").replace("10", "15")),
                item("text", "The", 2, ""),
                item("text", "Tarn", 2, "\"formatting\":{\"bold\":true}"),
                item("inline", "", 0, parts.replace("9", "16").replace("10", "17")),
                item("text", "Oil", 0, ""),
                item("text", "lamps", 0, ""),
                item("text", "Gas", 0, ""),
                item("text", "lamps", 0, ""),
                item("text", "All", 0, ""),
                item("text", "sales", 0, "")));
    Document document = parse(json).document().build();
    assertThat(document.text())
        .isEqualTo("The Tarn\n\nonce\n\n- Oil lamps\n\n[x] Gas lamps\n\nAll sales\nx");
    assertThat(document.title()).hasValue("The Tarn");
    assertThat(document.pages()).containsExactly(new Page(0, 2), new Page(10, 1));
  }

  @Test
  void writesACaptionOnce() throws IOException {
    String captions = "\"captions\":[" + references("#/texts/1", "#/texts/1", "#/texts/9") + "]";
    byte[] json =
        document(
            "#/texts/0, #/texts/2",
            String.join(
                ",",
                item("picture", "", 0, captions),
                item("caption", "Lamps", 0, ""),
                item("picture", "", 0, captions)));
    ParsedFile file = parse(json);
    assertThat(file.document().build().text()).isEqualTo("Lamps");
    assertThat(file.warnings()).singleElement().asString().startsWith("1 reference ");
  }

  @Test
  @Timeout(20)
  void readsManyCellsOfOnePlace() throws IOException {
    String cell = cell(0, 0, "x".repeat(30), false);
    byte[] json = table((cell + ",").repeat(200_000) + cell);
    assertThat(parse(json).document().build().text()).hasSize(31 * 200_001 - 1);
  }

  @Test
  void readsRightToLeftText() throws IOException {
    String rows = cell(0, 0, "سنة", true) + "," + cell(1, 0, "مصباح", false);
    assertThat(parse(table(rows)).document().build().text()).isEqualTo("سنة\nمصباح");
  }

  @Test
  void readsEachItemOnceAlthoughReferencesAreCyclic() throws IOException {
    String texts =
        text("A", "#/texts/1", "#/body", "#/texts/0") + "," + text("B", "#/texts/0", "#/texts/1");
    ParsedFile file = parse(document("#/texts/0, #/texts/1, #/texts/0, #/texts/9", texts));
    assertThat(file.document().build().text()).isEqualTo("A\n\nB");
    assertThat(file.warnings()).singleElement().asString().startsWith("1 reference ");
  }

  @Test
  void readsADeepTree() throws IOException {
    String texts =
        IntStream.range(0, 50_000)
            .mapToObj(i -> text("x", "#/texts/" + (i + 1)))
            .collect(Collectors.joining(","));
    ParsedFile file = parse(document("#/texts/0", texts));
    assertThat(file.document().build().text()).hasSize(50_000 * 3 - 2);
  }

  @Test
  void limitsWhatItReads() {
    assertReason(document("#/texts/0", "{},".repeat(1_000_001) + "{}"), "more than 1000000 items");
    assertReason(document("#/texts/0", "[".repeat(5_000) + "]".repeat(5_000)), "nested too deeply");
    assertReason(document("#/texts/0", text("x".repeat(2_000))), "too long", 1_000);
    String wide =
        IntStream.range(0, 600)
            .mapToObj(i -> cell(i, 1_999, "x", false))
            .collect(Collectors.joining(","));
    assertReason(table(wide), "longer than 100000 characters", 100_000);
  }

  @Test
  void leavesOutCellsFarToTheRight() throws IOException {
    String cells = cell(0, 0, "a", false) + "," + cell(0, 2_000_000_000, "b", false);
    ParsedFile file = parse(table(cells));
    assertThat(file.document().build().text()).isEqualTo("a");
    assertThat(file.warnings()).singleElement().asString().startsWith("1 cell beyond");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "null",
        "{}",
        "{\"schema_name\":\"Other\",\"body\":{\"children\":[]}}",
        "{\"schema_name\":\"DoclingDocument\"}",
        "{\"schema_name\":\"DoclingDocument\",\"version\":\"2.0.0\"}",
        "{\"schema_name\":\"DoclingDocument\",\"body\":[[{\"$ref\":1}]],\"texts\":{\"0\":5}}",
        "{\"schema_name\":\"DoclingDocument\",\"body\":{\"children\":[5,null,{\"$ref\":{}}]},"
            + "\"texts\":[null,[1],{\"text\":[],\"prov\":{},\"level\":1e99,\"children\":\"x\"}]}",
        "{\"schema_name\":\"DoclingDocument\""
      })
  void rejectsWhatIsNotADoclingDocument(String json) {
    assertReason(json.getBytes(StandardCharsets.UTF_8), "");
  }

  @Test
  void saysWhereACutFileEnds() {
    assertReason(
        "{\n\"schema_name\":\"Docl".getBytes(StandardCharsets.UTF_8),
        "it is not valid JSON: it ends within an object (line 2)");
  }

  @Test
  void rejectsAFileCutAtManyBytes() throws IOException {
    byte[] sample = sample();
    for (int length = 0; length < sample.length - 2; length += 97) {
      assertReason(Arrays.copyOf(sample, length), "");
    }
  }

  @Test
  void stopsOnAnInterrupt() {
    byte[] many = document("#/texts/0", (text("x") + ",").repeat(5_000) + text("y"));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> parse(many)).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  private static void assertReason(byte[] json, String reason) {
    assertReason(json, reason, IngestLimits.defaults().textLength());
  }

  private static void assertReason(byte[] json, String reason, int textLength) {
    DoclingParser parser = new DoclingParser(new IngestLimits(50_000_000, textLength));
    assertThatThrownBy(() -> parser.parse("a", new ByteArrayInputStream(json)))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("\n");
  }

  private static byte[] document(String children, String texts) {
    return ("{\"schema_name\":\"DoclingDocument\",\"version\":\"1.0.0\",\"body\":{\"children\":["
            + references(children.split(", "))
            + "]},\"texts\":["
            + texts
            + "]}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] table(String cells) {
    return ("{\"schema_name\":\"DoclingDocument\",\"body\":{\"children\":[{\"$ref\":\"#/tables/0\"}]},"
            + "\"tables\":[{\"label\":\"table\",\"data\":{\"table_cells\":["
            + cells
            + "]}}]}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String cell(int row, int column, String text, boolean isHeader) {
    return ("{\"start_row_offset_idx\":%d,\"start_col_offset_idx\":%d,\"text\":\"%s\","
            + "\"column_header\":%s}")
        .formatted(row, column, text, isHeader);
  }

  private static String item(String label, String text, int page, String more) {
    return "{\"label\":\"%s\",\"text\":\"%s\",\"prov\":[{\"page_no\":%d}]%s}"
        .formatted(label, text, page, more.isEmpty() ? "" : "," + more);
  }

  private static String text(String text, String... children) {
    return "{\"label\":\"text\",\"text\":\""
        + text
        + "\",\"children\":["
        + references(children)
        + "]}";
  }

  private static String references(String... references) {
    return Arrays.stream(references)
        .map(each -> "{\"$ref\":\"" + each + "\"}")
        .collect(Collectors.joining(","));
  }

  private static byte[] sample() throws IOException {
    try (InputStream in = DoclingParserTest.class.getResourceAsStream("report.docling.json")) {
      return in.readAllBytes();
    }
  }

  private static ParsedFile parse(byte[] json) throws IOException {
    return new DoclingParser().parse("report.docling.json", new ByteArrayInputStream(json));
  }
}
