package dev.arag.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LiveTextTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(written, true, StandardCharsets.UTF_8);

  private LiveText live() {
    return new LiveText(new CliEnvironment(stream, stream, Map.of("COLUMNS", "80"), true));
  }

  private String output() {
    return written.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aTextThatGrowsIsOnlyAppended() {
    LiveText live = live();
    live.show("One");
    live.show("One two\nthree");
    live.show("One two\nthree\n\nfour\n");
    assertThat(output()).isEqualTo("One two\nthree\n\nfour\n");
  }

  @Test
  void onlyTheLinesThatDifferAreReplaced() {
    LiveText live = live();
    live.show("Kept\nfirst\nsecond");
    live.show("Kept\nother");
    assertThat(output()).isEqualTo("Kept\nfirst\nsecond\r\u001b[1A\u001b[Jother");
    assertThat(Screen.of(output())).isEqualTo("Kept\nother");
  }

  /** A terminal wraps a line that is longer than its width, such as an address. */
  @Test
  void longLinesAreRemoved() {
    for (String text : new String[] {"x".repeat(80), "x".repeat(81), "x".repeat(200) + "\ny\n"}) {
      stream.print("before\n");
      LiveText live = live();
      live.show(text);
      live.show("");
      assertThat(Screen.of(output())).isEqualTo("before\n");
      live.show("after");
      assertThat(Screen.of(output())).isEqualTo("before\nafter");
      written.reset();
    }
  }

  /** As the wrapped text of an answer, of which any number of characters may arrive at once. */
  @Test
  void theLastWordMayMoveToTheNextLine() {
    String text = "word ".repeat(15) + "a-long-last-word and the rest of the text";
    LiveText live = live();
    for (int end = 1; end <= text.length(); end++) {
      live.show(new TextPage().line(text.substring(0, end)).text().stripTrailing());
    }
    assertThat(Screen.of(output())).isEqualTo(new TextPage().line(text).text().strip());
  }
}
