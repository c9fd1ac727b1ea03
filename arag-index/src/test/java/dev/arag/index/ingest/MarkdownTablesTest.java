package dev.arag.index.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Table;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.spi.split.Splitter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which lines of Markdown are tables. */
class MarkdownTablesTest {
  private static Document read(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new MarkdownParser().parse("d", new ByteArrayInputStream(bytes)).document().build();
  }

  /** Returns the header and the rows of each table. */
  private static List<List<String>> tables(String text) throws IOException {
    Document document = read(text);
    assertThat(document.text()).isEqualTo(text);
    List<List<String>> tables = new ArrayList<>();
    for (Table table : document.tables()) {
      tables.add(
          List.of(
              text.substring(table.offset(), table.body()),
              text.substring(table.body(), table.end())));
    }
    return tables;
  }

  @Test
  void findsTablesWithAndWithoutOuterBars() throws IOException {
    String text =
        """
        ---
        title: x | y
        ---
        # Sales
        **Table 3**
        (in millions)
        | Item | 2018 | 2017 |
        |:-----|:----:|---:|
        | Net sales. All | 32,765 | 31,657 |
        | a \\| b | `c` |
        Total

        Text | with a bar.

        Item | 2018
        --- | ---
        Assets | 5
        ## Next
           | one |
           |-----|
           | cell |
        """;
    assertThat(tables(text))
        .containsExactly(
            List.of(
                "| Item | 2018 | 2017 |\n|:-----|:----:|---:|\n",
                "| Net sales. All | 32,765 | 31,657 |\n| a \\| b | `c` |\nTotal\n"),
            List.of("Item | 2018\n--- | ---\n", "Assets | 5\n"),
            List.of("   | one |\n   |-----|\n", "   | cell |\n"));
    List<Sentence> rows =
        new Splitter(1_000, TokenCounter.o200k())
            .split(read(text)).get(0).sentences().stream()
                .filter(sentence -> sentence.table() != null)
                .toList();
    assertThat(rows)
        .extracting(Sentence::text)
        .containsExactly(
            "(in millions)",
            "| Item | 2018 | 2017 |",
            "| Net sales. All | 32,765 | 31,657 |",
            "| a \\| b | `c` |",
            "Total",
            "Item | 2018",
            "Assets | 5",
            "| one |",
            "| cell |");
    assertThat(rows.get(2).embeddedText())
        .isEqualTo("Sales: (in millions) Item | 2018 | 2017: | Net sales. All | 32,765 | 31,657 |");
    assertThat(rows.get(8).embeddedText()).isEqualTo("Sales > Next: one: | cell |");
  }

  @Test
  void endsATableAtTheEndOfTheTextAndWithOtherLineBreaks() throws IOException {
    assertThat(tables("a|b\r\n-|-\r\n1|2\r\n\r\nText"))
        .containsExactly(List.of("a|b\r\n-|-\r\n", "1|2\r\n"));
    assertThat(tables("a|b\r-|-\r1|2")).containsExactly(List.of("a|b\r-|-\r", "1|2"));
    assertThat(tables("| a |\n|---|")).containsExactly(List.of("| a |\n|---|", ""));
    assertThat(tables("| שם | סכום |\n|---|---|\n| מזומן | 5 |\n"))
        .containsExactly(List.of("| שם | סכום |\n|---|---|\n", "| מזומן | 5 |\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "> quote",
        "- item",
        "* item",
        "1. item",
        "# Title",
        "---",
        "***",
        "```",
        "    code",
        "<div>"
      })
  void endsATableAtAnotherBlock(String block) throws IOException {
    assertThat(tables("a | b\n--|--\n1 | 2\n" + block + "\nc | d\n"))
        .containsExactly(List.of("a | b\n--|--\n", "1 | 2\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "|---|---|",
        "a | b\n|---|\n| c |",
        "a | b | c\n---|---\n",
        "a | b\n\n---|---\n",
        "a | b\n--- ---\nc | d",
        "a | b\n---\n",
        "a\n---\nb | c",
        "a | b\n-x-|---\n",
        "a | b\n|-|||\n",
        "```\na | b\n---|---\n1 | 2\n```\n",
        "~~~ text\na | b\n---|---\n",
        "    a | b\n    ---|---\n",
        "> a | b\n> ---|---\n",
        "- a | b\n---|---\n",
        "# a | b\n---|---\n",
        "| a \\| b |\n|---|---|\n"
      })
  void findsNoTableInOtherText(String text) throws IOException {
    assertThat(tables(text)).isEmpty();
  }

  /** In the pages of this project, each line that begins with a bar is in a table. */
  @Test
  void findsTheTablesOfTheGuide() throws IOException {
    int rows = 0;
    try (Stream<Path> pages = Files.walk(Path.of("../docs"))) {
      for (Path page : pages.filter(each -> each.toString().endsWith(".md")).toList()) {
        Document document = read(Files.readString(page));
        String plain = document.text().replaceAll("(?ms)^```.*?^```", "");
        long expected = plain.lines().filter(line -> line.startsWith("|")).count();
        long found = 0;
        for (Table table : document.tables()) {
          found += document.text().substring(table.offset(), table.end()).lines().count();
        }
        assertThat(found).as(page.toString()).isEqualTo(expected);
        rows += found;
      }
    }
    assertThat(rows).isGreaterThan(300);
  }
}
