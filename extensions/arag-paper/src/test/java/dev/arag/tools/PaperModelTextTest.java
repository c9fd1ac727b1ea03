package dev.arag.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Compares the texts of the tools with the golden files, character by character. */
class PaperModelTextTest {
  private static String golden(String file) throws IOException {
    return Files.readString(PaperModelText.FOLDER.resolve(file));
  }

  @Test
  void rendersUnchangedTexts() throws IOException {
    assertThat(PaperModelText.tools()).isEqualTo(golden(PaperModelText.TOOLS));
    assertThat(PaperModelText.paperFullText()).isEqualTo(golden(PaperModelText.FULL_TEXT));
    assertThat(PaperModelText.fullText()).isEqualTo(golden(PaperModelText.STANDARD_FULL_TEXT));
    assertThat(PaperModelText.paperObservations()).isEqualTo(golden(PaperModelText.OBSERVATIONS));
  }
}
