package dev.arag.index.internal.keyword;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Occurrences;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One search for keywords, group by group: signatures tell which chunks may hold any, only their
 * texts are read, once for all keywords, and what is found is counted as bytes. For one thread.
 */
public final class KeywordScan {
  private final KeywordQuery query;
  private final List<WantedKeyword> wanted;
  private final boolean isToldByBytes;
  private final boolean ignoresAccents;
  private final TextBlock block = new TextBlock();
  private final GroupChunks inScope = new GroupChunks();
  private final GroupChunks candidates = new GroupChunks();
  private final GroupChunks toBeCounted = new GroupChunks();
  private final long[] borders = new long[Signatures.GROUP + 1];
  private final byte[] storedBorders = new byte[Signatures.GROUP * Long.BYTES];
  private final byte[] row = new byte[Signatures.GROUP / Byte.SIZE];
  private final Occurrences occurrences;

  /** Takes what a search finds. */
  @FunctionalInterface
  public interface Matches {
    /**
     * @param occurrences to be looked at only now: the next chunk's are put in their place
     */
    void add(int chunk, Occurrences occurrences);

    /**
     * Whether it matters how often keywords occur in a chunk, or only which ones do and which are
     * whole words.
     */
    default boolean needsCounts(Occurrences occurrences) {
      return true;
    }
  }

  public KeywordScan(KeywordQuery query) {
    this.query = query;
    this.wanted = query.folded().stream().map(WantedKeyword::new).toList();
    this.isToldByBytes = query.folded().stream().allMatch(KeywordScan::isWellFormed);
    this.ignoresAccents = query.ignoresAccents();
    this.occurrences = new Occurrences(wanted.size());
  }

  /** Half of a surrogate pair has no bytes, and yet is found in texts that hold the pair. */
  private static boolean isWellFormed(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  /**
   * Finds the keywords in neighbouring chunks, in their order.
   *
   * @param endChunk the number after the last one
   */
  public void search(KeywordReader texts, int firstChunk, int endChunk, Matches matches) {
    if (firstChunk >= endChunk) {
      return;
    }
    texts.requireChunk(endChunk - 1);
    int lastGroup = (endChunk - 1) / Signatures.GROUP;
    for (int group = firstChunk / Signatures.GROUP; group <= lastGroup; group++) {
      int first = texts.firstChunk(group);
      inScope.clear();
      inScope.add(
          Math.max(firstChunk, first) - first, Math.min(endChunk, texts.endChunk(group)) - first);
      search(texts, group, inScope, matches);
    }
  }

  /**
   * Finds the keywords in chunks of a group, in their order.
   *
   * @param among the chunks to be searched
   */
  public void search(KeywordReader texts, int group, GroupChunks among, Matches matches) {
    findCandidates(texts, group, among);
    int next = candidates.next(0);
    if (next < Signatures.GROUP) {
      texts.borders(group, borders, storedBorders);
    }
    while (next < Signatures.GROUP) {
      block.fill(texts, borders, next, candidates.nextOther(next));
      searchBlock(texts.firstChunk(group), matches);
      next = candidates.next(block.endChunk());
    }
  }

  private void findCandidates(KeywordReader texts, int group, GroupChunks among) {
    if (!isToldByBytes) {
      candidates.set(among);
      return;
    }
    candidates.clear();
    for (WantedKeyword each : wanted) {
      each.findCandidates(texts, group, among, row);
      candidates.addAll(each.candidates());
    }
  }

  private void searchBlock(int firstOfGroup, Matches matches) {
    if (isToldByBytes) {
      searchBytes(matches);
    }
    for (int chunk = block.first(); chunk < block.endChunk(); chunk++) {
      if (count(chunk)) {
        matches.add(firstOfGroup + chunk, occurrences);
      }
    }
  }

  /** Common words are found early in a text, and most texts need no more of them than that. */
  private void searchBytes(Matches matches) {
    String all = block.asLatin1(block.first(), block.endChunk());
    for (WantedKeyword each : wanted) {
      each.find(block, all);
    }
    toBeCounted.clear();
    for (int chunk = block.first(); chunk < block.endChunk(); chunk++) {
      if (isToldByBytes(chunk) && tell(chunk) && matches.needsCounts(occurrences)) {
        toBeCounted.add(chunk, chunk + 1);
      }
    }
    for (WantedKeyword each : wanted) {
      each.countRest(block, all, toBeCounted);
    }
  }

  private boolean isToldByBytes(int chunk) {
    return isToldByBytes && !(ignoresAccents && !block.isAscii(chunk));
  }

  private boolean count(int chunk) {
    return isToldByBytes(chunk) ? tell(chunk) : query.count(block.text(chunk), occurrences);
  }

  private boolean tell(int chunk) {
    occurrences.clear();
    for (int i = 0; i < wanted.size(); i++) {
      wanted.get(i).tell(chunk, i, occurrences);
    }
    return !occurrences.isEmpty();
  }
}
