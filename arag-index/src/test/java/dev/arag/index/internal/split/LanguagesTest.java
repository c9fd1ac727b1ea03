package dev.arag.index.internal.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Detects changes to the word lists. They determine sentence boundaries, so a change requires a new
 * version number of the rules.
 */
class LanguagesTest {
  private static final List<String> LISTS =
      List.of("lead", "number", "either", "end", "words", "open", "letters");

  @Test
  void findsUnchangedWordLists() throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    int words = 0;
    for (Language language : Languages.ALL) {
      update(digest, language.code() + language.script() + language.hasOrdinals());
      for (String list : LISTS) {
        update(digest, list);
        for (String word : new TreeSet<>(language.list(list))) {
          update(digest, word);
          words++;
        }
      }
    }
    assertThat(Languages.ALL).hasSize(48);
    assertThat(words).isEqualTo(6553);
    assertThat(HexFormat.of().formatHex(digest.digest()))
        .isEqualTo("3a268daaa1dffb5a19097db120235bf0c9271c7196c4ada1988c2756581a3d8b");
  }

  private static void update(MessageDigest digest, String text) {
    digest.update((text + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
