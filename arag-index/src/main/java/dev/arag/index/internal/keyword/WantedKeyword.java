package dev.arag.index.internal.keyword;

import dev.arag.core.corpus.Occurrences;
import java.util.Arrays;

/** One keyword of a search, where it may be and where it was found. For one thread. */
final class WantedKeyword {
  private final BytePattern needle;
  private final int[] kinds;
  private final GroupChunks candidates = new GroupChunks();
  private final int[] counts = new int[Signatures.GROUP];
  private final boolean[] whole = new boolean[Signatures.GROUP];

  /** Where in each text to go on counting; its end if all are counted. */
  private final int[] next = new int[Signatures.GROUP];

  WantedKeyword(String folded) {
    needle = new BytePattern(folded);
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
   * Counts it in each text of a block as far as the first whole word.
   *
   * @param all the texts, one character for each byte
   */
  void find(TextBlock block, String all) {
    int first = block.first();
    int end = block.endChunk();
    Arrays.fill(counts, first, end, 0);
    Arrays.fill(whole, first, end, false);
    for (int chunk = first; chunk < end; chunk++) {
      next[chunk] = block.end(chunk);
    }
    if (2 * candidates.count(first, end) > end - first) {
      // To leave out a few would cost more than to search them.
      find(block, all, first);
      return;
    }
    int run = candidates.next(first);
    while (run < end) {
      int endOfRun = Math.min(end, candidates.nextOther(run));
      find(block, block.asLatin1(run, endOfRun), run);
      run = candidates.next(endOfRun);
    }
  }

  /** One across the end of a chunk is none, nor is any that begins between it and that end. */
  private void find(TextBlock block, String latin1, int first) {
    int offset = block.start(first);
    int chunk = first;
    int end = block.end(first) - offset;
    int at = needle.next(latin1, 0);
    while (at >= 0) {
      while (end <= at) {
        end = block.end(++chunk) - offset;
      }
      int after = Math.min(at + needle.length(), end);
      if (at + needle.length() <= end) {
        counts[chunk]++;
        if (isWhole(block, chunk, offset + at)) {
          whole[chunk] = true;
          next[chunk] = offset + after;
          after = end;
        }
      }
      at = needle.next(latin1, after);
    }
  }

  /**
   * Counts what {@link #find} left out.
   *
   * @param among the chunks it is needed for
   */
  void countRest(TextBlock block, String all, GroupChunks among) {
    int at = 0;
    int chunk = among.next(block.first());
    while (chunk < block.endChunk() && at >= 0) {
      int end = block.end(chunk);
      if (next[chunk] < end) {
        at = at < next[chunk] ? needle.next(all, next[chunk]) : at;
        while (at >= 0 && at + needle.length() <= end) {
          counts[chunk]++;
          at = needle.next(all, at + needle.length());
        }
      }
      chunk = among.next(chunk + 1);
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
