package dev.arag.index.internal.keyword;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Occurrences;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * Searches for keywords, one group after the other. Signatures select the chunks that may contain a
 * keyword. The text of each selected chunk is read once for all keywords. Occurrences are counted
 * in the UTF-8 bytes, without decoding, where that is possible. Not thread-safe.
 */
public final class KeywordScan {
  private final KeywordQuery query;
  private final List<KeywordCounter> counters;

  /** Find the excluded keywords. */
  private final List<KeywordCounter> excluders;

  private final boolean canSearchBytes;
  private final boolean ignoresAccents;
  private final TextBlock block = new TextBlock();
  private final GroupChunks inScope = new GroupChunks();
  private final GroupChunks candidates = new GroupChunks();
  private final GroupChunks needCounts = new GroupChunks();
  private final long[] borders = new long[GramSignatures.GROUP + 1];
  private final byte[] storedBorders = new byte[GramSignatures.GROUP * Long.BYTES];
  private final byte[] row = new byte[GramSignatures.GROUP / Byte.SIZE];
  private final Occurrences occurrences;

  /** Receives the matches of a search. */
  @FunctionalInterface
  public interface Matches {
    /**
     * @param occurrences the occurrences in the chunk; valid only during the call because the
     *     object is reused for the next chunk
     */
    void add(int chunk, Occurrences occurrences);

    /**
     * Returns whether exact numbers of occurrences and of whole words are needed. If not, it is
     * enough to know which keywords occur and which of them occur as whole words.
     */
    default boolean needsCounts(Occurrences occurrences) {
      return true;
    }
  }

  public KeywordScan(KeywordQuery query) {
    this.query = query;
    this.counters = query.folded().stream().map(KeywordCounter::new).toList();
    this.excluders = query.foldedExcluded().stream().map(KeywordCounter::new).toList();
    this.canSearchBytes =
        Stream.concat(query.folded().stream(), query.foldedExcluded().stream())
            .allMatch(KeywordScan::isWellFormed);
    this.ignoresAccents = query.ignoresAccents();
    this.occurrences = new Occurrences(counters.size());
  }

  /**
   * Returns whether a keyword has no lone surrogates. A lone surrogate cannot be encoded as UTF-8,
   * but it must be found in texts that contain it as part of a pair.
   */
  private static boolean isWellFormed(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  /**
   * Searches a range of chunks in ascending order.
   *
   * @param endChunk the number of the last chunk, plus 1
   */
  public void search(KeywordReader texts, int firstChunk, int endChunk, Matches matches) {
    if (firstChunk >= endChunk) {
      return;
    }
    texts.requireChunk(endChunk - 1);
    int lastGroup = (endChunk - 1) / GramSignatures.GROUP;
    for (int group = firstChunk / GramSignatures.GROUP; group <= lastGroup; group++) {
      int first = texts.firstChunk(group);
      inScope.clear();
      inScope.add(
          Math.max(firstChunk, first) - first, Math.min(endChunk, texts.endChunk(group)) - first);
      search(texts, group, inScope, matches);
    }
  }

  /**
   * Searches chunks of one group in ascending order.
   *
   * @param among the chunks to search
   */
  public void search(KeywordReader texts, int group, GroupChunks among, Matches matches) {
    findCandidates(texts, group, among);
    int next = candidates.next(0);
    if (next < GramSignatures.GROUP) {
      texts.borders(group, borders, storedBorders);
    }
    while (next < GramSignatures.GROUP) {
      block.fill(texts, borders, next, candidates.nextMissing(next));
      searchBlock(texts.firstChunk(group), matches);
      next = candidates.next(block.endChunk());
    }
  }

  private void findCandidates(KeywordReader texts, int group, GroupChunks among) {
    if (!canSearchBytes) {
      candidates.set(among);
      return;
    }
    candidates.clear();
    for (KeywordCounter each : counters) {
      each.findCandidates(texts, group, among, row);
      candidates.addAll(each.candidates());
    }
    for (KeywordCounter each : excluders) {
      each.findCandidates(texts, group, candidates, row);
    }
  }

  private void searchBlock(int firstOfGroup, Matches matches) {
    if (canSearchBytes) {
      searchBytes(matches);
    }
    for (int chunk = block.first(); chunk < block.endChunk(); chunk++) {
      if (count(chunk)) {
        matches.add(firstOfGroup + chunk, occurrences);
      }
    }
  }

  /**
   * Searches each text only up to the first whole word, which is enough for most texts. Then counts
   * the remaining occurrences in the texts for which exact numbers are needed.
   */
  private void searchBytes(Matches matches) {
    String all = block.asLatin1(block.first(), block.endChunk());
    for (KeywordCounter each : counters) {
      each.find(block, all);
    }
    for (KeywordCounter each : excluders) {
      each.find(block, all);
    }
    needCounts.clear();
    for (int chunk = block.first(); chunk < block.endChunk(); chunk++) {
      if (canSearchBytes(chunk) && collect(chunk) && matches.needsCounts(occurrences)) {
        needCounts.add(chunk, chunk + 1);
      }
    }
    for (KeywordCounter each : counters) {
      each.countRest(block, all, needCounts);
    }
  }

  private boolean canSearchBytes(int chunk) {
    return canSearchBytes && !(ignoresAccents && !block.isAscii(chunk));
  }

  private boolean count(int chunk) {
    return canSearchBytes(chunk) ? collect(chunk) : query.count(block.text(chunk), occurrences);
  }

  private boolean collect(int chunk) {
    occurrences.clear();
    for (int i = 0; i < counters.size(); i++) {
      counters.get(i).addTo(chunk, i, occurrences);
    }
    return !occurrences.isEmpty() && !isExcluded(chunk);
  }

  private boolean isExcluded(int chunk) {
    // An iterator would be one more object for each chunk.
    for (int i = 0; i < excluders.size(); i++) {
      if (excluders.get(i).hasWholeWord(chunk)) {
        return true;
      }
    }
    return false;
  }
}
