package dev.arag.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records in an index on disk. */
class RecordsIndexTest {
  @TempDir Path folder;

  private Index open() {
    return Index.builder(folder.resolve("all.arag")).withoutEmbeddings().openOrCreate();
  }

  private static List<String> titles(Index index, Scope scope) {
    return index.within(scope).keywordSearch(List.of("tarn"), 9).hits().stream()
        .map(Hit::title)
        .sorted()
        .toList();
  }

  @Test
  void keepsAnUnreadableRecordWhoseIdHadLoneSurrogates() throws IOException {
    Path file = folder.resolve("surrogates.jsonl");
    Source records = Source.path(file).parser(Records.only());
    try (Index index = open()) {
      Files.writeString(file, "{\"id\":\"a\\ud800\",\"text\":\"Tarn.\"}\n");
      index.sync(records.prune(1));
      assertThat(index.stats().documents()).isEqualTo(1);
      Files.writeString(file, "{\"id\":\"a\\ud800\"}\n");
      SyncReport report = index.sync(records.prune(1));
      assertThat(report.skipped()).hasSize(1);
      assertThat(report.deleted()).isZero();
      assertThat(index.stats().documents()).isEqualTo(1);
    }
  }

  @Test
  void datesOfFilesAreComparedWithDatesFromCode() throws IOException {
    Path docs = Files.createDirectory(folder.resolve("docs"));
    Files.writeString(docs.resolve("m.md"), "---\ntitle: Front\ndate: 2024-05-17\n---\nTarn.\n");
    Files.writeString(
        docs.resolve("r.jsonl"),
        """
        {"id":"1","title":"Record","text":"Tarn.","date":"2024-05-17T23:30:00-05:00"}
        {"id":"2","title":"Late record","text":"Tarn.","date":"2024-06-01"}
        """);
    Document row =
        Document.builder("row", "Tarn.")
            .title("Row")
            .metadata("doc.date", LocalDate.of(2024, 5, 1))
            .build();
    try (Index index = open()) {
      index.sync(
          Source.path(docs)
              .parser(Records.byExtension())
              .metadata("synced", Instant.parse("2024-07-01T00:00:00Z")));
      index.sync(Source.documents("rows", List.of(row)));
    }
    try (Index index = open()) {
      LocalDate first = LocalDate.of(2024, 5, 1);
      assertThat(titles(index, Scope.between("doc.date", first, LocalDate.of(2024, 5, 31))))
          .containsExactly("Front", "Record", "Row");
      Instant midnight = Instant.parse("2024-05-18T00:00:00Z");
      assertThat(titles(index, Scope.between("doc.date", midnight, midnight.plusSeconds(36_000))))
          .containsExactly("Record");
      assertThat(titles(index, Scope.equal("doc.date", first))).containsExactly("Row");
      assertThat(titles(index, Scope.between("synced", Instant.EPOCH, Instant.now()))).hasSize(3);
    }
  }
}
