package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The generated parts of docs/index-format.md match the code. */
class FormatPageTest {
  @Test
  void thePageMatchesTheGenerator() throws IOException {
    String page = Files.readString(FormatPage.PAGE);
    assertThat(page)
        .as("docs/index-format.md differs: run FormatPage")
        .isEqualTo(FormatPage.generate(page));
  }
}
