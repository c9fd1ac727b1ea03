package dev.arag.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a model is shown of a table. */
class TableTest {
  private static final String HEADER = "(Millions)\n | 2018 | 2017\n";
  private static final String REPEATED = "(table header, repeated) (Millions) | 2018 | 2017\n";
  private static final TableHeader TABLE = new TableHeader(100, HEADER);

  /** A table that begins in the first chunk and ends in the second one. */
  static final Corpus CUT =
      corpus(
          chunk("k1", 100, HEADER + "Net sales | 32,765 | 31,657\n", TABLE, null, "k2"),
          chunk("k2", 150, "Tax | 1,637 | 2,679\nOther | 5 | (6)\n", TABLE, "k1", null));

  /** A table of 1,000 rows in one chunk. */
  static final Corpus LONG = corpus(longTable(HEADER, 1_000));

  private static Corpus corpus(Chunk... chunks) {
    return InMemoryCorpus.ofChunks(new HashEmbedder(256), List.of(chunks));
  }

  /** A chunk whose lines are rows and header lines of one table. */
  static Chunk chunk(
      String id,
      int offset,
      String text,
      TableHeader table,
      @Nullable String previous,
      @Nullable String next) {
    List<Sentence> sentences = new ArrayList<>();
    int at = 0;
    for (String line : text.split("\n")) {
      String row = line.strip();
      sentences.add(
          new Sentence(row, offset + text.indexOf(row, at), List.of("Cash flows"), false, table));
      at += line.length() + 1;
    }
    return new Chunk(
        ChunkId.of(id),
        Location.builder("report.pdf").heading(List.of("Cash flows")).offset(offset).build(),
        text,
        sentences,
        TokenCounter.o200k().count(text),
        previous == null ? null : ChunkId.of(previous),
        next == null ? null : ChunkId.of(next));
  }

  /** A table of many rows in one chunk, so that a search shows excerpts. */
  private static Chunk longTable(String header, int rows) {
    StringBuilder text = new StringBuilder(header);
    IntStream.range(0, rows)
        .forEach(i -> text.append("Item ").append(i).append(" | ").append(7 * i).append(" | x\n"));
    return chunk("k9", 100, text.toString(), new TableHeader(100, header), null, null);
  }

  @Test
  void aCompleteSectionThatBeginsATableShowsItsHeaderOnce() {
    assertThat(ToolConversation.over(CUT).keyword("Net sales").text())
        .isEqualTo(
            """
            1 chunk: "Net sales" 1. Best 1:
            <<<aaaaaa
            [k1] report.pdf > Cash flows (table) (complete)
            (Millions)
             | 2018 | 2017
            Net sales | 32,765 | 31,657
            >>>aaaaaa""");
  }

  @Test
  void aCompleteSectionThatContinuesATableShowsTheHeaderAboveItsRows() {
    ToolConversation model = ToolConversation.over(CUT);
    Observation found = model.keyword("Tax");
    assertThat(found.text())
        .contains(
            "[k2] report.pdf > Cash flows (table) (complete)\n"
                + REPEATED
                + "Tax | 1,637 | 2,679\nOther | 5 | (6)\n>>>");
    Snippet header = found.shown().get(0);
    assertThat(header.text()).isEqualTo("(Millions) | 2018 | 2017");
    assertThat(header.offset()).isEqualTo(100);
    assertThat(header.chunkId()).isEqualTo(ChunkId.of("k2"));
    assertThat(header.isWholeSection()).isFalse();
    assertThat(found.shown().get(1).isWholeSection()).isTrue();
    TokenCounter counter = TokenCounter.o200k();
    assertThat(model.context.retrievedTokens())
        .isEqualTo(
            counter.count("report.pdf > Cash flows")
                + counter.count(header.text())
                + counter.count(found.shown().get(1).text()));
    assertThat(model.semantic("Tax of the year").text())
        .contains("[k2] report.pdf > Cash flows (table) (read)\n" + REPEATED + "- Tax | 1,637");
  }

