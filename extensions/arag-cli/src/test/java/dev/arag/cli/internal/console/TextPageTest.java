package dev.arag.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TextPageTest {
  @Test
  void longLinesAreWrappedWithIndentation() {
    String text = new TextPage().hanging("- ", "word ".repeat(30).strip(), "    ").text();
    assertThat(text.lines()).hasSize(2).allMatch(line -> line.length() <= 80);
    assertThat(text).startsWith("- word").contains("\n    word");
  }

  @Test
  void longWordIsNotBroken() {
    String word = "x".repeat(100);
    assertThat(new TextPage().line("see " + word + " there").text())
        .isEqualTo("see\n" + word + "\nthere\n");
  }

  @Test
  void ideographsAreTwoColumnsWide() {
    assertThat(LineWrapper.columns("ab你好")).isEqualTo(6);
  }

  @Test
  void controlCharactersAreReplaced() {
    assertThat(TextPage.printable("a\u001b[31m\u0007\u202e\r\tb"))
        .isEqualTo("a\uFFFD[31m\uFFFD\uFFFD\uFFFD b");
  }
}
