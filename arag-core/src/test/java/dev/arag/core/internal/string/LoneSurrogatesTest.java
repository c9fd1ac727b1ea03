package dev.arag.core.internal.string;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoneSurrogatesTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a\ud83d\ude00b", "\ud83d\ude00\ud83d\ude00"})
  void acceptsPairs(String text) {
    assertThat(LoneSurrogates.isIn(text)).isFalse();
    assertThat(LoneSurrogates.indexIn(text, 0)).isEqualTo(text.length());
    assertThat(LoneSurrogates.replace(text)).isSameAs(text);
    assertThat(LoneSurrogates.escape(text)).isSameAs(text);
  }

  @Test
  void findsLoneSurrogates() {
    assertThat(LoneSurrogates.isIn("\udc00\ud800")).isTrue();
    String text = "\ud83d\ude00\ud800\ud83d\ude00b\udc00";
    assertThat(LoneSurrogates.indexIn(text, 0)).isEqualTo(2);
    assertThat(LoneSurrogates.indexIn(text, 3)).isEqualTo(6);
    assertThat(LoneSurrogates.replace(text)).isEqualTo("\ud83d\ude00\ufffd\ud83d\ude00b\ufffd");
    assertThat(LoneSurrogates.escape(text)).isEqualTo("\ud83d\ude00\\ud800\ud83d\ude00b\\udc00");
  }
}
