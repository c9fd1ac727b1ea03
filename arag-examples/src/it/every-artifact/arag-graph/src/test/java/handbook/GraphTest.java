package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.core.text.Document;
import dev.arag.graph.Graphs;
import dev.arag.index.Index;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphTest {
  @Test
  void findsTheNamesOfAQuestion(@TempDir Path folder) throws Exception {
    try (Index index =
        Index.builder(folder.resolve("i.arag"))
            .withoutEmbeddings()
            .mentions(Graphs.phrases())
            .openOrCreate()) {
      index.put("texts", List.of(Document.of("k1", "Mira Voss was born in Tarn.")));
      assertEquals("Tarn", Graphs.of(index).find("Who lives in Tarn?", 5).get(0).name());
    }
  }
}
