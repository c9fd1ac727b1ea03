package dev.arag.index.internal.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.EmbedderUnavailableException;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.internal.hash.Sha256;
import java.util.HexFormat;
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
  void theBundledWeightsHaveTheHashOfTheFingerprint() {
    byte[] weights = BundledFiles.BGE_SMALL_ENGLISH.weights().read();
    assertThat(HexFormat.of().formatHex(Sha256.newDigest().digest(weights)))
        .startsWith(BundledFiles.WEIGHTS_HASH);
  }

  @Test
  void rejectsAModifiedFile() {
    assertThatThrownBy(new ModelFile("bge-small-en-v1.5-q-tokenizer.json", "00")::read)
        .isInstanceOf(EmbeddingException.class)
        .hasMessageContaining("expected CRC-32 00, found fec4e1bc");
  }
}
