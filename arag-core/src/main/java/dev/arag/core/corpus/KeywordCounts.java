package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The counts of a keyword search over all chunks in scope. If a corpus is on a search server, the
 * server can compute these counts, so that it need not send all matching chunks.
 *
 * @param chunksInScope the number of all chunks in scope, also of those without a match or with an
 *     excluded keyword; N in the formula of {@link #rarities}
 * @param total the number of chunks in scope that contain at least one keyword and no {@linkplain
 *     KeywordQuery#exclude excluded} one. {@code chunksWith} and {@code chunksWithWhole} do not
 *     count chunks with an excluded keyword, either.
 * @param chunksWith for each keyword in {@link KeywordQuery#keywords()}, the number of chunks in
 *     scope that contain it
 * @param chunksWithWhole for each keyword in {@link KeywordQuery#keywords()}, the number of chunks
 *     in scope that contain it as a whole word; df in the formula of {@link #rarities}
 */
public record KeywordCounts(
    long chunksInScope, long total, List<Long> chunksWith, List<Long> chunksWithWhole) {
  public KeywordCounts {
    requireNonNull(chunksWith, "chunksWith");
    requireNonNull(chunksWithWhole, "chunksWithWhole");
    chunksWith = List.copyOf(chunksWith);
    chunksWithWhole = List.copyOf(chunksWithWhole);
  }

  /**
   * Returns the rarity of each keyword, in the order of the keywords: its weight times ln(1 +
   * N/df), or 0 if no chunk in scope contains it as a whole word. The rarity of a chunk is the sum
   * of the rarities of the keywords that it contains as whole words, added in this order.
   *
   * @param query the query of these counts
   * @throws IllegalArgumentException if the number of keywords of the query differs from that of
   *     these counts
   */
  public List<Double> rarities(KeywordQuery query) {
    requireNonNull(query, "query");
    if (query.keywords().size() != chunksWithWhole.size()) {
      throw new IllegalArgumentException(
          "The counts are for "
              + chunksWithWhole.size()
              + " keywords, but the query has "
              + query.keywords().size());
    }
    return IntStream.range(0, chunksWithWhole.size())
        .mapToObj(i -> rarity(query.weight(i), chunksWithWhole.get(i)))
        .toList();
  }

  private double rarity(double weight, long whole) {
    // StrictMath has the same bits on every JDK and processor.
    return whole == 0 ? 0 : weight * StrictMath.log(1 + (double) chunksInScope / whole);
  }
}
