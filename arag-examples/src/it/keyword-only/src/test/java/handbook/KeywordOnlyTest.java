package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Verdict;
import dev.arag.core.error.EmbedderUnavailableException;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.Document;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application with keyword search only: no ONNX Runtime, tokenizers or weights. */
class KeywordOnlyTest {
  private static final long MEGABYTE = 1 << 20;

  @TempDir Path folder;

  @Test
  void classPathIsSmall() throws Exception {
    long bytes = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path file = Path.of(entry);
      assertFalse(
          Stream.of("onnxruntime", "tokenizers", "arag-model").anyMatch(entry::contains), entry);
      boolean isOfTests = Stream.of("junit", "surefire", "apiguardian").anyMatch(entry::contains);
      bytes += Files.isRegularFile(file) && !isOfTests ? Files.size(file) : 0;
    }
    System.out.println("class path of the keyword-only application: " + bytes / MEGABYTE + " MB");
    assertTrue(bytes < 20 * MEGABYTE, bytes + " bytes");
  }

  @Test
  void newIndexReportsTheMissingArtifact() {
    Path directory = folder.resolve("new.arag");
    EmbedderUnavailableException missing =
        assertThrows(EmbedderUnavailableException.class, () -> Index.openOrCreate(directory));
    assertTrue(missing.getMessage().contains("com.microsoft.onnxruntime:onnxruntime"));
    assertTrue(missing.getMessage().contains("Index.builder(dir).withoutEmbeddings()"));
    assertFalse(Files.exists(directory));
  }

  @Test
  void indexesSearchesAndAnswers() {
    try (Index index =
        Index.builder(folder.resolve("words.arag")).withoutEmbeddings().openOrCreate()) {
      index.sync(
          Source.documents(
              "notes", List.of(Document.of("voss", "Mira Voss was born in Tarn in 1881."))));
      assertEquals(1, index.keywordSearch(List.of("Mira Voss"), 3).total());
      assertThrows(NotIndexedException.class, () -> index.semanticSearch("birthplace", 3));
      Answer answer =
          Agent.builder(index, new ExtractiveChatModel()).build().ask("Where was Mira Voss born?");
      assertTrue(answer.text().contains("Tarn"), answer.text());
      assertEquals(Verdict.SUPPORTED, answer.citations().get(0).verdict());
    }
  }
}
