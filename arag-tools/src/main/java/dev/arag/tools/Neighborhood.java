package dev.arag.tools;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Profile;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Section;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the passages before and after a passage in its document. The neighbors of a chunk are
 * chunks. The neighbors of a section are sections, also those of adjacent chunks. Reads each chunk
 * only once. Use one instance per call.
 */
final class Neighborhood {
  private final Corpus corpus;
  private final Profile profile;
  private final Map<ChunkId, Optional<Chunk>> chunks = new HashMap<>();

  Neighborhood(Corpus corpus, Profile profile) {
    this.corpus = corpus;
    this.profile = profile;
  }

  /**
   * Returns a passage between its neighbors, in reading order.
   *
   * @param distance the maximum number of neighbors on each side
   */
  List<Passage> around(Passage passage, int distance) {
    Deque<Passage> run = new ArrayDeque<>(List.of(passage));
    for (int i = 0; i < distance; i++) {
      before(run.getFirst()).ifPresent(run::addFirst);
      after(run.getLast()).ifPresent(run::addLast);
    }
    return List.copyOf(run);
  }

  Optional<Passage> before(Passage passage) {
    Section first = passage.sections().get(0);
    if (passage.isWholeChunk()) {
      return chunk(passage.chunk().previous());
    }
    return first.id().number() > 0
        ? chunk(passage.chunk().id()).map(chunk -> chunk.only(first.id().number() - 1))
        : chunk(passage.chunk().previous()).map(chunk -> chunk.only(chunk.sections().size() - 1));
  }

  Optional<Passage> after(Passage passage) {
    Section first = passage.sections().get(0);
    if (passage.isWholeChunk()) {
      return chunk(passage.chunk().next());
    }
    return first.id().number() + 1 < first.count()
        ? chunk(passage.chunk().id()).map(chunk -> chunk.only(first.id().number() + 1))
        : chunk(passage.chunk().next()).map(chunk -> chunk.only(0));
  }

  /** Returns a whole chunk; empty if the id is null or unknown. */
  private Optional<Passage> chunk(@Nullable ChunkId id) {
    return id == null
        ? Optional.empty()
        : chunks.computeIfAbsent(id, corpus::read).map(chunk -> Passage.of(chunk, profile));
  }
}
