package dev.arag.core.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenCounterTest {
  private final TokenCounter counter = TokenCounter.o200k();

  @Test
  void countsAsTheVocabularyDoes() {
    assertThat(counter.count("")).isZero();
    assertThat(counter.count("Hello, world!")).isEqualTo(4);
    assertThat(counter.count(" hello".repeat(100))).isEqualTo(100);
  }

  @Test
  void takesSpecialTokensForOrdinaryText() {
    assertThat(counter.count("<|endoftext|>")).isGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aTruncatedTextIsAPrefixThatFits(long seed) {
    Random random = new Random(seed);
    String text =
        random
            .ints(300, 0, 5)
            .mapToObj(i -> new String[] {"word ", "日本", "😀", "é", "\n"}[i])
            .reduce("", String::concat);
    for (int tokens = 0; tokens < 40; tokens++) {
      String cut = counter.truncate(text, tokens);
      assertThat(text).startsWith(cut);
      assertThat(counter.count(cut)).isLessThanOrEqualTo(tokens);
      assertThat(cut.isEmpty() || !Character.isHighSurrogate(cut.charAt(cut.length() - 1)))
          .isTrue();
    }
  }

  @Test
  void leavesAloneWhatFits() {
    assertThat(counter.truncate("one two three", 64)).isEqualTo("one two three");
  }
}
