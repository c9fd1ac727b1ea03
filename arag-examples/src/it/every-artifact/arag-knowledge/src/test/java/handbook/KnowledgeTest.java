package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.knowledge.Knowledge;
import dev.arag.knowledge.job.ExtractionLimits;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnowledgeTest {
  @Test
  void estimatesTheCost(@TempDir Path folder) throws Exception {
    try (Index index =
        Index.builder(folder.resolve("i.arag")).withoutEmbeddings().openOrCreate()) {
      index.put("texts", List.of(Document.of("k1", "Mira Voss was born in Tarn.")));
      Knowledge knowledge = Knowledge.of(index, "model");
      assertEquals(1, knowledge.estimateFacts(ExtractionLimits.none()).calls());
    }
  }
}
