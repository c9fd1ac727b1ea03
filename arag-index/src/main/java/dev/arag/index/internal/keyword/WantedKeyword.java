package dev.arag.index.internal.keyword;

import dev.arag.core.corpus.Occurrences;
import java.util.Arrays;

/** One keyword of a search, where it may be and where it was found. For one thread. */
final class WantedKeyword {
  private final Needle needle;
  private final int[] kinds;
  private final GroupChunks candidates = new GroupChunks();
  private final int[] counts = new int[Signatures.GROUP];
  private final boolean[] whole = new boolean[Signatures.GROUP];

  WantedKeyword(String folded) {
    needle = new Needle(folded);
    kinds = Grams.kinds(folded);
  }

  /** Asks the signatures of a group which chunks may hold it. */
  void findCandidates(KeywordReader texts, int group, GroupChunks among, byte[] row) {
    candidates.set(among);
    texts.narrow(group, kinds, candidates, row);
  }

  GroupChunks candidates() {
    return candidates;
  }

  /**
   * Counts it in the texts of a block.
   *
   * @param all the texts, one character for each byte
   */
  void count(TextBlock block, String all) {
    int first = block.first();
    int end = block.endChunk();
    Arrays.fill(counts, first, end, 0);
    Arrays.fill(whole, first, end, false);
    if (2 * candidates.count(first, end) > end - first) {
      // To leave out a few would cost more than to search them.
      count(block, all, first);
      return;
    }
    int next = candidates.next(first);
    while (next < end) {
      int endOfRun = Math.min(end, candidates.nextOther(next));
      count(block, block.asLatin1(next, endOfRun), next);
      next = candidates.next(endOfRun);
    }
  }

  /** One across the end of a chunk is none, nor is any that begins between it and that end. */
  private void count(TextBlock block, String latin1, int first) {
    int offset = block.start(first);
    int chunk = first;
    int end = block.end(first) - offset;
    int at = needle.next(latin1, 0);
    while (at >= 0) {
      while (end <= at) {
        end = block.end(++chunk) - offset;
      }
      int after = at + needle.length();
      if (after <= end) {
        counts[chunk]++;
        whole[chunk] = whole[chunk] || isWhole(block, chunk, offset + at);
      }
      at = needle.next(latin1, Math.min(after, end));
    }
  }

  private boolean isWhole(TextBlock block, int chunk, int at) {
    return needle.isWhole(block.utf8(), at, block.start(chunk), block.end(chunk));
  }

  /** Adds what was found in a chunk of the block. */
  void tell(int chunk, int keyword, Occurrences occurrences) {
    occurrences.add(keyword, counts[chunk], whole[chunk]);
  }
}
