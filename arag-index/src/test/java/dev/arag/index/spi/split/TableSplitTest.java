package dev.arag.index.spi.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Table;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.spi.SentenceRules;
import dev.arag.index.spi.text.TableText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TableSplitTest {
  private static final TokenCounter TOKENS = TokenCounter.o200k();
  private static final Splitter SPLITTER = new Splitter(1_000, TOKENS);
  private static final Splitter SMALL = new Splitter(200, TOKENS);

  /** A document with text, a table, and text again. */
  private static Document.Builder document(String before, String header, String rows) {
    String text = before + header + rows + "The end. Really.\n";
    int body = before.length() + header.length();
    return Document.builder("d", text)
        .table(new Table(before.length(), body, body + rows.length()));
  }

  private static List<Sentence> sentences(List<Chunk> chunks) {
    return chunks.stream().flatMap(chunk -> chunk.sentences().stream()).toList();
  }

  private static List<Sentence> rows(List<Chunk> chunks) {
    return sentences(chunks).stream().filter(each -> each.table() != null).toList();
  }

  private static List<String> texts(List<Sentence> sentences) {
    return sentences.stream().map(Sentence::text).toList();
  }

  private static Set<TableHeader> instances(List<Chunk> chunks) {
    Set<TableHeader> instances = Collections.newSetFromMap(new IdentityHashMap<>());
    rows(chunks).forEach(row -> instances.add(Objects.requireNonNull(row.table())));
    return instances;
  }

  @Test
  void makesEachLineASentenceWithTheSameHeader() {
    String header = "Table 3. Sales of the year.\r\n(Millions) | 2018 | 2017\r\n|---|---|\r\n";
    String rows =
        "Net sales. Total | 32,765 | 31,657\r\nAssets\r\n\r\ncash, and\r\nother e.g. | 1\r\n"
            + "— | —\r\nמזומנים | 5 | 6\r\n";
    Document document = document("It grew. See\n", header, rows).title("Report").build();
    List<Chunk> chunks = SPLITTER.split(document);
    assertThat(texts(sentences(chunks)))
        .containsExactly(
            "Report",
            "It grew.",
            "See",
            "Table 3. Sales of the year.",
            "(Millions) | 2018 | 2017",
            "Net sales. Total | 32,765 | 31,657",
            "Assets",
            "cash, and",
            "other e.g. | 1",
            "מזומנים | 5 | 6",
            "The end.",
            "Really.");
    assertThat(instances(chunks)).containsExactly(new TableHeader(13, header));
    assertThat(rows(chunks)).hasSize(7);
    assertThat(rows(chunks)).filteredOn(Sentence::isTableHeader).hasSize(2);
    assertThat(rows(chunks).get(2).embeddedText())
        .isEqualTo(
            "Report: Table 3. Sales of the year. (Millions) | 2018 | 2017: "
                + "Net sales. Total | 32,765 | 31,657");
    assertThat(chunks.get(0).sections()).extracting(Section::table).hasSize(3);
    assertThat(chunks.get(0).sections().get(1).text()).isEqualTo(header + rows);
  }

  @Test
  void splitsTablesThatFollowEachOther() {
    String text = "a | 1\nb | 2\nc | 3\n";
    Document document =
        Document.builder("d", text).table(new Table(0, 6, 12)).table(new Table(12, 12, 18)).build();
    List<Chunk> chunks = SPLITTER.split(document);
    assertThat(chunks.get(0).sections())
        .extracting(Section::text)
        .containsExactly("a | 1\nb | 2\n", "c | 3\n");
    assertThat(instances(chunks))
        .containsExactlyInAnyOrder(new TableHeader(0, "a | 1\n"), new TableHeader(12, ""));
    assertThat(rows(chunks).get(2).embeddedText()).isEqualTo("c | 3");
  }

  @Test
  void headersBeginWithTheSentenceOrTitleAbove() {
    assertThat(headerBelow("It grew. Costs are as follows (in millions):\n\n"))
        .isEqualTo("Costs are as follows (in millions):\n\n(Millions) | 2018\n");
    assertThat(headerBelow("It grew.\n\nProduct Development (amounts in millions)\r\n"))
        .isEqualTo("Product Development (amounts in millions)\r\n(Millions) | 2018\n");
    assertThat(headerBelow("費用は次のとおり：\n")).startsWith("費用");
    for (String other :
        List.of(
            "It grew.\n",
            "It grew. Costs, see\n",
            "Costs of all our stores and places are as\nfollows (in millions):\n",
            "Total assets 30% 24%\n",
            "A title that is too long ".repeat(5) + "\n",
            "A sentence that is too long ".repeat(12) + ":\n",
            "On one line: ",
            "\n")) {
      assertThat(headerBelow(other)).as(other).isEqualTo("(Millions) | 2018\n");
    }
  }

  private static String headerBelow(String before) {
    Document document = document(before, "(Millions) | 2018\n", "Sales | 5\n").build();
    List<Chunk> chunks = SPLITTER.split(document);
    SplitterTest.checkInvariants(document, chunks);
    return instances(chunks).iterator().next().text();
  }

  @Test
  void aHeadingAndAnotherTableAreNotATitle() {
    String text = "Sales\n\na | b\n1 | c\n\nd | e\n2 | f\n";
    Document document =
        Document.builder("d", text)
            .heading(0, List.of("Sales"))
            .table(new Table(7, 13, 19))
            .table(new Table(20, 26, 32))
            .build();
    assertThat(instances(SPLITTER.split(document)))
        .containsExactlyInAnyOrder(new TableHeader(7, "a | b\n"), new TableHeader(20, "d | e\n"));
  }

  private static String cells(String name, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> name + " " + i)
        .collect(Collectors.joining(" | "));
  }

  @Test
  void cutsALongRowBetweenCellsAndALongCellAsText() {
    String cell = "The word of the cell, which is long, goes on and on. ".repeat(40).strip();
    String rows = cells("value", 300) + "\n" + "a | b | " + cell + " | c\n";
    List<Chunk> chunks = SPLITTER.split(document("", "Names\n", rows).build());
    SplitterTest.checkInvariants(document("", "Names\n", rows).build(), chunks);
    List<String> parts = texts(rows(chunks));
    int second = parts.indexOf("a | b |");
    assertThat(parts.subList(1, second - 1)).hasSizeBetween(3, 8).allMatch(p -> p.endsWith(" |"));
    assertThat(parts.subList(2, second)).allMatch(part -> part.startsWith("value "));
    assertThat(String.join(" ", parts.subList(1, second))).isEqualTo(cells("value", 300));
    assertThat(String.join(" ", parts.subList(second, parts.size())))
        .isEqualTo("a | b | " + cell + " | c");
    assertThat(parts.subList(second + 1, parts.size() - 1)).allMatch(part -> part.endsWith("."));
  }

  @Test
  void endsChunksBetweenRows() {
    // Each row has two parts, of which only one would fit into the rest of a chunk of 1,000 tokens.
    String rows = (cells("value", 90) + "\n").repeat(30);
    String heading = "Sales\n";
    String header = "Names of the columns | 1 | 2\n";
    String before = heading + "It grew and it grew. ".repeat(200) + "\n";
    String text = before + header + rows;
    Document document =
        Document.builder("d", text)
            .heading(0, List.of("Sales"))
            .table(new Table(before.length(), before.length() + header.length(), text.length()))
            .build();
    List<Chunk> chunks = SPLITTER.split(document);
    SplitterTest.checkInvariants(document, chunks);
    assertThat(rows(chunks)).hasSizeGreaterThanOrEqualTo(61);
    List<Chunk> inTable = chunks.stream().filter(each -> each.location().offset() > 0).toList();
    assertThat(inTable).hasSizeGreaterThan(8);
    for (Chunk chunk : inTable) {
      assertThat(chunk.text()).endsWith("\n").hasSizeGreaterThan(1_500);
      assertThat(chunk.tokens()).isLessThanOrEqualTo(1_000);
      Section section = chunk.sections().get(chunk.sections().size() - 1);
      assertThat(section.table()).hasValue(new TableHeader(before.length(), header));
      assertThat(section.heading()).containsExactly("Sales");
    }
    assertThat(inTable)
        .filteredOn(each -> each.text().startsWith("value 0 |"))
        .hasSizeGreaterThan(6);
    assertThat(instances(chunks)).hasSize(1);

    // A row that is longer than a chunk is cut.
    List<Chunk> small = SMALL.split(document);
    SplitterTest.checkInvariants(document, small);
    assertThat(small).filteredOn(each -> !each.text().endsWith("\n")).isNotEmpty();
  }

  @Test
  void keepsTheHeaderWithTheFirstRow() {
    String header = "Sales in the years | 2018 | 2017\n";
    String rows = "Net sales of all | 32,765 | 31,657\n".repeat(40);
    for (int words = 0; words < 180; words++) {
      String before = "Sales\n" + "word ".repeat(words) + "\n";
      Document document = document(before, header, rows).heading(0, List.of("Sales")).build();
      List<Chunk> chunks = SMALL.split(document);
      assertThat(chunks).noneMatch(each -> each.text().endsWith(header));
    }
  }

  @Test
  void doesNotRepeatALongHeaderWithoutLimit() {
    String wide = cells("Column", 300) + "\n";
    List<Chunk> chunks =
        SPLITTER.split(document("", wide, (cells("1", 300) + "\n").repeat(3)).build());
    TableHeader header = instances(chunks).iterator().next();
    assertThat(TOKENS.count(header.text())).isBetween(500, 512);
    assertThat(header.text()).startsWith("Column 0 | Column 1 | ").endsWith(" |");
    assertThat(instances(chunks)).hasSize(1);

    String huge = ("A title line that never ends. ".repeat(16) + "\n").repeat(2_000);
    Document document = document("", huge, "a | 1\n".repeat(100)).build();
    List<Chunk> many =
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> SPLITTER.split(document));
    SplitterTest.checkInvariants(document, many);
    assertThat(rows(many)).hasSize(2_100);
    assertThat(instances(many))
        .singleElement()
        .satisfies(each -> assertThat(TOKENS.count(each.text())).isLessThanOrEqualTo(512));
  }

  @Test
  void acceptsHeadingsInAndAroundTables() {
    String text = "Part\na | 1\nTotal\nb | 2\nEnd.\n";
    for (int heading = 0; heading <= text.length() - 1; heading++) {
      for (int start = 0; start < text.length(); start++) {
        Document document =
            Document.builder("d", text)
                .heading(heading, List.of(text.substring(heading).lines().findFirst().orElse("")))
                .table(new Table(start, Math.min(start + 3, text.length()), text.length()))
                .build();
        List<Chunk> chunks = SPLITTER.split(document);
        SplitterTest.checkInvariants(document, chunks);
        assertThat(
                chunks.get(0).sections().stream().map(Section::text).collect(Collectors.joining()))
            .isEqualTo(text);
        int from = start;
        assertThat(sentences(chunks))
            .allMatch(
                each ->
                    each.table() != null
                        ? each.isLabel() || each.offset() >= from
                        : each.offset() < from);
      }
    }
  }

  @Test
  void splitsTheTableOfAPredefinedChunk() {
    String rows = "a | 1\nb. B | 2\nc | 3\n";
    Document document =
        document("", "Names\n", rows).chunk(0, ChunkId.of("x")).chunk(13, ChunkId.of("y")).build();
    List<Chunk> chunks = SPLITTER.split(document);
    assertThat(texts(rows(chunks))).containsExactly("Names", "a | 1", "b", ". B | 2", "c | 3");
    assertThat(instances(chunks)).hasSize(1);
  }

  @Test
  void ignoresTablesIfOtherRulesSplit() {
    SentenceRules lines =
        new SentenceRules() {
          @Override
          public String name() {
            return "whole";
          }

          @Override
          public String version() {
            return "whole 1";
          }

          @Override
          public List<Range> find(String text, int from, int to) {
            return List.of(new Range(from, to));
          }

          @Override
          public String embeddedText(Sentence sentence) {
            return sentence.text();
          }
        };
    Document document = document("", "Names\n", "a | 1\n").build();
    assertThat(rows(new Splitter(100, TOKENS, lines).split(document))).isEmpty();
  }

  @Test
  void hashesTheTables() {
    Document with = document("", "Names\n", "a | 1\n").build();
    Document other = document("Names\n", "", "a | 1\n").build();
    Document without = Document.of("d", with.text());
    assertThat(List.of(with, other, without)).extracting(Document::text).containsOnly(with.text());
    assertThat(List.of(with, other, without))
        .extracting(each -> SPLITTER.splitWithKey(each).key())
        .doesNotHaveDuplicates();
    assertThat(with.toBuilder().build().tables()).isEqualTo(with.tables());
  }

  @Test
  void splitsTheTableOfASheet() {
    StringBuilder text = new StringBuilder();
    TableText table = new TableText(text);
    table.header(List.of("Item", "2018", "2017"));
    List<String> expected = new ArrayList<>(List.of("Item | 2018 | 2017"));
    for (int i = 0; i < 20_000; i++) {
      table.row(List.of("No. " + i, "", "" + i));
      expected.add("No. " + i + " |  | " + i);
    }
    Document document =
        Document.builder("d", text.toString()).table(table.end().orElseThrow()).build();
    List<Chunk> chunks = SPLITTER.split(document);
    assertThat(texts(sentences(chunks))).isEqualTo(expected);
    assertThat(instances(chunks)).hasSize(1);
    assertThat(chunks).allMatch(each -> each.text().endsWith("\n"));
  }
}
