package dev.arag.core.internal.fold;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InvisibleTextTest {
  @Test
  void removesInvisibleCharacters() {
    String hidden = "ig\u200Bnore\uDB40\uDC41\uDB40\uDC7F \u202Ethis\u202C\uFEFF\u2764\uFE0F";
    assertThat(InvisibleText.strip(hidden)).isEqualTo("ignore this\u2764");
  }

  @Test
  void keepsJoinersAndLineBreaks() {
    String text = "می\u200Cخواهم \uD83D\uDC68\u200D\uD83D\uDC69\r\n\t";
    assertThat(InvisibleText.strip(text)).isSameAs(text);
  }

  @Test
  void keepsLoneSurrogates() {
    assertThat(InvisibleText.strip("\uDB40\u200B")).isEqualTo("\uDB40");
  }
}
