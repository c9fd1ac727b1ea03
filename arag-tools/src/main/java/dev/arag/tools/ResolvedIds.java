package dev.arag.tools;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The result of resolving ids written by a model: the chunks found and the unknown ids. Ids of
 * chunks that were deleted or are out of scope are unknown.
 *
 * @param chunks the chunks in the order requested, without duplicates
 * @param unknown the ids, as written by the model, that do not refer to any chunk
 */
record ResolvedIds(List<Chunk> chunks, List<String> unknown) {
  static ResolvedIds of(List<String> written, Corpus corpus, ContextTracker tracker) {
    Map<String, List<ChunkId>> candidates = new LinkedHashMap<>();
    written.forEach(text -> candidates.put(text, candidates(text, tracker)));
    Map<ChunkId, Chunk> found = read(candidates, corpus);
    Set<Chunk> chunks = new LinkedHashSet<>();
    List<String> unknown = new ArrayList<>();
    candidates.forEach(
        (text, ids) ->
            ids.stream()
                .flatMap(id -> Optional.ofNullable(found.get(id)).stream())
                .findFirst()
                .ifPresentOrElse(chunks::add, () -> unknown.add(text)));
    return new ResolvedIds(List.copyOf(chunks), unknown);
  }

  /**
   * Returns the ids that a text may refer to. A short id that was shown in this conversation takes
   * precedence over an identical id of the corpus.
   */
  private static List<ChunkId> candidates(String text, ContextTracker tracker) {
    List<ChunkId> candidates = new ArrayList<>();
    tracker.resolve(text).ifPresent(candidates::add);
    candidates.addAll(ChunkNames.candidates(text));
    return candidates;
  }

  private static Map<ChunkId, Chunk> read(Map<String, List<ChunkId>> candidates, Corpus corpus) {
    Set<ChunkId> all = new LinkedHashSet<>();
    candidates.values().forEach(all::addAll);
    Map<ChunkId, Chunk> found = new LinkedHashMap<>();
    corpus.read(all).forEach(chunk -> found.put(chunk.id(), chunk));
    return found;
  }
}
