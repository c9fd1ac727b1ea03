package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.core.text.Document;
import dev.arag.index.Index;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexTest {
  @TempDir Path folder;

  @Test
  void findsByMeaning() throws Exception {
    try (Index index = Index.openOrCreate(folder.resolve("kb.arag"))) {
      index.put("people", List.of(Document.of("voss", "Mira Voss was born in Tarn.")));
      assertEquals(
          "voss", index.semanticSearch("birthplace of Mira", 1).get(0).location().documentId());
    }
  }
}
