package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The generated parts of docs/index-format.md are what the code does. */
class FormatPageTest {
  @Test
  void thePageIsWhatTheGeneratorWrites() throws IOException {
    String page = Files.readString(FormatPage.PAGE);
    assertThat(page)
        .as("docs/index-format.md differs: run FormatPage")
        .isEqualTo(FormatPage.generate(page));
  }
}
