package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The counts of a keyword search over all chunks in scope. A search server computes them without
 * sending the chunks.
 *
 * @param chunksInScope the number of all chunks in scope, with or without a match and including
 *     excluded chunks; N of the rarity formula
 * @param total the number of chunks in scope that contain at least one keyword and no {@linkplain
 *     KeywordQuery#foldedExcluded excluded} one; the other counts do not include excluded chunks,
 *     either
 * @param chunksWith for each keyword in {@link KeywordQuery#keywords()}, the number of chunks in
 *     scope that contain it
 * @param chunksWithWhole for each keyword in {@link KeywordQuery#keywords()}, the number of chunks
 *     in scope that contain it as a whole word; df of the rarity formula
 */
public record KeywordCounts(
    long chunksInScope, long total, List<Long> chunksWith, List<Long> chunksWithWhole) {
  public KeywordCounts {
    requireNonNull(chunksWith, "chunksWith");
    requireNonNull(chunksWithWhole, "chunksWithWhole");
    chunksWith = List.copyOf(chunksWith);
    chunksWithWhole = List.copyOf(chunksWithWhole);
  }
}
