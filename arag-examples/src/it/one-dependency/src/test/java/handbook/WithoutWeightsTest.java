package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arag.core.error.EmbedderUnavailableException;
import dev.arag.index.Index;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs without the artifact arag-model-bge-small-en. */
class WithoutWeightsTest {
  @TempDir Path folder;

  @Test
  void newIndexReportsTheMissingArtifact() {
    Path directory = folder.resolve("new.arag");
    EmbedderUnavailableException missing =
        assertThrows(EmbedderUnavailableException.class, () -> Index.openOrCreate(directory));
    assertTrue(missing.getMessage().contains("dev.arag:arag-model-bge-small-en"));
    assertTrue(missing.getMessage().contains("Index.builder(dir).withoutEmbeddings()"));
    assertFalse(Files.exists(directory));
  }

  @Test
  void indexWithoutEmbeddingsWorks() {
    try (Index index =
        Index.builder(folder.resolve("words.arag")).withoutEmbeddings().openOrCreate()) {
      assertEquals(1, index.sync(Path.of("docs", "invoices.md")).documents());
      assertFalse(index.keywordSearch(List.of("invoice"), 3).hits().isEmpty());
    }
  }
}
