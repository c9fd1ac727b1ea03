package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.internal.sync.BatchLimits;
import dev.arag.index.source.Source;
import dev.arag.index.spi.Skip;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import dev.arag.index.sync.WriteCancelledException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
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

  private static List<Document> rows(int count) {
    return IntStream.range(0, count).mapToObj(i -> row("row " + i, "The row " + i + ".")).toList();
  }

  private Index openWithSmallCommits() {
    return Index.builder(folder.resolve("my.arag"))
        .embedder(new HashEmbedder(8))
        .batchLimits(new BatchLimits(10, 1 << 20))
        .openOrCreate();
  }

  @Test
  void reportsItsProgress() {
    List<SyncProgress> progress = new ArrayList<>();
    try (Index index = openWithSmallCommits()) {
      index.put("tickets", rows(100), progress::add);
      assertThat(progress).extracting(SyncProgress::source).containsOnly("tickets");
      assertThat(progress).extracting(SyncProgress::share).isSorted().endsWith(1.0);
      assertThat(progress).extracting(SyncProgress::documents).contains(1L, 50L, 100L);
      assertThat(progress).anyMatch(each -> each.share() > 0.4 && each.share() < 0.6);
    }
  }

  @Test
  void runsInTheBackgroundAndKeepsWhatItCommittedWhenItIsCancelled() throws Exception {
    CountDownLatch hasHandle = new CountDownLatch(1);
    Iterable<Document> slow =
        () -> {
          await(hasHandle);
          return rows(100).iterator();
        };
    try (Index index = openWithSmallCommits()) {
      try (SyncHandle put = index.startPut("tickets", slow)) {
        put.onProgress(
            progress -> {
              if (progress.embedded() >= 50) {
                put.cancel();
              }
            });
        hasHandle.countDown();
        assertThatThrownBy(put::await).isInstanceOf(WriteCancelledException.class);
      }
      int kept = index.documentIds().size();
      assertThat(kept).isBetween(40, 99);
      try (SyncHandle put = index.startPut("tickets", rows(100))) {
        assertThat(put.await().unchanged()).isEqualTo(kept);
        assertThat(put.progress().orElseThrow().share()).isOne();
      }
      assertThat(index.documentIds()).hasSize(100);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
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
