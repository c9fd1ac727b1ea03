package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.IndexLockedException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.index.internal.sync.BatchLimits;
import dev.arag.index.source.Source;
import dev.arag.index.spi.derived.DerivedRecord;
import dev.arag.index.spi.derived.DerivedRecords;
import dev.arag.index.sync.WriteCancelledException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Syncs that do not end, and the derived texts of the documents that they have deleted. */
class DerivedTextsOfFailedSyncTest {
  @TempDir Path folder;
  private Path directory;
  private Index index;
  private DerivedRecords records;

  @BeforeEach
  void open() {
    directory = folder.resolve("i.arag");
    index =
        Index.builder(directory)
            .withoutEmbeddings()
            .batchLimits(new BatchLimits(10, 10))
            .openOrCreate();
    records = index.derivedRecords();
  }

  @AfterEach
  void close() {
    index.close();
  }

  private List<String> contents() {
    List<String> contents = new ArrayList<>();
    long unused = records.forEach(0, (offset, record) -> contents.add(record.content()));
    return contents;
  }

  @Test
  void aFailureRemovesThem() throws IOException {
    assertThatThrownBy(
            () ->
                deleteAndThen(
                    () -> {
                      throw new IllegalStateException("broken");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(contents()).containsExactly("bridge");
  }

  /** An interrupt closes the file that is being written. */
  @Test
  void anInterruptRemovesThem() throws IOException {
    assertThatThrownBy(
            () ->
                deleteAndThen(
                    () -> {
                      throw new ClosedByInterruptException();
                    }))
        .isInstanceOf(WriteCancelledException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(contents()).containsExactly("bridge");
  }

  @Test
  void aCloseRemovesThem() throws IOException {
    assertThatThrownBy(
            () ->
                deleteAndThen(
                    () -> {
                      new Thread(index::close).start();
                      while (!Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                      }
                      return null;
                    }))
        .isInstanceOf(WriteCancelledException.class);
    assertThat(contents()).containsExactly("bridge");
  }

  /** The file belongs to the other writer. */
  @Test
  void aWriterThatLostTheLockChangesNothing() throws IOException {
    assertThatThrownBy(
            () ->
                deleteAndThen(
                    () -> {
                      try (DirectoryStream<Path> tokens =
                          Files.newDirectoryStream(directory, "manifest.*.arag")) {
                        Files.delete(tokens.iterator().next());
                      }
                      throw new IllegalStateException("broken");
                    }))
        .isInstanceOf(IndexLockedException.class);
    assertThat(contents()).containsExactly("bridge", "tower");
  }

  /** Deletes one of two documents in a sync that runs an action after its first commit. */
  private void deleteAndThen(Callable<Void> action) throws IOException {
    Path from = Files.createDirectories(folder.resolve("from"));
    Files.writeString(from.resolve("a.txt"), "The bridge has nine arches.");
    Files.writeString(from.resolve("b.txt"), "The tower has a clock.");
    Source pruned = Source.path(from).prune(1);
    index.sync(pruned);
    for (String id : index.documentIds()) {
      Chunk chunk = index.chunksOf(id).get(0);
      String content = chunk.text().split(" ")[1];
      assertThat(
              records.append(
                  List.of(new DerivedRecord(List.of(DerivedRecord.Source.of(chunk)), content))))
          .isEqualTo(1);
    }
    Files.delete(from.resolve("b.txt"));
    Source next =
        Source.documents(
            "next",
            () ->
                IntStream.range(0, 1_000)
                    .mapToObj(i -> Document.of("new" + i, "The inn has a cat."))
                    .peek(
                        document -> {
                          if (index.documentIds().contains("new0")) {
                            DerivedTextsOfFailedSyncTest.<RuntimeException>run(action);
                          }
                        })
                    .iterator());
    index.sync(List.of(pruned, next), progress -> {});
  }

  /** Throws the exception of the action as it is, as an operation of the index may. */
  @SuppressWarnings("unchecked")
  private static <E extends Exception> void run(Callable<Void> action) throws E {
    try {
      action.call();
    } catch (Exception e) {
      throw (E) e;
    }
  }
}
