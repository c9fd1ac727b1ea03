package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which calls {@link Index#warmUp} makes. */
class WarmUpTest {
  private static final Source ROWS =
      Source.documents("rows", List.of(Document.of("a", "The ferry leaves at noon.")));

  @TempDir Path folder;

  /** Records the queries that it embeds. */
  private static final class RecordingEmbedder implements Embedder {
    private final Embedder hashes = new HashEmbedder();
    private final List<String> queries = new ArrayList<>();

    @Override
    public int dimension() {
      return hashes.dimension();
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      return hashes.embedSentences(sentences);
    }

    @Override
    public Embedding embedQuery(String query) {
      queries.add(query);
      return hashes.embedQuery(query);
    }

    @Override
    public String fingerprint() {
      return hashes.fingerprint();
    }
  }

  private Index.Builder builder() {
    return Index.builder(folder.resolve("all.arag"));
  }

  @Test
  void embedsOneQueryBeforeAndAfterTheFirstSync() {
    RecordingEmbedder embedder = new RecordingEmbedder();
    try (Index index = builder().embedder(embedder).openOrCreate()) {
      index.warmUp();
      assertThat(embedder.queries).hasSize(1);
      index.sync(ROWS);
      index.warmUp();
      assertThat(embedder.queries).hasSize(2);
      index.delete(List.of("a"));
      index.warmUp();
      assertThat(index.stats().documents()).isZero();
    }
  }

  @Test
  void needsNoEmbedderForKeywordSearchOnly() {
    try (Index index = builder().embedder(new HashEmbedder()).openOrCreate()) {
      index.sync(ROWS);
    }
    try (Index index = builder().withoutEmbeddings().open()) {
      index.warmUp();
    }
    try (Index index =
        Index.builder(folder.resolve("new.arag")).withoutEmbeddings().openOrCreate()) {
      index.warmUp();
      index.sync(ROWS);
      index.warmUp();
    }
    try (Index index = Index.open(folder.resolve("new.arag"))) {
      index.warmUp();
    }
  }

  @Test
  void reportsAMissingEmbedderAtOnce() {
    try (Index index = builder().embedder(new HashEmbedder()).openOrCreate()) {
      index.sync(ROWS);
    }
    try (Index index = builder().open()) {
      assertThatThrownBy(index::warmUp).isInstanceOf(EmbedderMismatchException.class);
    }
  }

  @Test
  void closedIndexIsNotWarmedUp() {
    Index index = builder().withoutEmbeddings().openOrCreate();
    index.close();
    assertThatThrownBy(index::warmUp)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is closed");
  }
}
