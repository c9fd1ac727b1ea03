package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import dev.arag.index.spi.Skip;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores documents from code, for example rows of a database. */
class PutTest {
  @TempDir Path folder;

  private Index open() {
    return Index.builder(folder.resolve("my.arag")).embedder(new HashEmbedder(8)).openOrCreate();
  }

  private static Document row(String id, String text) {
    return Document.builder(id, text).metadata("customer", "acme").build();
  }

  @Test
  void addsReplacesAndKeepsRows() {
    try (Index index = open()) {
      index.put("tickets", List.of(row("4711", "The printer jams."), row("4712", "No coffee.")));
      SyncReport report = index.put("tickets", List.of(row("4711", "The printer was replaced.")));
      assertThat(report.updated()).isOne();
      assertThat(report.deleted()).isZero();
      assertThat(index.documentIds()).containsExactly("4711", "4712");
      assertThat(index.put("tickets", List.of(row("4712", "No coffee."))).unchanged()).isOne();
      assertThat(index.put("tickets", List.of()).documents()).isEqualTo(2);
    }
  }

  @Test
  void deletesRowsThatAreGoneInASyncOfAllRows() throws IOException {
    Path docs = Files.createDirectory(folder.resolve("docs"));
    Files.writeString(docs.resolve("a.txt"), "A page of the wiki.");
    try (Index index = open()) {
      index.sync(Source.path(docs).name("wiki").prune(1));
      index.put("tickets", List.of(row("4711", "The printer jams."), row("4712", "No coffee.")));
      Source all = Source.documents("tickets", List.of(row("4712", "No coffee."))).prune(1);
      assertThat(index.sync(all).deleted()).isOne();
      assertThat(index.sync(Source.path(docs).name("wiki").prune(1)).deleted()).isZero();
      assertThat(index.documentIds()).containsExactly("4712", "wiki/a.txt");
    }
  }

  @Test
  void aFailureOfTheRowsIsThrownUnchanged() {
    UncheckedIOException failure = new UncheckedIOException(new IOException("The feed broke."));
    Iterable<Document> rows =
        () -> {
          throw failure;
        };
    try (Index index = open()) {
      assertThatThrownBy(() -> index.put("tickets", rows)).isSameAs(failure);
    }
  }

  @Test
  void neverReplacesADocumentOfAnotherSource() {
    try (Index index = open()) {
      index.put("tickets of acme", List.of(row("4711", "The printer jams.")));
      SyncReport report =
          index.put(
              "tickets of bolt", List.of(row("4711", "A secret of Bolt."), row("4713", "Fine.")));
      assertThat(report.added()).isOne();
      assertThat(report.skipped())
          .containsExactly(
              new Skip(
                  "4711",
                  "the source tickets of acme already contains a document with this id; the source"
                      + " tickets of bolt cannot replace it; give one of them a different id, or delete"
                      + " the stored document if it moved to this source"));
      assertThat(index.keywordSearch(List.of("printer"), 5).hits()).hasSize(1);
      assertThat(index.keywordSearch(List.of("secret"), 5).hits()).isEmpty();
    }
  }
}
