package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.records.ChunksJsonParser;
import dev.arag.records.Records;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordsTest {
  @TempDir Path folder;

  @Test
  void readsRecordsAndChunks() throws Exception {
    Path rows = Files.createDirectory(folder.resolve("rows"));
    Files.writeString(rows.resolve("a.jsonl"), "{\"id\": 1, \"text\": \"A bridge.\"}\n");
    Files.writeString(rows.resolve("b.csv"), "id,text\n2,A railway.\n");
    Files.writeString(rows.resolve("chunks.json"), "[\"3:A harbour.\"]");
    try (Index index =
        Index.builder(folder.resolve("kb.arag")).withoutEmbeddings().openOrCreate()) {
      index.sync(
          Source.path(rows).parser(ChunksJsonParser.byName()).parser(Records.byExtension()));
      assertEquals(
          List.of("rows/a.jsonl/1", "rows/b.csv/2", "rows/chunks.json"), index.documentIds());
    }
  }
}
