package dev.arag.index.internal.keyword;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Occurrences;
import dev.arag.index.internal.postings.PostingCursor;
import dev.arag.index.internal.postings.PostingsReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the keys of one segment tell about the keywords of a query: the number of occurrences of
 * words and parts of words, and the texts in which other keywords must be searched for. Immutable.
 */
public final class SegmentKeywords {
  /** In a scope of so few chunks, reading their texts is faster than reading the keys. */
  private static final int FEW_CHUNKS = 16;

  private final PostingsReader texts;
  private final @Nullable BitSet allowed;
  private final boolean usesKeys;
  private final List<KeywordLookup> keywords = new ArrayList<>();
  private final List<KeywordLookup> excluded = new ArrayList<>();

  /** The chunks whose texts must be searched for all keywords. */
  private final BitSet irregular = new BitSet();

  private SegmentKeywords(PostingsReader texts, @Nullable BitSet allowed, boolean usesKeys) {
    this.texts = texts;
    this.allowed = allowed;
    this.usesKeys = usesKeys;
  }

  /**
   * Looks up the keywords of a query.
   *
   * @param texts the keywords file of the segment
   * @param allowed the chunks in scope; null for all
   */
  public static SegmentKeywords of(
      KeywordQuery query, PostingsReader texts, @Nullable BitSet allowed) {
    boolean usesKeys =
        (allowed == null || allowed.cardinality() > FEW_CHUNKS)
            && Stream.concat(query.folded().stream(), query.foldedExcluded().stream())
                .allMatch(SegmentKeywords::isWellFormed);
    SegmentKeywords found = new SegmentKeywords(texts, allowed, usesKeys);
    if (usesKeys) {
      found.lookUp(query);
    }
    return found;
  }

  /**
   * Returns whether a keyword has no lone surrogates. A lone surrogate cannot be encoded as UTF-8,
   * but it must be found in texts that contain it as part of a pair.
   */
  private static boolean isWellFormed(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  private void lookUp(KeywordQuery query) {
    for (int i = 0; i < query.folded().size(); i++) {
      keywords.add(new KeywordLookup(texts, query.folded().get(i), query.ignoresAccents(i)));
    }
    query.foldedExcluded().forEach(each -> excluded.add(new KeywordLookup(texts, each, false)));
    texts
        .find(TextKeys.IRREGULAR.getBytes(StandardCharsets.UTF_8))
        .ifPresent(
            key -> {
              PostingCursor postings = texts.postings(key);
              while (postings.next()) {
                irregular.set(postings.chunk());
              }
            });
  }

  PostingsReader texts() {
    return texts;
  }

  /** Whether a chunk is in scope. */
  boolean isAllowed(int chunk) {
    return allowed == null || allowed.get(chunk);
  }

  /** Whether the text of a chunk must be searched. */
  boolean needsText(int chunk) {
    return !usesKeys
        || irregular.get(chunk)
        || isCandidate(keywords, chunk)
        || isCandidate(excluded, chunk);
  }

  private static boolean isCandidate(List<KeywordLookup> lookups, int chunk) {
    // An iterator would be one more object for each chunk.
    for (int i = 0; i < lookups.size(); i++) {
      BitSet candidates = lookups.get(i).candidates();
      if (candidates != null && candidates.get(chunk)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Sets the occurrences in a chunk whose text need not be searched.
   *
   * @return whether the chunk is a match
   */
  boolean count(int chunk, Occurrences occurrences) {
    occurrences.clear();
    for (int i = 0; i < keywords.size(); i++) {
      KeywordLookup keyword = keywords.get(i);
      if (keyword.candidates() == null) {
        occurrences.add(i, keyword.count(chunk), keyword.wholeCount(chunk));
      }
    }
    if (occurrences.isEmpty()) {
      return false;
    }
    for (int i = 0; i < excluded.size(); i++) {
      if (excluded.get(i).candidates() == null && excluded.get(i).wholeCount(chunk) > 0) {
        return false;
      }
    }
    return true;
  }
}
