package dev.arag.core.internal.string;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TruncationTest {
  @ParameterizedTest
  @CsvSource({
    "'', 0, '', '', ''",
    "ab, 2, ab, ab, ab",
    "abc, 2, ab, bc, ab…",
    "abc, 0, '', '', …",
    "a😀b, 1, a, b, a…",
    "a😀b, 2, a, b, a…",
    "a😀b, 3, a😀, 😀b, a😀…",
    "a😀b, 4, a😀b, a😀b, a😀b",
    "😀, 1, '', '', …"
  })
  void neverSplitsASurrogatePair(
      String text, int length, String prefix, String suffix, String shown) {
    assertThat(Truncation.prefix(text, length)).isEqualTo(prefix);
    assertThat(Truncation.suffix(text, length)).isEqualTo(suffix);
    assertThat(Truncation.withEllipsis(text, length)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void keepsLoneSurrogates(int length) {
    String reversed = "\uDE00\uD83D";
    assertThat(Truncation.prefix(reversed, length)).isEqualTo(reversed.substring(0, length));
    assertThat(Truncation.suffix(reversed, length)).isEqualTo(reversed.substring(2 - length));
  }
}
