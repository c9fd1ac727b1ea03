package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A chunk found by a keyword search.
 *
 * @param chunk the chunk with its full text
 * @param score the score of the A-RAG paper, equation 1: for each keyword, the number of
 *     occurrences times the length of the folded keyword in code points, summed over all keywords.
 *     A {@linkplain KeywordQuery#emphasize weight} multiplies the summand of its keyword. The sum
 *     is computed exactly, because weights have two decimals, and is then rounded to a double.
 * @param rarity the sum of the {@linkplain KeywordCounts#rarities rarities} of the keywords that
 *     occur as whole words
 * @param counts the number of occurrences of each keyword that occurs in the chunk, in query order
 * @param wholeCounts the number of occurrences of each keyword that are whole words, in query
 *     order. A keyword that occurs only inside longer words is not a key of this map.
 * @param shown the sentences to show, at most five; never empty with the standard ranking rules
 */
public record KeywordHit(
    Chunk chunk,
    double score,
    double rarity,
    Map<String, Integer> counts,
    Map<String, Integer> wholeCounts,
    KeywordSnippet shown)
    implements Hit {
  public KeywordHit {
    requireNonNull(chunk, "chunk");
    requireNonNull(counts, "counts");
    requireNonNull(wholeCounts, "wholeCounts");
    requireNonNull(shown, "shown");
    counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    wholeCounts = Collections.unmodifiableMap(new LinkedHashMap<>(wholeCounts));
  }

  @Override
  public List<Sentence> sentences() {
    return shown.sentences();
  }

  /**
   * The number of sentences with a keyword, without heading lines, that are not in {@link
   * #sentences()}.
   */
  public int omitted() {
    return shown.omitted();
  }

  /** Returns this hit as plain values, for JSON. */
  public KeywordHitsView.KeywordHitView view() {
    return KeywordHitsView.KeywordHitView.of(this);
  }
}
