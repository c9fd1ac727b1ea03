package dev.arag.index.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.EmbeddingException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbedderPresetsTest {
  @Test
  void findsAnEmbedderByNameAndByFingerprint() {
    String fingerprint = EmbedderPresets.named("bge-small-en-v1.5").orElseThrow().fingerprint();
    assertThat(EmbedderPresets.byFingerprint(fingerprint).orElseThrow().fingerprint())
        .isEqualTo(fingerprint);
  }

  @Test
  void findsNoPresetForOtherNames() {
    assertThat(EmbedderPresets.named("bge-small")).isEmpty();
    assertThat(EmbedderPresets.byFingerprint("hash-words-1/64")).isEmpty();
  }

  @Test
  void presetsInFoldersAreFoundByName(@TempDir Path folder) {
    assertThat(EmbedderPresets.folderNames())
        .containsExactly("all-MiniLM-L6-v2", "e5-small-v2", "huggingface", "qwen3");
    assertThat(EmbedderPresets.inFolder("word2vec", folder)).isEmpty();
    for (String name : EmbedderPresets.folderNames()) {
      assertThatThrownBy(() -> EmbedderPresets.inFolder(name, folder))
          .isInstanceOf(EmbeddingException.class)
          .hasMessageContaining(folder.toString());
    }
  }
}
