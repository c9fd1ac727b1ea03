package dev.arag.core.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.arag.core.internal.token.O200kVocabulary;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenCounterTest {
  private static final Encoding WHOLE =
      Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

  private final TokenCounter counter = TokenCounter.o200k();

  @Test
  void countsTokensOfTheVocabulary() {
    assertThat(counter.count("")).isZero();
    assertThat(counter.count("Hello, world!")).isEqualTo(4);
    assertThat(counter.count(" hello".repeat(100))).isEqualTo(100);
  }

  /** An application that only searches must not pay for the vocabulary. */
  @Test
  void loadsTheVocabularyWhenTheFirstTextIsCounted() throws Exception {
    String vocabulary = O200kVocabulary.class.getName();
    try (RecordingLoader loader = new RecordingLoader()) {
      Class<?> type = loader.loadClass(TokenCounter.class.getName());
      Object fresh = type.getMethod("o200k").invoke(null);
      assertThat(loader.loaded).doesNotContain(vocabulary);
      Object count = type.getMethod("count", String.class).invoke(fresh, "one");
      assertThat(count).isEqualTo(1);
      assertThat(loader.loaded).contains(vocabulary);
    }
  }

  /** Loads all classes of this library again. */
  private static final class RecordingLoader extends URLClassLoader {
    final Set<String> loaded = new HashSet<>();

    RecordingLoader() {
      super(
          new URL[] {
            TokenCounter.class.getProtectionDomain().getCodeSource().getLocation(),
            Encodings.class.getProtectionDomain().getCodeSource().getLocation()
          },
          ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      loaded.add(name);
      return super.findClass(name);
    }
  }

  /**
   * Text with word boundaries must never be split into runs. If it were, the 60,000 units of this
   * text would be split into eight runs.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "A short word, don't you think so? It's 1,234.56 of (many)! ",
        "\u6f22\u5b57\u3092\u66f8\u304f\u3001\u305d\u3057\u3066\u8aad\u3080\u3002",
        "caf\u00e9 \ud83d\ude00 na\u0308ive \u0e01\u0e32\u0e23 \u2160\u00b2 end's "
      })
  void countsLongTextAsAWhole(String part) {
    String text = part.repeat(60_000 / part.length());
    assertThat(counter.count(text)).isEqualTo(WHOLE.countTokensOrdinary(text));
  }

  @Test
  void countsTextWithoutWordBoundariesInRuns() {
    countRuns(5);
  }

  /**
   * Without runs, JTokkit would need more memory for this text of 1.6 million units than most
   * processes have.
   */
  @Tag("full")
  @Test
  void countsLongTextWithoutWordBoundariesInRuns() {
    countRuns(200);
  }

  private void countRuns(int runs) {
    for (String part : List.of("\n", " ", "x", "(", "\u0301", "\ud83d\ude00")) {
      String run = part.repeat(8_192 / part.length());
      int piece = counter.count(run);
      assertThat(counter.count(run.repeat(runs)))
          .as(part)
          .isBetween((runs - 1) * piece, (runs + 1) * piece);
    }
  }

  @Test
  void countsSpecialTokensAsOrdinaryText() {
    assertThat(counter.count("<|endoftext|>")).isGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void truncatesToAPrefixThatFits(long seed) {
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
  void keepsTextThatFits() {
    assertThat(counter.truncate("one two three", 64)).isEqualTo("one two three");
  }
}
