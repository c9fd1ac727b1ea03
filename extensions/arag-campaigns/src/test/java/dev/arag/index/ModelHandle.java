package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.index.ModelDocument.Held;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.chunks.StoredDocument;
import dev.arag.index.internal.commit.Segment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An open index together with its expected state. */
final class ModelHandle {
  private final Index index;
  private ModelState state;
  private @Nullable Corpus snapshot;
  private ModelState snapshotState = ModelState.EMPTY;

  ModelHandle(Index index, ModelState state) {
    this.index = index;
    this.state = state;
  }

  Index index() {
    return index;
  }

  void sees(ModelState newer) {
    state = newer;
  }

  void takeSnapshot() {
    snapshot = index.snapshot();
    snapshotState = state;
  }

  /** Whether the index contains exactly this state. */
  boolean holds(ModelState wanted) {
    return held().equals(wanted.held())
        && Objects.equals(index.stats().dimension(), wanted.dimension());
  }

  /** Returns the stored properties of all documents that are not deleted. */
  private SortedMap<String, Held> held() {
    SortedMap<String, Held> held = new TreeMap<>();
    for (Segment segment : index.currentState().commitPoint().segments()) {
      for (int document = 0; document < segment.chunks().documents(); document++) {
        if (segment.isLive(document)) {
          Held each = held(segment.chunks(), document);
          assertThat(held.put(each.id(), each))
              .as("second document with the id " + each.id())
              .isNull();
        }
      }
    }
    return held;
  }

  private static Held held(ChunksReader chunks, int number) {
    StoredDocument document = chunks.readDocument(number);
    List<Chunk> own = new ArrayList<>();
    for (int i = chunks.firstChunk(number); i < chunks.firstChunk(number + 1); i++) {
      own.add(chunks.read(i));
    }
    return new Held(
        document.id(),
        document.title(),
        document.metadata(),
        document.origin().source(),
        document.origin().hash(),
        document.origin().key(),
        document.origin().warnings(),
        own);
  }

  void checkContents() {
    assertThat(held()).isEqualTo(state.held());
    IndexStats stats = index.stats();
    assertThat(stats.documents()).isEqualTo(state.documents().size());
    assertThat(stats.chunks()).isEqualTo(state.chunks().size());
    assertThat(stats.sentences()).isEqualTo(state.sentences());
    assertThat(stats.dimension()).isEqualTo(state.dimension());
    assertThat(stats.warnings()).containsExactlyInAnyOrderElementsOf(state.warnings());
    assertThat(stats.segments().stream().mapToLong(each -> each.documents()).sum())
        .isEqualTo(stats.documents());
  }

  /**
   * @param ids ids of current, former and unknown chunks
   */
  void checkSearches(CorpusComparison comparison, Collection<ChunkId> ids) {
    compare(index, state, comparison, ids);
    if (snapshot != null) {
      compare(snapshot, snapshotState, comparison, ids);
    }
  }

  private static void compare(
      Corpus corpus, ModelState state, CorpusComparison comparison, Collection<ChunkId> ids) {
    Corpus oracle = state.oracle();
    assertThat(corpus.read(ids)).isEqualTo(oracle.read(ids));
    if (state.embedder() != null) {
      comparison.compare(corpus, oracle);
      comparison.compareInScope(corpus, oracle);
      return;
    }
    comparison.compareWords(corpus, oracle);
    if (!state.chunks().isEmpty()) {
      assertThatThrownBy(() -> corpus.semanticSearch("river", 1))
          .isInstanceOf(NotIndexedException.class);
    }
  }
}
