package dev.arag.tools.internal.read;

import dev.arag.core.corpus.Corpus;
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
public final class Neighborhood {
  private final Corpus corpus;
  private final Map<ChunkId, Optional<Passage>> chunks = new HashMap<>();

  Neighborhood(Corpus corpus) {
    this.corpus = corpus;
  }

  /**
   * Returns a passage between its neighbors, in reading order.
   *
   * @param distance the maximum number of neighbors on each side
   */
  List<Passage> around(Passage passage, int distance) {
    boolean chunksOnly = passage.isWholeChunk();
    Deque<Passage> run = new ArrayDeque<>(List.of(passage));
    for (int i = 0; i < distance; i++) {
      before(run.getFirst(), chunksOnly).ifPresent(run::addFirst);
      after(run.getLast(), chunksOnly).ifPresent(run::addLast);
    }
    return List.copyOf(run);
  }

  Optional<Passage> before(Passage passage) {
    return before(passage, passage.isWholeChunk());
  }

  Optional<Passage> after(Passage passage) {
    return after(passage, passage.isWholeChunk());
  }

  private Optional<Passage> before(Passage passage, boolean chunksOnly) {
    int number = passage.sections().get(0).id().number();
    return number > 0
        ? Optional.of(whole(passage).only(number - 1))
        : chunk(passage.chunk().previous())
            .map(chunk -> chunksOnly ? chunk : chunk.only(chunk.sections().size() - 1));
  }

  private Optional<Passage> after(Passage passage, boolean chunksOnly) {
    Section last = passage.sections().get(passage.sections().size() - 1);
    int number = last.id().number();
    return number + 1 < last.count()
        ? Optional.of(whole(passage).only(number + 1))
        : chunk(passage.chunk().next()).map(chunk -> chunksOnly ? chunk : chunk.only(0));
  }

  /** Returns the whole chunk of a passage. */
  private Passage whole(Passage passage) {
    return chunks
        .computeIfAbsent(passage.chunk().id(), id -> Optional.of(Passage.of(passage.chunk())))
        .orElse(passage);
  }

  /** Returns a whole chunk; empty if the id is null or unknown. */
  private Optional<Passage> chunk(@Nullable ChunkId id) {
    return id == null
        ? Optional.empty()
        : chunks.computeIfAbsent(id, unknown -> corpus.read(unknown).map(Passage::of));
  }
}
