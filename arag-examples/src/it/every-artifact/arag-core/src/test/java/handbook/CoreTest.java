package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoreTest {
  @Test
  void finds() throws Exception {
    InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("k1", "Mira Voss was born in Tarn."));
    assertEquals("k1", corpus.keywordSearch(List.of("Tarn"), 5).hits().get(0).chunk().location().documentId());
  }
}
