package dev.arag.index.internal.keyword;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Occurrences;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * One search for keywords. The bytes of many texts are searched at once, and only the texts that
 * hold a keyword are decoded and counted: no character of UTF-8 begins inside of another, so bytes
 * are equal exactly where characters are. Bytes are searched as strings of one character each,
 * since that is what the JDK has fast code for. For one thread.
 */
public final class KeywordScan {
  /** Where one text of so many holds a keyword, looking at the bytes first is lost time. */
  private static final int COMMON = 3;

  private final KeywordQuery query;
  private final List<String> wanted;
  private final boolean isToldByBytes;
  private final boolean ignoresAccents;
  private final TextBlock block = new TextBlock();
  private final BitSet toDecode = new BitSet();
  private boolean isCommon;

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
    markToDecode();
    int found = 0;
    for (int i = 0; i < block.chunks(); i++) {
      if (toDecode.get(i)) {
        Optional<Occurrences> occurrences = query.occurrencesIn(block.text(i));
        int chunk = firstChunk + i;
        occurrences.ifPresent(each -> matches.add(chunk, each));
        found += occurrences.isPresent() ? 1 : 0;
      }
    }
    isCommon = found > block.chunks() / COMMON;
  }

  private void markToDecode() {
    toDecode.clear();
    if (isCommon || !isToldByBytes) {
      toDecode.set(0, block.chunks());
      return;
    }
    String bytes = block.asLatin1();
    wanted.forEach(each -> markHolding(bytes, each));
    if (ignoresAccents) {
      markBeyondAscii();
    }
  }

  /** Text that is all ASCII has no accents to ignore; any other may hold a keyword with some. */
  private void markBeyondAscii() {
    for (int i = toDecode.nextClearBit(0); i < block.chunks(); i = toDecode.nextClearBit(i + 1)) {
      toDecode.set(i, !block.isAscii(i));
    }
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
        toDecode.set(chunk);
      }
      at = bytes.indexOf(keyword, end);
    }
  }
}
