package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metadata from code and from files, in an index on disk. */
class MetadataTest {
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
  void keysAreThoseOfDocumentsThatAreNotDeleted() {
    try (Index index = open()) {
      assertThat(index.metadataKeys()).isEmpty();
      Document first = Document.builder("a", "Tarn.").metadata("year", 1805).build();
      Document second = Document.builder("b", "Tarn.").metadata("Year", 1805).build();
      index.sync(Source.documents("rows", List.of(first, second)).metadata("tenant", "acme"));
      assertThat(index.metadataKeys()).contains("Year", "tenant", "year").isSorted();
      index.delete(List.of("a"));
      assertThat(index.metadataKeys()).contains("Year", "tenant").doesNotContain("year");
    }
  }

  @Test
  void nullMeansThatASourceSetsNoValue() {
    Document document = Document.builder("a", "Tarn.").metadata("year", 1805).build();
    Source source = Source.documents("rows", List.of(document));
    try (Index index = open()) {
      index.sync(source.metadata("tenant", "acme").metadata("tenant", null).metadata("d", null));
      assertThat(index.metadataKeys()).contains("year").doesNotContain("tenant", "d");
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
      index.sync(Source.path(docs).metadata("synced", Instant.parse("2024-07-01T00:00:00Z")));
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
