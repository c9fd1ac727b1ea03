package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One page of hits of a keyword search.
 *
 * @param total the number of chunks in scope that contain at least one keyword
 * @param chunksWith the number of chunks in scope that contain each keyword, in query order
 * @param ignoringAccents the keywords found only when accents are ignored
 * @param hits the hits of this page, best first
 */
public record KeywordHits(
    long total, Map<String, Long> chunksWith, Set<String> ignoringAccents, List<KeywordHit> hits)
    implements Iterable<KeywordHit> {
  public KeywordHits {
    requireNonNull(chunksWith, "chunksWith");
    requireNonNull(ignoringAccents, "ignoringAccents");
    requireNonNull(hits, "hits");
    chunksWith = Collections.unmodifiableMap(new LinkedHashMap<>(chunksWith));
    ignoringAccents = Collections.unmodifiableSet(new LinkedHashSet<>(ignoringAccents));
    hits = List.copyOf(hits);
  }

  /**
   * Ranks the matches of a query. The default profile sorts by rarity, then by the score of
   * equation 1, then in corpus order. The paper profile sorts by the score of equation 1, then in
   * corpus order.
   *
   * @param chunksInScope the number of all chunks in scope, with or without a match; N of the
   *     rarity formula
   * @param matches every match in scope, in any order
   * @param topK the maximum number of hits, at least 1
   * @param offset the number of best hits to skip, at least 0
   */
  public static KeywordHits rank(
      KeywordQuery query, long chunksInScope, Stream<KeywordMatch> matches, int topK, int offset) {
    requireNonNull(query, "query");
    requireNonNull(matches, "matches");
    Comparator<KeywordMatch> corpusOrder =
        Comparator.comparing(match -> match.chunk().location(), CorpusOrder.BY_LOCATION);
    KeywordRanking<KeywordMatch> ranking = new KeywordRanking<>(query, corpusOrder, topK, offset);
    matches.forEach(match -> ranking.add(match, match.occurrences()));
    return ranking.hits(chunksInScope, match -> match);
  }

  /** The keywords that do not occur in any chunk in scope. */
  public Set<String> withoutHit() {
    Set<String> missing = new LinkedHashSet<>(chunksWith.keySet());
    missing.removeIf(keyword -> chunksWith.getOrDefault(keyword, 0L) > 0);
    return missing;
  }

  /** Returns this page as plain values, for JSON. */
  public KeywordHitsView view() {
    return KeywordHitsView.of(this);
  }

  @Override
  public Iterator<KeywordHit> iterator() {
    return hits.iterator();
  }
}
