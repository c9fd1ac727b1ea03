package dev.arag.cli.internal.task;

import static dev.arag.cli.internal.CliResult.arag;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.cli.internal.console.CliEnvironment;
import dev.arag.cli.internal.console.CommandOutput;
import dev.arag.cli.internal.failure.InterruptedWorkException;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.EmbeddingException;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests interruption and concurrent writers with a fast embedder. */
final class IndexingTaskTest {
  private static final int FILES = 4;
  private static final int SENTENCES = 3_000;

  @TempDir Path folder;

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private Path docs;
  private Path index;

  /** Writes enough distinct sentences for more than one batch. */
  @BeforeEach
  void writeManySentences() throws IOException {
    docs = Files.createDirectory(folder.resolve("docs"));
    for (int file = 0; file < FILES; file++) {
      int first = file * SENTENCES;
      String text =
          IntStream.range(first, first + SENTENCES)
              .mapToObj(i -> "Stone " + i + " lies.")
              .collect(Collectors.joining(" "));
      Files.writeString(docs.resolve(file + ".txt"), text);
    }
    index = folder.resolve("my.arag");
  }

  /** An embedder that runs an action once a number of sentences has been embedded. */
  private static final class Interrupting implements Embedder {
    private final HashEmbedder hashing = new HashEmbedder(8);
    private final int limit;
    private final Runnable then;
    private int embedded;

    Interrupting(int limit, Runnable then) {
      this.limit = limit;
      this.then = then;
    }

    @Override
    public int dimension() {
      return hashing.dimension();
    }

    @Override
    public String fingerprint() {
      return hashing.fingerprint();
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      boolean isDue = embedded < limit && embedded + sentences.size() >= limit;
      embedded += sentences.size();
      if (isDue) {
        then.run();
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new EmbeddingException("Embedding was interrupted.");
      }
      return hashing.embedSentences(sentences);
    }

    @Override
    public Embedding embedQuery(String query) {
      return hashing.embedQuery(query);
    }
  }

  private SyncReport build(Embedder embedder) {
    PrintStream stream = new PrintStream(written, true, StandardCharsets.UTF_8);
    CommandOutput output =
        new CommandOutput(new CliEnvironment(stream, stream, Map.of(), false), false);
    return new IndexingTask(output, index)
        .embedder(Optional.of(embedder))
        .run(List.of(Source.path(docs)));
  }

  @Test
  void interruptedRunKeepsItsCommitsAndTheNextRunContinues() {
    Interrupting embedder = new Interrupting(10_000, () -> Thread.currentThread().interrupt());
    assertThatThrownBy(() -> build(embedder))
        .isInstanceOf(InterruptedWorkException.class)
        .hasMessage("interrupted; 3 documents are in the index; run the command again to continue");
    assertThat(Thread.interrupted()).isTrue();
    SyncReport report = build(new HashEmbedder(8));
    assertThat(report.unchanged()).isEqualTo(3);
    assertThat(report.added()).isOne();
    // The interrupted run has embedded three batches of the last document.
    assertThat(report.embedded()).isEqualTo(SENTENCES - 3 * 256);
    assertThat(Index.verify(index).ok()).isTrue();
  }

  @Test
  void secondWriterIsRejected() {
    Interrupting embedder =
        new Interrupting(
            1,
            () ->
                arag("index", index, docs, "--embedder", "none")
                    .failedWith(1, "my.arag is locked by another writer", "Retry"));
    assertThat(build(embedder).added()).isEqualTo(FILES);
  }
}
