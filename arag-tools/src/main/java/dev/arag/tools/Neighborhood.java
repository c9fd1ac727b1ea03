package dev.arag.tools;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The neighbors of requested chunks in their documents.
 *
 * @param neighbors the neighbors, nearest first; requested chunks are not included
 * @param readingOrder the ids of all requested chunks and neighbors; each requested chunk is
 *     between its neighbors
 */
record Neighborhood(List<Chunk> neighbors, List<ChunkId> readingOrder) {
  static Neighborhood of(List<Chunk> chunks, int distance, Corpus corpus) {
    Map<ChunkId, Chunk> known = new LinkedHashMap<>();
    chunks.forEach(chunk -> known.put(chunk.id(), chunk));
    List<Deque<Chunk>> runs = new ArrayList<>();
    chunks.forEach(chunk -> runs.add(new ArrayDeque<>(List.of(chunk))));
    List<Chunk> neighbors = new ArrayList<>();
    for (int i = 0; i < distance; i++) {
      runs.forEach(run -> widen(run, corpus, known, neighbors));
    }
    return new Neighborhood(
        neighbors, runs.stream().flatMap(Deque::stream).map(Chunk::id).distinct().toList());
  }

  private static void widen(
      Deque<Chunk> run, Corpus corpus, Map<ChunkId, Chunk> known, List<Chunk> neighbors) {
    Chunk before = find(run.getFirst().previous(), corpus, known, neighbors);
    Chunk after = find(run.getLast().next(), corpus, known, neighbors);
    if (before != null) {
      run.addFirst(before);
    }
    if (after != null) {
      run.addLast(after);
    }
  }

  private static @Nullable Chunk find(
      @Nullable ChunkId id, Corpus corpus, Map<ChunkId, Chunk> known, List<Chunk> neighbors) {
    if (id == null || known.containsKey(id)) {
      return id == null ? null : known.get(id);
    }
    Chunk chunk = corpus.read(id).orElse(null);
    if (chunk != null) {
      known.put(id, chunk);
      neighbors.add(chunk);
    }
    return chunk;
  }
}
