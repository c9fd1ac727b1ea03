package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Checks that the generated parts of docs/index-format.md match the code. */
class FormatPageTest {
  @Test
  void findsAnUpToDatePage() throws IOException {
    String page = Files.readString(FormatPage.PAGE);
    assertThat(page)
        .as("docs/index-format.md is out of date; run FormatPage")
        .isEqualTo(FormatPage.generate(page));
  }
}
