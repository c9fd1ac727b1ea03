package dev.arag.index.internal.keyword;

import dev.arag.core.internal.fold.Folding;
import dev.arag.index.internal.postings.KeyGroup;
import dev.arag.index.internal.postings.PostingCursor;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.postings.StoredKey;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Looks up one folded keyword in the keys of a segment. A keyword that lies inside one word is
 * counted: the words that contain it, and their postings, tell its occurrences. For any other
 * keyword, the keys only tell which texts may contain it. Immutable.
 */
final class KeywordLookup {
  private final PostingsReader keys;
  private final String keyword;
  private final boolean ignoresAccents;
  private final ChunkCounts counts;
  private final ChunkCounts wholeCounts;
  private final @Nullable BitSet candidates;

  /** Receives the keys that contain a part of the keyword. */
  @FunctionalInterface
  private interface KeyAction {
    /**
     * @param isBare whether the key is a word without diacritics
     */
    void accept(StoredKey key, boolean isBare);
  }

  /**
   * @param keyword a folded keyword without lone surrogates
   * @param ignoresAccents whether the keyword is searched for in texts without diacritics
   */
  KeywordLookup(PostingsReader keys, String keyword, boolean ignoresAccents) {
    this.keys = keys;
    this.keyword = keyword;
    this.ignoresAccents = ignoresAccents;
    boolean isCounted = keyword.codePoints().allMatch(TextKeys::isInWord);
    counts = new ChunkCounts(isCounted ? keys.chunks() : 0);
    wholeCounts = new ChunkCounts(isCounted ? keys.chunks() : 0);
    if (isCounted) {
      candidates = null;
      forEachKey(keyword, false, false, this::count);
    } else {
      candidates = new BitSet(keys.chunks());
      candidates.set(0, keys.chunks());
      requireParts(candidates);
    }
  }

  // ---- keywords inside a word

  private void count(StoredKey key, boolean isBare) {
    String text = key.text();
    if (ignoresAccents && !isBare && !Folding.dropDiacritics(text).equals(text)) {
      return; // the key without diacritics is counted
    }
    int start = isBare ? 1 : 0;
    boolean isWhole = text.length() == start + keyword.length();
    long inKey = 0;
    for (int at = text.indexOf(keyword, start);
        at >= 0;
        at = text.indexOf(keyword, at + keyword.length())) {
      inKey++;
    }
    PostingCursor postings = keys.postings(key);
    while (postings.next()) {
      counts.add(postings.chunk(), inKey * postings.count());
      if (isWhole) {
        wholeCounts.add(postings.chunk(), postings.count());
      }
    }
  }

  // ---- other keywords

  /** Removes the chunks that lack a part of the keyword. */
  private void requireParts(BitSet chunks) {
    int at = 0;
    int before = -1;
    while (at < keyword.length() && !chunks.isEmpty()) {
      int codePoint = keyword.codePointAt(at);
      int end = at + Character.charCount(codePoint);
      if (TextKeys.isInWord(codePoint)) {
        while (end < keyword.length() && TextKeys.isInWord(keyword.codePointAt(end))) {
          end += Character.charCount(keyword.codePointAt(end));
        }
        chunks.and(withWord(keyword.substring(at, end), at > 0, end < keyword.length()));
        before = -1;
      } else if (codePoint == ' ') {
        before = -1;
      } else {
        BitSet found = new BitSet();
        addChunks(keyword.substring(before < 0 ? at : before, end), found);
        chunks.and(found);
        before = at;
      }
      at = end;
    }
  }

  private BitSet withWord(String word, boolean isStart, boolean isEnd) {
    BitSet found = new BitSet();
    if (isStart && isEnd) {
      addChunks(word, found);
      if (ignoresAccents) {
        addChunks(TextKeys.WITHOUT_DIACRITICS + word, found);
      }
    } else {
      forEachKey(word, isStart, isEnd, (key, isBare) -> addChunks(key, found));
    }
    return found;
  }

  private void addChunks(String key, BitSet chunks) {
    keys.find(key.getBytes(StandardCharsets.UTF_8)).ifPresent(found -> addChunks(found, chunks));
  }

  private void addChunks(StoredKey key, BitSet chunks) {
    PostingCursor postings = keys.postings(key);
    while (postings.next()) {
      chunks.set(postings.chunk());
    }
  }

  // ---- keys

  /**
   * Passes the words that contain a part of the keyword to a consumer.
   *
   * @param isStart whether words must start with the part
   * @param isEnd whether words must end with the part
   */
  private void forEachKey(String part, boolean isStart, boolean isEnd, KeyAction action) {
    String latin1 = new String(part.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    String pattern = isEnd ? latin1 + KeyGroup.BORDER : latin1;
    if (!isStart) {
      forEachMatch(pattern, true, ignoresAccents, action);
      return;
    }
    forEachMatch(KeyGroup.BORDER + pattern, true, false, action);
    if (ignoresAccents) {
      String bare = KeyGroup.BORDER + (TextKeys.WITHOUT_DIACRITICS + pattern);
      forEachMatch(bare, false, true, action);
    }
  }

  private void forEachMatch(String pattern, boolean inPlain, boolean inBare, KeyAction action) {
    int before = pattern.charAt(0) == KeyGroup.BORDER ? 1 : 0;
    BitSet groups = keys.groupsWith(pattern);
    for (int i = groups.nextSetBit(0); i >= 0; i = groups.nextSetBit(i + 1)) {
      KeyGroup group = keys.group(i);
      int at = group.latin1().indexOf(pattern);
      while (at >= 0) {
        int number = group.keyAt(at + before);
        char first = group.latin1().charAt(group.start(number));
        boolean isBare = first == TextKeys.WITHOUT_DIACRITICS;
        if (isBare ? inBare : inPlain) {
          action.accept(group.key(number), isBare);
        }
        at = group.latin1().indexOf(pattern, group.end(number));
      }
    }
  }

  // ---- results

  /** Returns the chunks that may contain the keyword; null if it is counted. */
  @Nullable BitSet candidates() {
    return candidates;
  }

  /** Returns how often the keyword occurs in a chunk, if it is counted. */
  int count(int chunk) {
    return counts.get(chunk);
  }

  /** Returns how often the keyword occurs in a chunk as a whole word, if it is counted. */
  int wholeCount(int chunk) {
    return wholeCounts.get(chunk);
  }
}
