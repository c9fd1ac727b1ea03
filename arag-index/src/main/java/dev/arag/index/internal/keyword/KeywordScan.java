package dev.arag.index.internal.keyword;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Occurrences;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;

/**
 * One search for keywords. The bytes of many texts are searched at once, and only the texts that
 * hold a keyword are decoded and counted: no character of UTF-8 begins inside of another, so bytes
 * are equal exactly where characters are. Bytes are searched as strings of one character each,
 * since that is what the JDK has fast code for. For one thread.
 */
public final class KeywordScan {
  private final KeywordQuery query;
  private final List<String> wanted;
  private final boolean isToldByBytes;
  private final boolean ignoresAccents;
  private final TextBlock block = new TextBlock();
  private final BitSet holding = new BitSet();

  /** Takes what a search finds. */
  @FunctionalInterface
  public interface Matches {
    void add(int chunk, Occurrences occurrences);
  }

  public KeywordScan(KeywordQuery query) {
    this.query = query;
    this.wanted = query.folded().stream().map(KeywordScan::asLatin1).toList();
    this.isToldByBytes = query.folded().stream().allMatch(KeywordScan::isWellFormed);
    this.ignoresAccents = query.ignoresAccents();
  }

  private static String asLatin1(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
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
    int next = firstChunk;
    while (next < endChunk) {
      block.fill(texts, next, endChunk);
      searchBlock(next, matches);
      next += block.chunks();
    }
  }

  private void searchBlock(int firstChunk, Matches matches) {
    markHolding();
    for (int i = 0; i < block.chunks(); i++) {
      if (holding.get(i) || mayHoldOtherBytes(i)) {
        int chunk = firstChunk + i;
        query.occurrencesIn(block.text(i)).ifPresent(each -> matches.add(chunk, each));
      }
    }
  }

  /** Whether a keyword may occur in other bytes than its own. ASCII has no accents to ignore. */
  private boolean mayHoldOtherBytes(int inBlock) {
    return !isToldByBytes || (ignoresAccents && !block.isAscii(inBlock));
  }

  private void markHolding() {
    holding.clear();
    String bytes = block.asLatin1();
    wanted.forEach(each -> markHolding(bytes, each));
  }

  /** One find in a chunk is enough; one across the end of a chunk is none. */
  private void markHolding(String bytes, String keyword) {
    int chunk = 0;
    int at = bytes.indexOf(keyword);
    while (at >= 0) {
      while (block.end(chunk) <= at) {
        chunk++;
      }
      int end = block.end(chunk);
      if (at + keyword.length() <= end) {
        holding.set(chunk);
      }
      at = bytes.indexOf(keyword, end);
    }
  }
}
