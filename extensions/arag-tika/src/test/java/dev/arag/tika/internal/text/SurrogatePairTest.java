package dev.arag.tika.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that truncation does not split a surrogate pair at the limit. */
class SurrogatePairTest {
  private static final String EMOJI = "\uD83D\uDE00";

  @Test
  void truncatesParserMessagesBetweenCharacters() {
    String message = "x".repeat(159);
    assertThatThrownBy(
            () ->
                ParseFailures.around(
                    () -> {
                      throw new IOException(message + EMOJI);
                    }))
        .hasMessage("its content is damaged: " + message);
  }

  @Test
  void truncatesPropertiesBetweenCharacters() {
    DocumentProperties properties = new DocumentProperties();
    properties.add("title", List.of("x".repeat(999) + EMOJI));
    assertThat(properties.title()).isEqualTo("x".repeat(999));
  }
}
