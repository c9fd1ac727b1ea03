package dev.arag.index.internal.embed;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.EmbedderUnavailableException;
import dev.arag.core.error.EmbeddingException;
import org.junit.jupiter.api.Test;

class ModelFileTest {
  @Test
  void namesTheArtifactOfAMissingFile() {
    assertThatThrownBy(new ModelFile("other.onnx", "00")::read)
        .isInstanceOf(EmbedderUnavailableException.class)
        .hasMessageContaining("dev.arag:arag-model-bge-small-en is not on the class path")
        .hasMessageContaining("withoutEmbeddings");
  }

  @Test
  void rejectsAModifiedFile() {
    assertThatThrownBy(new ModelFile("bge-small-en-v1.5-q-tokenizer.json", "00")::read)
        .isInstanceOf(EmbeddingException.class)
        .hasMessageContaining("expected SHA-256 00, found d241a60d");
  }
}
