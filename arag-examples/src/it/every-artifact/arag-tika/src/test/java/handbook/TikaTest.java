package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.tika.TikaParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TikaTest {
  @TempDir Path folder;

  @Test
  void readsRtf() throws Exception {
    Path office = Files.createDirectory(folder.resolve("office"));
    Files.writeString(office.resolve("voss.rtf"), "{\\rtf1\\ansi Mira Voss was born in Tarn.\\par}");
    try (Index index =
        Index.builder(folder.resolve("kb.arag")).withoutEmbeddings().openOrCreate()) {
      index.sync(Source.path(office).parser(new TikaParser()));
      assertEquals(1, index.keywordSearch(List.of("Tarn"), 5).total());
    }
  }
}
