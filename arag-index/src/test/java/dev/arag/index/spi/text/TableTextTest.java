package dev.arag.index.spi.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.arag.core.text.Document.Table;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTextTest {
  private final StringBuilder text = new StringBuilder("Cash flows\n\n");
  private final TableText table = new TableText(text);

  @Test
  void eachRowIsALine() {
    table.header(List.of("(Millions)"));
    table.header(List.of("", "Years ended", "", ""));
    table.header(List.of("", "2018", "2017", "2016"));
    table.row(List.of("Net sales ", "32,765", "", "30\n109"));
    table.row(List.of("", " ", ""));
    table.row(List.of());
    table.row(List.of("a|b", "\u0000c  d"));

    assertThat(text)
        .hasToString(
            """
            Cash flows

            (Millions)
            | Years ended
            | 2018 | 2017 | 2016
            Net sales | 32,765 |  | 30 109
            a¦b | c d
            """);
    assertThat(table.end()).contains(new Table(12, 58, text.length()));
    assertThat(text.substring(58)).startsWith("Net sales");
  }

  @Test
  void aTableCanHaveNoHeaderOrNoRows() {
    assertThat(table.end()).isEmpty();
    table.row(List.of("a", "b"));
    assertThat(table.end()).contains(new Table(12, 12, 18));
    assertThatIllegalStateException().isThrownBy(() -> table.header(List.of("c")));
  }
}
