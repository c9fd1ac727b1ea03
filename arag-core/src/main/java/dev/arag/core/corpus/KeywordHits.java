package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.corpus.Paging;
import dev.arag.core.text.CorpusOrder;
import java.util.Collection;
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
 * The requested part of the hits of a keyword search, and counts over all chunks in scope.
 *
 * @param total the number of chunks in scope that contain at least one keyword. {@code total},
 *     {@code chunksWith} and {@code chunksWithWhole} do not count chunks with an {@linkplain
 *     KeywordQuery#exclude excluded} keyword.
 * @param chunksWith the number of chunks in scope that contain each keyword, in query order
 * @param chunksWithWhole the number of chunks in scope that contain each keyword as a whole word,
 *     in query order
 * @param ignoringAccents the keywords found only when accents are ignored
 * @param hits the hits after the first {@code offset}, at most {@code topK}, best first
 */
public record KeywordHits(
    long total,
    Map<String, Long> chunksWith,
    Map<String, Long> chunksWithWhole,
    Set<String> ignoringAccents,
    List<KeywordHit> hits)
    implements Iterable<KeywordHit> {
  public KeywordHits {
    requireNonNull(chunksWith, "chunksWith");
    requireNonNull(chunksWithWhole, "chunksWithWhole");
    requireNonNull(ignoringAccents, "ignoringAccents");
    requireNonNull(hits, "hits");
    chunksWith = Collections.unmodifiableMap(new LinkedHashMap<>(chunksWith));
    chunksWithWhole = Collections.unmodifiableMap(new LinkedHashMap<>(chunksWithWhole));
    ignoringAccents = Collections.unmodifiableSet(new LinkedHashSet<>(ignoringAccents));
    hits = List.copyOf(hits);
  }

  /**
   * Ranks the matches of a query. With the standard ranking rules, they are sorted by {@linkplain
   * KeywordHit#rarity() rarity}, then by the score of the A-RAG paper (equation 1) for whole words
   * only, then by the score for all occurrences, then in {@linkplain CorpusOrder corpus order}. The
   * {@value KeywordRanking#POOL} best are then reranked by their best section, as {@link
   * KeywordRanking} describes. If the rules do not {@linkplain RankingRules#ranksByRarity() rank by
   * rarity}, all matches are sorted by the score for all occurrences, then in corpus order.
   *
   * @param chunksInScope the number of all chunks in scope, with or without a match; N in the
   *     formula of {@link KeywordCounts#rarities}
   * @param matches every match in scope, in any order
   * @param topK the maximum number of hits, at least 1
   * @param offset the number of best hits to skip, at least 0
   */
  public static KeywordHits rank(
      KeywordQuery query, long chunksInScope, Stream<KeywordMatch> matches, int topK, int offset) {
    return ranking(query, matches, topK, offset).hits(chunksInScope, match -> match);
  }

  /**
   * Ranks the best matches of a query that a search server selected. The order of the hits is that
   * of {@link #rank(KeywordQuery, long, Stream, int, int)}. The result is exact if the server
   * counts exactly.
   *
   * @param counts the counts over all chunks in scope
   * @param best matches in any order, which include the {@link #wantedMatches} best matches in the
   *     order before the reranking
   * @param topK the maximum number of hits, at least 1
   * @param offset the number of best hits to skip, at least 0
   * @throws IllegalArgumentException if the counts are lower than those of {@code best}, for
   *     example because the server compares texts by other rules
   */
  public static KeywordHits rank(
      KeywordQuery query, KeywordCounts counts, Stream<KeywordMatch> best, int topK, int offset) {
    requireNonNull(counts, "counts");
    requireNonNull(best, "best");
    return ranking(query, best, topK, offset).hits(counts, match -> match);
  }

  /**
   * Returns how many of the best matches a server must select for {@link #rank(KeywordQuery,
   * KeywordCounts, Stream, int, int)}: {@code offset + topK}, and with the standard ranking rules
   * at least {@value KeywordRanking#POOL}.
   */
  public static long wantedMatches(KeywordQuery query, int topK, int offset) {
    requireNonNull(query, "query");
    Paging.require(topK, offset);
    return Math.max(KeywordRanking.pool(query), (long) topK + offset);
  }

  private static KeywordRanking<KeywordMatch> ranking(
      KeywordQuery query, Stream<KeywordMatch> matches, int topK, int offset) {
    requireNonNull(query, "query");
    requireNonNull(matches, "matches");
    Comparator<KeywordMatch> corpusOrder =
        Comparator.comparing(match -> match.chunk().location(), CorpusOrder.BY_LOCATION);
    KeywordRanking<KeywordMatch> ranking = new KeywordRanking<>(query, corpusOrder, topK, offset);
    matches.forEach(match -> ranking.add(match, match.occurrences()));
    return ranking;
  }

  /** The keywords that do not occur in any chunk in scope. */
  public Set<String> withoutHit() {
    Set<String> missing = new LinkedHashSet<>(chunksWith.keySet());
    missing.removeIf(keyword -> chunksWith.getOrDefault(keyword, 0L) > 0);
    return missing;
  }

  /** Returns these hits as plain values, for JSON. */
  public KeywordHitsView view() {
    return KeywordHitsView.of(this);
  }

  /**
   * Returns the fields of {@link #view()} by name; each of the hits is a {@link Hit#view}.
   *
   * @param metadataKeys the metadata of the documents to show; may be empty
   */
  public Map<String, Object> view(Collection<String> metadataKeys) {
    requireNonNull(metadataKeys, "metadataKeys");
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("keywords", List.copyOf(chunksWith.keySet()));
    fields.put("total", total);
    fields.put("hits", hits.stream().map(hit -> hit.view(metadataKeys)).toList());
    return Collections.unmodifiableMap(fields);
  }

  @Override
  public Iterator<KeywordHit> iterator() {
    return hits.iterator();
  }
}
