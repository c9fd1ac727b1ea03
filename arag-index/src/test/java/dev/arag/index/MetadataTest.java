package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metadata from code, in an index on disk. */
class MetadataTest {
  @TempDir Path folder;

  private Index open() {
    return Index.builder(folder.resolve("all.arag")).withoutEmbeddings().openOrCreate();
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
}
