package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.docling.DoclingParser;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoclingTest {
  @TempDir Path folder;

  @Test
  void readsADoclingDocument() throws Exception {
    Path docs = Files.createDirectory(folder.resolve("docs"));
    Files.writeString(
        docs.resolve("voss.docling.json"),
        "{\"schema_name\":\"DoclingDocument\",\"version\":\"1.0.0\","
            + "\"body\":{\"children\":[{\"$ref\":\"#/texts/0\"}]},"
            + "\"texts\":[{\"label\":\"text\",\"text\":\"Mira Voss was born in Tarn.\"}]}");
    try (Index index =
        Index.builder(folder.resolve("kb.arag")).withoutEmbeddings().openOrCreate()) {
      index.sync(Source.path(docs).parser(new DoclingParser()));
      assertEquals(1, index.keywordSearch(List.of("Tarn"), 5).hits().size());
    }
  }
}
