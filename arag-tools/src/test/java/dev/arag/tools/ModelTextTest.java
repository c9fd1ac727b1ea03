package dev.arag.tools;

import static org.assertj.core.api.Assertions.assertThat;

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
    assertThat(ModelText.tools()).isEqualTo(golden(ModelText.TOOLS));
  }

  @Test
  void rendersUnchangedObservations() throws IOException {
    assertThat(ModelText.observations()).isEqualTo(golden(ModelText.OBSERVATIONS));
  }
}
