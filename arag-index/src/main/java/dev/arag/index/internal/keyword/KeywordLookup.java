package dev.arag.index.internal.keyword;

import static dev.arag.index.internal.postings.PostingsReader.BORDER;

import dev.arag.core.corpus.Occurrences;
import dev.arag.core.internal.fold.Folding;
import dev.arag.index.internal.postings.PostingCursor;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.postings.StoredKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks up one folded keyword in the keys of a segment. A keyword that lies inside one word is
 * counted: the words that contain it, and their postings, tell its occurrences. For any other
 * keyword, the keys only tell which texts may contain it, and these texts are searched. Immutable.
 */
final class KeywordLookup {
  /** The texts of so few chunks are read as fast as further keys. */
  static final int FEW_CHUNKS = 16;

  /** At most one group of keys is read for so many texts that are left. */
  private static final int CHUNKS_PER_GROUP = 20;

  /** Lists of postings are read if they are shorter than this for each text that is left. */
  private static final long BYTES_PER_CHUNK = 8;

  /** Whether the keys tell the occurrences, so that no text must be searched. */
  final boolean isCounted;

  /** The chunks that may contain the keyword. */
  final BitSet chunks;

  private final PostingsReader keys;
  private final String latin1;
  private final boolean ignoresAccents;
  private final KeywordBytes bytes;
  private final ChunkCounts counts;
  private final ChunkCounts wholeCounts;

  /**
   * @param keyword a folded keyword without lone surrogates
   * @param ignoresAccents whether the keyword is searched for in texts without diacritics
   */
  KeywordLookup(PostingsReader keys, String keyword, boolean ignoresAccents) {
    this.keys = keys;
    this.latin1 = StoredKey.latin1(keyword);
    this.ignoresAccents = ignoresAccents;
    this.bytes = new KeywordBytes(keyword);
    this.chunks = new BitSet(keys.chunks());
    isCounted = keyword.codePoints().allMatch(TextKeys::isInWord);
    counts = new ChunkCounts(keys.chunks());
    wholeCounts = new ChunkCounts(keys.chunks());
    if (isCounted) {
      keys.forEachWith(latin1, this::count);
    } else {
      chunks.set(0, keys.chunks());
      parts(keyword).forEach(this::require);
    }
  }

  // ---- keywords inside a word

  private void count(StoredKey key) {
    boolean isBare = key.latin1().charAt(0) == TextKeys.WITHOUT_DIACRITICS;
    if (isBare
        ? !ignoresAccents
        : ignoresAccents && !Folding.dropDiacritics(key.text()).equals(key.text())) {
      return; // a key with diacritics is counted as its key without them
    }
    int start = isBare ? 1 : 0;
    boolean isWhole = key.latin1().length() == start + latin1.length();
    long inKey = 0;
    for (int at = key.latin1().indexOf(latin1, start); at >= 0; ) {
      inKey++;
      at = key.latin1().indexOf(latin1, at + latin1.length());
    }
    PostingCursor postings = keys.postings(key);
    while (postings.next()) {
      chunks.set(postings.chunk());
      counts.add(postings.chunk(), inKey * postings.count());
      if (isWhole) {
        wholeCounts.add(postings.chunk(), postings.count());
      }
    }
  }

  // ---- other keywords

  /**
   * Returns the keys that each text with the keyword has, and then those of which only the start or
   * the end is known, the longest first. A key has borders where it is known.
   */
  private static List<String> parts(String keyword) {
    Set<String> parts = new LinkedHashSet<>();
    TextKeys.split(
        keyword,
        (utf8, start, end, position, isWord) -> {
          String before = isWord && start == 0 ? "" : BORDER;
          String after = isWord && end == utf8.length ? "" : BORDER;
          String key = new String(utf8, start, end - start, StandardCharsets.ISO_8859_1);
          parts.add(before + key + after);
        });
    return parts.stream()
        .sorted(Comparator.comparing(KeywordLookup::isKey).thenComparing(String::length).reversed())
        .toList();
  }

  private static boolean isKey(String part) {
    return part.startsWith(BORDER) && part.endsWith(BORDER);
  }

  /** Removes the chunks that lack a part of the keyword, unless it is faster to read them. */
  private void require(String part) {
    int left = chunks.cardinality();
    if (left <= FEW_CHUNKS
        || (!isKey(part) && keys.groupsWith(part).cardinality() > left / CHUNKS_PER_GROUP)) {
      return;
    }
    List<StoredKey> found = new ArrayList<>();
    keys.forEachWith(part, found::add);
    if (ignoresAccents && part.startsWith(BORDER)) {
      keys.forEachWith(BORDER + TextKeys.WITHOUT_DIACRITICS + part.substring(1), found::add);
    }
    long bytes = found.stream().filter(key -> !key.isBitmap()).mapToLong(StoredKey::length).sum();
    if (bytes < left * BYTES_PER_CHUNK) {
      BitSet withPart = new BitSet(keys.chunks());
      found.forEach(key -> keys.addChunks(key, withPart));
      chunks.and(withPart);
    }
  }

  /**
   * Adds the occurrences in a chunk.
   *
   * @param text the UTF-8 bytes of its text, one character for each, if it is needed
   * @param keyword the index of the keyword in the occurrences
   */
  void count(int chunk, String text, int keyword, Occurrences occurrences) {
    if (isCounted) {
      occurrences.add(keyword, counts.get(chunk), wholeCounts.get(chunk));
    } else if (chunks.get(chunk)) {
      bytes.count(text, keyword, occurrences);
    }
  }
}
