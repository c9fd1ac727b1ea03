package dev.arag.index.internal.keyword;

import dev.arag.core.corpus.Occurrences;
import java.util.Arrays;

/** Finds and counts one keyword in the texts of a group. Not thread-safe. */
final class KeywordCounter {
  private final BytePattern pattern;
  private final int[] kinds;
  private final GroupChunks candidates = new GroupChunks();
  private final int[] counts = new int[GramSignatures.GROUP];
  private final int[] wholeCounts = new int[GramSignatures.GROUP];

  /**
   * For each text, the index at which counting continues, or the end of the text if all occurrences
   * have been counted.
   */
  private final int[] next = new int[GramSignatures.GROUP];

  KeywordCounter(String folded) {
    pattern = new BytePattern(folded);
    kinds = Grams.kinds(folded);
  }

  /** Uses the signatures to select the chunks of a group that may contain the keyword. */
  void findCandidates(KeywordReader texts, int group, GroupChunks among, byte[] row) {
    candidates.set(among);
    texts.narrow(group, kinds, candidates, row);
  }

  GroupChunks candidates() {
    return candidates;
  }

  /**
   * Counts the occurrences in each text of a block, up to and including the first whole word.
   *
   * @param all the texts of the block, with one character for each byte
   */
  void find(TextBlock block, String all) {
    int first = block.first();
    int end = block.endChunk();
    Arrays.fill(counts, first, end, 0);
    Arrays.fill(wholeCounts, first, end, 0);
    for (int chunk = first; chunk < end; chunk++) {
      next[chunk] = block.end(chunk);
    }
    if (2 * candidates.count(first, end) > end - first) {
      // When most chunks are candidates, searching the others is cheaper than skipping them.
      find(block, all, first);
      return;
    }
    int run = candidates.next(first);
    while (run < end) {
      int endOfRun = Math.min(end, candidates.nextMissing(run));
      find(block, block.asLatin1(run, endOfRun), run);
      run = candidates.next(endOfRun);
    }
  }

  /**
   * Searches successive texts at once. A match that crosses the end of a text is ignored, and the
   * search continues after that end.
   */
  private void find(TextBlock block, String latin1, int first) {
    int offset = block.start(first);
    int chunk = first;
    int end = block.end(first) - offset;
    int at = pattern.next(latin1, 0);
    while (at >= 0) {
      while (end <= at) {
        end = block.end(++chunk) - offset;
      }
      int after = Math.min(at + pattern.length(), end);
      if (at + pattern.length() <= end) {
        counts[chunk]++;
        if (isWhole(block, chunk, offset + at)) {
          wholeCounts[chunk] = 1;
          next[chunk] = offset + after;
          after = end;
        }
      }
      at = pattern.next(latin1, after);
    }
  }

  /**
   * Counts the occurrences after the first whole word, which {@link #find} does not count.
   *
   * @param among the chunks whose counts are needed
   */
  void countRest(TextBlock block, String all, GroupChunks among) {
    int at = 0;
    int chunk = among.next(block.first());
    while (chunk < block.endChunk() && at >= 0) {
      int end = block.end(chunk);
      if (next[chunk] < end) {
        int start = block.start(chunk);
        int whole = 0;
        at = at < next[chunk] ? pattern.next(all, next[chunk]) : at;
        while (at >= 0 && at + pattern.length() <= end) {
          counts[chunk]++;
          whole += pattern.isWhole(block.utf8(), at, start, end) ? 1 : 0;
          at = pattern.next(all, at + pattern.length());
        }
        wholeCounts[chunk] += whole;
      }
      chunk = among.next(chunk + 1);
    }
  }

  private boolean isWhole(TextBlock block, int chunk, int at) {
    return pattern.isWhole(block.utf8(), at, block.start(chunk), block.end(chunk));
  }

  /** Whether a whole word was found in a chunk of the block. */
  boolean hasWholeWord(int chunk) {
    return wholeCounts[chunk] > 0;
  }

  /** Adds the number of occurrences that were found in a chunk of the block. */
  void addTo(int chunk, int keyword, Occurrences occurrences) {
    occurrences.add(keyword, counts[chunk], wholeCounts[chunk]);
  }
}
