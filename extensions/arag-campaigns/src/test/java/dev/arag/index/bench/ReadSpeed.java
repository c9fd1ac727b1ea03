package dev.arag.index.bench;

import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.index.Index;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntConsumer;

/**
 * Measures the time to read a chunk by id, and the time to build one hit with its snippet: {@code
 * ReadSpeed FOLDER WORD}. The folder must contain an index that {@link KeywordSpeed} has built. The
 * hits are those of a search for the word.
 */
final class ReadSpeed {
  private static final int CALLS = 20_000;
  private static final int HITS = 20;
  private static final int ROUNDS = 7;
  private static final int DROPPED = 2;

  private ReadSpeed() {}

  public static void main(String[] arguments) {
    try (Index index = Index.open(Path.of(arguments[0]).resolve("index"))) {
      int chunks = Math.toIntExact(index.stats().chunks());
      Random random = new Random(1);
      ChunkId[] ids =
          random.ints(CALLS, 0, chunks).mapToObj(i -> ChunkId.of("d" + i)).toArray(ChunkId[]::new);
      KeywordQuery query = KeywordQuery.of(List.of(arguments[1]));
      List<Chunk> found =
          index.keywordSearch(query, HITS, 0).hits().stream()
              .map(hit -> index.read(List.of(hit.chunkId())).get(0))
              .toList();
      System.out.printf("%d chunks, %d hits%n", chunks, found.size());
      print("reading a chunk by id", micros(CALLS, i -> index.read(List.of(ids[i]))));
      print(
          "building a hit for the result page",
          micros(CALLS, i -> hit(index, query, found.get(i % found.size()).id(), chunks)));
    }
  }

  /**
   * Does the work of a search for one hit of the result page: it reads and matches the chunk and
   * selects the sentences to show.
   */
  private static void hit(Index index, KeywordQuery query, ChunkId id, int chunks) {
    Chunk chunk = index.read(List.of(id)).get(0);
    KeywordHits.rank(query, chunks, query.match(chunk).stream(), 1, 0);
  }

  private static double[] micros(int calls, IntConsumer call) {
    double[] micros = new double[ROUNDS];
    for (int round = -DROPPED; round < ROUNDS; round++) {
      long start = System.nanoTime();
      for (int i = 0; i < calls; i++) {
        call.accept(i);
      }
      if (round >= 0) {
        micros[round] = (System.nanoTime() - start) / 1e3 / calls;
      }
    }
    Arrays.sort(micros);
    return micros;
  }

  private static void print(String what, double[] micros) {
    System.out.printf(
        Locale.ROOT,
        "%s: %.1f microseconds (%.1f to %.1f)%n",
        what,
        micros[ROUNDS / 2],
        micros[0],
        micros[ROUNDS - 1]);
  }
}
