package dev.arag.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Profile;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Compares the texts that a model reads with the golden files, character by character. */
class ModelTextTest {
  private static String golden(String file) throws IOException {
    return Files.readString(ModelText.FOLDER.resolve(file));
  }

  @Test
  void rendersUnchangedToolDescriptionsAndSchemas() throws IOException {
    assertThat(ModelText.tools(Profile.DEFAULT)).isEqualTo(golden(ModelText.TOOLS));
    assertThat(ModelText.tools(Profile.PAPER)).isEqualTo(golden(ModelText.PAPER_TOOLS));
  }

  @Test
  void rendersUnchangedTextOfTheToolsThatShowFullText() throws IOException {
    assertThat(ModelText.fullText()).isEqualTo(golden(ModelText.FULL_TEXT));
    assertThat(ModelText.paperFullText()).isEqualTo(golden(ModelText.PAPER_FULL_TEXT));
  }

  @Test
  void rendersUnchangedObservations() throws IOException {
    assertThat(ModelText.observations()).isEqualTo(golden(ModelText.OBSERVATIONS));
    assertThat(ModelText.paperObservations()).isEqualTo(golden(ModelText.PAPER_OBSERVATIONS));
  }
}
