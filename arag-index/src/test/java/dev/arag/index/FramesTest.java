package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Document;
import dev.arag.index.ingest.LineRecords;
import dev.arag.index.internal.sync.BatchLimits;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Counts the frames of the library's classes between {@code Index.sync} and the embedder, at the
 * end of a sync and for a batch that is full before the source was read. Generated classes of
 * lambda expressions are not counted.
 */
class FramesTest {
  private static final int LIMIT = 10;

  @TempDir Path folder;
  private final List<List<String>> toEmbedder = new ArrayList<>();

  /** An embedder that records by which methods it was called. */
  private final class RecordingEmbedder implements Embedder {
    @Override
    public int dimension() {
      return 2;
    }

    @Override
    public String fingerprint() {
      return "frames";
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      toEmbedder.add(
          Stream.of(Thread.currentThread().getStackTrace())
              .map(frame -> frame.getClassName() + "." + frame.getMethodName())
              .filter(frame -> frame.startsWith("dev.arag."))
              .filter(frame -> !frame.contains("$$Lambda") && !frame.contains("FramesTest"))
              .toList());
      return sentences.stream().map(this::embedQuery).toList();
    }

    @Override
    public Embedding embedQuery(String query) {
      return Embedding.of(new float[] {0, 1});
    }
  }

  private Index index(BatchLimits limits) {
    return Index.builder(folder.resolve("index"))
        .embedder(new RecordingEmbedder())
        .batchLimits(limits)
        .openOrCreate();
  }

  private Source files() throws IOException {
    Path files = Files.createDirectory(folder.resolve("files"));
    for (String name : List.of("a.txt", "b.txt", "c.txt")) {
      Files.writeString(files.resolve(name), "This is " + name + ".");
    }
    Files.writeString(files.resolve("d.lines"), "1:One.\n2:Two.\n");
    return Source.path(files).parser(new LineRecords());
  }

  @Test
  void passesFewFramesAtTheEndOfASync() throws IOException {
    try (Index index = index(BatchLimits.DEFAULT)) {
      index.sync(files());
    }
    assertThat(toEmbedder).hasSize(1);
    assertThat(toEmbedder).allSatisfy(frames -> assertThat(frames).hasSizeBetween(1, LIMIT));
  }

  /** Two calls of the embedder embed the sentences of one commit. */
  @Test
  void passesFewFramesForManySentences() {
    String text =
        IntStream.range(0, 300)
            .mapToObj(i -> "Sentence " + i + ".")
            .collect(Collectors.joining("\n\n"));
    try (Index index = index(BatchLimits.DEFAULT)) {
      index.sync(Source.documents("memory", List.of(Document.of("x", text))));
    }
    assertThat(toEmbedder).hasSize(2);
    assertThat(toEmbedder).allSatisfy(frames -> assertThat(frames).hasSizeBetween(1, LIMIT));
  }

  @Test
  void passesFewFramesForAFullBatch() throws IOException {
    try (Index index = index(new BatchLimits(1, Long.MAX_VALUE))) {
      index.sync(files());
      index.sync(Source.documents("memory", List.of(Document.of("x", "X."))));
    }
    assertThat(toEmbedder).hasSize(6);
    assertThat(toEmbedder).allSatisfy(frames -> assertThat(frames).hasSizeBetween(1, LIMIT));
  }
}
