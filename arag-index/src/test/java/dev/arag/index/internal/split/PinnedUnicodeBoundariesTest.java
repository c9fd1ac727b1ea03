package dev.arag.index.internal.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.internal.fold.NewCharacters;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.spi.split.Splitter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that sentence boundaries and chunk ids do not depend on the Unicode version of the JDK.
 * The expected values are the same for all JDKs.
 */
class PinnedUnicodeBoundariesTest {
  /**
   * Characters that are new in recent Unicode versions. The last one is a Latin capital letter
   * added in Unicode 16; its lowercase counterpart was added in an earlier version.
   */
  private static final String[] NEW =
      Stream.concat(NewCharacters.ALL.stream(), Stream.of("\uA7CB")).toArray(String[]::new);

  private static final String[] OLD = {
    "The tower stood",
    "the",
    "Dr",
    "rt",
    "J",
    "12",
    "3",
    "etc",
    "approx",
    "No",
    "said she",
    "Μας ΟΔΟΣ",
    "Ж",
    "улица",
    "今日は晴れ",
    "\u0301",
    "e.g",
    "U.S",
    "p.m",
    "Smith",
    "Bob",
    "We met Gov",
    "in",
    "a"
  };

  private static final String[] MARKS = {
    ". ", ". ", ".", " ", " ", " ", "", "", "", "\n", "\n\n", "? ", "! \"", "…", "。", ", ", "-",
    ") ", "\n# "
  };

  @Test
  void computesTheSameBoundariesAndIdsOnEveryJdk() throws NoSuchAlgorithmException {
    Random random = new Random(1);
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    Splitter splitter = new Splitter(Splitter.MIN_CHUNK_TOKENS, TokenCounter.o200k());
    for (int i = 0; i < 400; i++) {
      for (Chunk chunk : splitter.split(document(random))) {
        digest.update(describe(chunk).getBytes(StandardCharsets.UTF_8));
      }
    }
    assertThat(HexFormat.of().formatHex(digest.digest()))
        .isEqualTo("1df6c0b67c19c062e6fb32e0579dadca8d1dc21998e02ce95c4a56e634c116aa");
  }

  private static Document document(Random random) {
    StringBuilder text = new StringBuilder();
    for (int parts = random.nextInt(400); parts > 0; parts--) {
      String[] words = random.nextInt(3) == 0 ? NEW : OLD;
      text.append(words[random.nextInt(words.length)]);
      text.append(MARKS[random.nextInt(MARKS.length)]);
    }
    Document.Builder document = Document.builder("d" + random.nextInt(1_000), text.toString());
    if (random.nextBoolean()) {
      document.metadata(Splitter.LANGUAGE, "en");
    }
    int line = text.indexOf("\n# ");
    if (line >= 0) {
      int end = text.indexOf("\n", line + 1);
      document.heading(line + 1, List.of(text.substring(line + 3, end < 0 ? text.length() : end)));
    }
    return document.build();
  }

  private static String describe(Chunk chunk) {
    StringBuilder line = new StringBuilder(chunk.id() + " " + chunk.location().offset());
    line.append(' ').append(chunk.tokens());
    chunk
        .sentences()
        .forEach(
            sentence ->
                line.append(' ')
                    .append(sentence.offset())
                    .append('+')
                    .append(sentence.text().length())
                    .append(sentence.heading()));
    return line.append('\n').toString();
  }

  /** An abbreviation before a period may contain letters of any script. */
  @Test
  void recognizesAbbreviationsWithNewCapitalLetters() {
    assertThat(WordShapes.isVowellessAbbreviation("\uA7C0\uA7C1r")).isTrue();
    assertThat(WordShapes.isVowellessAbbreviation("\u1C89\u1C8A")).isTrue();
    assertThat(WordShapes.isVowellessAbbreviation("\uA7C0\uA7C0")).isFalse();
  }
}
