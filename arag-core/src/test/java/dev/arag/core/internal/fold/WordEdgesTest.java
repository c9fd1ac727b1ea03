package dev.arag.core.internal.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordEdgesTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          art,            art,   true
          the art of,     art,   true
          (art),          art,   true
          part,           art,   false
          arts,           art,   false
          art2,           art,   false
          art²,           art,   false
          x\u0301art,     art,   false
          art\u0323,      art,   false
          art_,           art,   true
          c++17,          c++,   false
          use c++ now,    c++,   true
          東京都,         京,    true
          コーヒーを,     コーヒー, true
          กรุงเทพ,        รุง,   true
          使用java开发,   java,  true
          使用javac开发,  java,  false
          한국어,         한국,  false
          𐐨𐐩,             𐐨,     false
          """)
  void distinguishesWholeWordsFromPartsOfWords(String folded, String word, boolean whole) {
    int start = folded.indexOf(word);
    assertThat(WordEdges.isWhole(folded, start, start + word.length())).isEqualTo(whole);
  }

  @Test
  void testsEachEdgeSeparately() {
    assertThat(WordEdges.isWhole("ab京cd", 1, 3)).isFalse();
    assertThat(WordEdges.isWhole(" b京cd", 1, 3)).isTrue();
  }

  @Test
  void rejectsAnEmptyOccurrence() {
    assertThatThrownBy(() -> WordEdges.isWhole("abc", 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
