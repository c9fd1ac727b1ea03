package dev.arag.examples.cli.report;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.ChunkNames;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Chunks with their neighbors, without duplicates.
 *
 * @param chunks the requested chunks in the order of the request, each between its neighbors in
 *     text order
 * @param missing ids that are unknown or out of scope
 */
public record ReadResult(List<Chunk> chunks, List<String> missing) {
  /**
   * @param ids the ids as the user typed them, with or without the brackets of a search result
   */
  public static ReadResult of(Corpus corpus, List<String> ids, int distance) {
    Map<ChunkId, Chunk> read = new LinkedHashMap<>();
    List<String> missing =
        ids.stream()
            .distinct()
            .filter(id -> !addWithNeighbors(corpus, id, distance, read))
            .toList();
    return new ReadResult(List.copyOf(read.values()), missing);
  }

  private static boolean addWithNeighbors(
      Corpus corpus, String id, int distance, Map<ChunkId, Chunk> read) {
    Optional<Chunk> found = resolve(corpus, id);
    if (found.isEmpty()) {
      return false;
    }
    Deque<Chunk> around = new ArrayDeque<>(List.of(found.get()));
    follow(corpus, found.get(), Chunk::previous, distance).forEach(around::addFirst);
    follow(corpus, found.get(), Chunk::next, distance).forEach(around::addLast);
    around.forEach(chunk -> read.putIfAbsent(chunk.id(), chunk));
    return true;
  }

  private static Optional<Chunk> resolve(Corpus corpus, String typed) {
    return Stream.concat(Stream.of(ChunkId.of(typed)), ChunkNames.candidates(typed).stream())
        .map(corpus::read)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static List<Chunk> follow(
      Corpus corpus, Chunk from, Function<Chunk, @Nullable ChunkId> step, int distance) {
    List<Chunk> chunks = new ArrayList<>();
    Chunk current = from;
    while (chunks.size() < distance) {
      ChunkId id = step.apply(current);
      Optional<Chunk> found = id == null ? Optional.empty() : corpus.read(id);
      if (found.isEmpty()) {
        break;
      }
      current = found.get();
      chunks.add(current);
    }
    return chunks;
  }
}
