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
 * What a model's ids stand for. An id that is unknown, deleted or out of scope is unknown.
 *
 * @param chunks in the order asked for, each once
 * @param unknown what was written for the others
 */
record Resolved(List<Chunk> chunks, List<String> unknown) {
  static Resolved of(List<String> written, Corpus corpus, ContextTracker context) {
    Map<String, List<ChunkId>> candidates = new LinkedHashMap<>();
    written.forEach(text -> candidates.put(text, candidates(text, context)));
    Map<ChunkId, Chunk> found = read(candidates, corpus);
    Set<Chunk> chunks = new LinkedHashSet<>();
    List<String> unknown = new ArrayList<>();
    candidates.forEach(
        (text, ids) ->
            ids.stream()
                .flatMap(id -> Optional.ofNullable(found.get(id)).stream())
                .findFirst()
                .ifPresentOrElse(chunks::add, () -> unknown.add(text)));
    return new Resolved(List.copyOf(chunks), unknown);
  }

  /** What this conversation calls so, then what the corpus may. */
  private static List<ChunkId> candidates(String text, ContextTracker context) {
    List<ChunkId> candidates = new ArrayList<>();
    context.resolve(text).ifPresent(candidates::add);
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
