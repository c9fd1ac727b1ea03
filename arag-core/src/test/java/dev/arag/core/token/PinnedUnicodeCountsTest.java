package dev.arag.core.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.internal.fold.NewCharacters;
import dev.arag.core.internal.token.O200kPreTokenizer;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that token counts are the same on every JDK, although JDKs have different Unicode versions.
 */
class PinnedUnicodeCountsTest {
  private static final List<String> PARTS =
      Stream.concat(
              NewCharacters.ALL.stream(),
              Stream.of("a", "Word", " the", "12", "'s", "\u0301", "\u6F22", " ", "\n", ".", "/"))
          .toList();

  @Test
  void classifiesNewCharactersOnEveryJdk() {
    assertThat(pieces("a\uA7C1b \uD801\uDD97c\uD801\uDD70d"))
        .isEqualTo("a\uA7C1b| \uD801\uDD97c|\uD801\uDD70d");
    assertThat(pieces("1\uD807\uDF50\uD803\uDD404")).isEqualTo("1\uD807\uDF50\uD803\uDD40|4");
    assertThat(pieces("a\u1AC1b\uD807\uDF01c")).isEqualTo("a\u1AC1b\uD807\uDF01c");
  }

  private static String pieces(String text) {
    O200kPreTokenizer pieces = new O200kPreTokenizer(text, text.length());
    StringBuilder found = new StringBuilder();
    for (int start = 0; start < text.length(); ) {
      int end = pieces.end(start);
      found.append(start == 0 ? "" : "|").append(text, start, end);
      start = end;
    }
    return found.toString();
  }

  @Test
  void returnsTheSameCountsOnEveryJdk() {
    Random random = new Random(1);
    int hash = 0;
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int parts = random.nextInt(40); parts > 0; parts--) {
        text.append(PARTS.get(random.nextInt(PARTS.size())));
      }
      hash = 31 * hash + TokenCounter.o200k().count(text.toString());
    }
    assertThat(hash).isEqualTo(-128_762_802);
  }
}
