package dev.arag.core.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Document.Table;
import dev.arag.core.text.TableHeader;
import dev.arag.core.token.TokenCounter;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TableHeadersTest {
  private static final String BEFORE = "Text.\n";

  private static TableHeader header(String lines) {
    String text = BEFORE + lines + "a | 1\n";
    int start = BEFORE.length();
    return TableHeaders.of(text, new Table(start, start + lines.length(), text.length()));
  }

  @Test
  void keepsAShortHeaderWhole() {
    String lines = "Sales\r\n(millions)\r\n | 2018 | 2017\r\n|---|---|\r\n";
    assertThat(header(lines)).isEqualTo(new TableHeader(BEFORE.length(), lines));
    assertThat(header("").text()).isEmpty();
    assertThat(header("x \ud83d").text()).isEmpty();
  }

  @Test
  void endsALongHeaderBetweenCellsOrLines() {
    String columns =
        IntStream.range(0, 300).mapToObj(i -> "Column " + i).collect(Collectors.joining(" | "));
    String kept = header("Sales\n" + columns + "\n").text();
    assertThat(kept).startsWith("Sales\nColumn 0 | Column 1 |").endsWith(" |");
    assertThat(TokenCounter.o200k().count(kept)).isBetween(500, TableHeaders.MAX_TOKENS);

    String lines = "A line without cells.\n".repeat(50_000);
    assertThat(header(lines).text()).endsWith("cells.\n").hasSizeBetween(1_000, 4_000);
    assertThat(header("word ".repeat(200_000) + "\n").text()).isEmpty();
    assertThat(header("\n".repeat(1_000_000)).text()).isBlank().hasSizeLessThan(10_000);
  }
}