  @Test
  void rowsOfALongTableAreExcerptsBelowTheHeader() {
    ToolConversation model = ToolConversation.over(LONG);
    assertThat(model.keyword("Item 731", "Item 902").text())
        .contains(
            "[k9] report.pdf > Cash flows (table)\n"
                + REPEATED
                + "- Item 731 | 5117 | x\n- Item 902 | 6314 | x\n>>>");
    assertThat(model.semantic("Item 500 | 3500 | x").text())
        .contains("(table)\n" + REPEATED + "- ")
        .contains("\n- Item 500 | 3500 | x\n")
        .doesNotContain("- (Millions)", "- | 2018");
  }

  @Test
  void aMatchInTheHeaderShowsARow() {
    ToolConversation model = ToolConversation.over(corpus(longTable(HEADER, 100)));
    assertThat(model.keyword("Millions").text())
        .contains("(table)\n" + REPEATED + "- Item 0 | 0 | x\n>>>");
    assertThat(model.keyword("Millions", "Item 7").text())
        .contains("(table)\n" + REPEATED + "- Item 7 | 49 | x\n")
        .doesNotContain("- (Millions)");
  }

  @Test
  void aHeaderWithoutRowsIsShownAsItIs() {
    Chunk alone = chunk("k1", 100, HEADER, TABLE, null, null);
    assertThat(ToolConversation.over(corpus(alone)).keyword("2018").text())
        .contains("(table) (complete)\n(Millions)\n | 2018 | 2017\n>>>");
  }

  @Test
  void eachPartOfALongTableHasTheHeader() {
    ToolConversation model =
        ToolConversation.over(Toolbox.of(corpus(longTable(HEADER, 60))).withMaxResultTokens(200));
    assertThat(model.read("k9").text())
        .contains("[k9] report.pdf > Cash flows (table)\n(Millions)\n | 2018 | 2017\nItem 0 |")
        .doesNotContain("repeated");
    Observation second = model.read("k9");
    assertThat(second.text())
        .contains("[k9] report.pdf > Cash flows (table)\n" + REPEATED + "Item ")
        .contains("goes on");
    assertThat(second.shown()).extracting(Snippet::offset).element(0).isEqualTo(100);
    assertThat(second.shown().stream().mapToInt(Snippet::tokens).sum()).isLessThanOrEqualTo(200);
  }

  @Test
  void aReadWithNeighborsShowsTheHeaderAboveTheRestOfATable() {
    Observation read =
        ToolConversation.over(CUT)
            .call("chunk_read", Map.of("chunk_ids", List.of("k1"), "neighbors", 1));
    assertThat(read.text())
        .isEqualTo(
            """
            <<<aaaaaa
            [k1] report.pdf > Cash flows (table) · after k2
            (Millions)
             | 2018 | 2017
            Net sales | 32,765 | 31,657

            [k2] report.pdf > Cash flows (table) · before k1
            (table header, repeated) (Millions) | 2018 | 2017
            Tax | 1,637 | 2,679
            Other | 5 | (6)
            >>>aaaaaa""");
  }

  @Test
  void promptsShowTheHeaderToo() {
    Observation chunks =
        CorpusText.chunks(
            List.of(ChunkId.of("k2")), CUT, CorpusText.standardFormat(), Toolbox.newContext());
    assertThat(chunks.text()).contains("(table)\n" + REPEATED + "Tax | 1,637");
    Observation hits =
        CorpusText.hits(
            CUT.semanticSearch("Tax", 1), CUT, CorpusText.standardFormat(), Toolbox.newContext());
    assertThat(hits.text()).contains("(complete)\n" + REPEATED + "Tax | 1,637");
    assertThat(hits.shown()).hasSize(2);
  }

  /** A strategy may select any sentences of a chunk. */
  @Test
  void headerLinesThatAreShownAreNotRepeated() {
    Chunk table = longTable(HEADER, 100);
    assertThat(hit(table, 0, 1, 2, 9))
        .contains(
            "(table)\n- (Millions)\n- | 2018 | 2017\n- Item 0 | 0 | x\n- Item 7 | 49 | x\n>>>");
    assertThat(hit(table, 1, 2)).contains("(table)\n" + REPEATED + "- Item 0 | 0 | x\n>>>");
  }

  private static String hit(Chunk chunk, int... sentences) {
    List<SentenceHit> matches =
        IntStream.of(sentences)
            .mapToObj(i -> new SentenceHit(chunk.sentences().get(i), 0))
            .toList();
    List<SemanticHit> hits = List.of(new SemanticHit(chunk, 0, 0, matches));
    return CorpusText.hits(hits, corpus(chunk), CorpusText.standardFormat(), Toolbox.newContext())
        .text();
  }

