package dev.arag.index.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.internal.store.ChildProcess;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that indexing needs little memory, no matter how many documents a source has. */
class BoundedMemoryTest {
  @TempDir Path folder;

  /** For the results with a gigabyte of text, see docs/measurements.md. */
  @Test
  void indexesALargeFeedWithASmallHeap() throws IOException, InterruptedException {
    index(2, "-Xmx60m", "200 documents", "hash");
  }

  /** The sentences have 39 mentions each, three times as many as real text. */
  @Tag("full")
  @Test
  void makesAGraphOfALargeFeedWithASmallHeap() throws IOException, InterruptedException {
    index(1, "-Xmx72m", "100 documents", "hash", "graph");
  }

  private void index(int megabytes, String heap, String expected, String... more)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of(folder.toString(), "" + megabytes, "documents"));
    arguments.addAll(List.of(more));
    Process child =
        ChildProcess.builder(
                folder, List.of(heap), StreamedFeed.class, arguments.toArray(String[]::new))
            .start();
    String told = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).as(told).isZero();
    System.out.print(megabytes + " MB of text with " + heap + ": " + told);
    assertThat(told).startsWith(expected);
    assertThat(Index.verify(folder.resolve("index")).ok()).isTrue();
  }

  @Test
  void countsDocumentsWithoutTextTowardsABatch() {
    int count = 40_000;
    Iterable<Document> empty =
        () -> IntStream.range(0, count).mapToObj(i -> Document.of("empty-" + i, "")).iterator();
    try (Index index = Index.builder(folder.resolve("empty")).withoutEmbeddings().openOrCreate()) {
      SyncReport report = index.sync(Source.documents("feed", empty));
      assertThat(report.added()).isEqualTo(count);
      assertThat(index.stats().documents()).isEqualTo(count);
      assertThat(index.stats().generation()).isGreaterThan(1);
    }
  }
}