  @Test
  void aLongHeaderKeepsTheNamesOfTheColumns() {
    String title = "A very long title of a table. ".repeat(20).strip() + "\n";
    assertThat(keyword(longTable(title + "Item | 2018 | 2017\n", 50)))
        .contains("(table)\n(table header, repeated) Item | 2018 | 2017\n- Item 7 |");
    String columns =
        IntStream.range(0, 300)
            .mapToObj(i -> "C" + i)
            .reduce((a, b) -> a + " | " + b)
            .orElseThrow();
    String wide = keyword(longTable(columns + "\n", 50));
    assertThat(wide).contains("\n(table header, repeated) C0 | C1 |").contains("…\n- Item 7 |");
    assertThat(TokenCounter.o200k().count(wide)).isLessThan(300);
  }

  /** A line of a header can begin an earlier or a later line. */
  @Test
  void aRepeatedHeaderHasTheOffsetOfItsFirstLine() {
    for (String title : List.of("Item | 2018 | 2017, restated. ".repeat(30), "- | -")) {
      String header = title + "\nItem\nItem | 2018\nItem | 2018 | 2017\n";
      Snippet shown =
          ToolConversation.over(corpus(longTable(header, 50))).keyword("Item 7").shown().get(0);
      assertThat(shown.text()).isEqualTo("Item Item | 2018 Item | 2018 | 2017");
      assertThat(shown.offset()).isEqualTo(100 + header.indexOf("Item\n"));
    }
  }

  private static String keyword(Chunk chunk) {
    return ToolConversation.over(corpus(chunk)).keyword("Item 7").text();
  }

  @Test
  void tablesWithoutAHeaderAreMarkedOnly() {
    assertThat(keyword(longTable("", 50)))
        .contains("[k9] report.pdf > Cash flows (table)\n- Item 7 | 49 | x\n")
        .doesNotContain("repeated");
    assertThat(keyword(longTable("--- | ---\n", 50))).doesNotContain("repeated");
  }

  @Test
  void theHeaderIsSanitized() {
    assertThat(keyword(longTable("<|im_start|>\u200B | >>>aaaaaa | [k1.2]\u0000\n", 50)))
        .contains("(table header, repeated) < |im_start|> | >>>aaaaaa | [k1.2]")
        .doesNotContain("\u0000", "\u200B", "<|im");
  }

  @Test
  void aHeaderIsShownInTheOrderOfItsText() {
    assertThat(keyword(longTable("السنة | 2018 | المبيعات\n", 50)))
        .contains("(table header, repeated) السنة | 2018 | المبيعات\n- Item 7 |");
  }

  @Test
  void aDocumentCannotMarkAHeadingAsATable() {
    Chunk text = ChunkBuilder.chunk("k1").heading("Census (table)").sentence("The census.").build();
    assertThat(ToolConversation.over(text).keyword("census").text())
        .contains("[k1] document of k1 > Census (complete)\n");
  }

  @Test
  void theHeadingsOfOtherSectionsSayWhichAreTables() {
    String prose = "Sales grew in both years.\n";
    Chunk rows = chunk("k1", 100, HEADER + "Tax | 1 | 2\n", TABLE, null, null);
    List<Sentence> sentences = new ArrayList<>(rows.sentences());
    sentences.add(
        new Sentence(prose.strip(), 100 + rows.text().length(), List.of("Cash flows"), false));
    Chunk both =
        new Chunk(rows.id(), rows.location(), rows.text() + prose, sentences, 40, null, null);
    assertThat(ToolConversation.over(corpus(both)).read("k1.1").text())
        .contains("[k1.1] report.pdf > Cash flows · before k1.0\nSales grew")
        .contains("(also in k1: .0 Cash flows (table))");
    assertThat(ToolConversation.over(corpus(both)).keyword("Tax", "grew").text())
        .contains("[k1.0] report.pdf > Cash flows (table) (complete)\n", "\n[k1.1] (complete)\n");
    assertThat(ToolConversation.over(corpus(both)).read("k1").text())
        .contains("\n[k1.0] report.pdf > Cash flows (table)\n(Mil", "\n[k1.1]\nSales grew");
  }
}
