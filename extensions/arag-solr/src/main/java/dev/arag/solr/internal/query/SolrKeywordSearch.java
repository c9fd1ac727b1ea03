package dev.arag.solr.internal.query;

import dev.arag.core.corpus.KeywordCounts;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordMatch;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Occurrences;
import dev.arag.core.error.CorpusException;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.Payloads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.response.QueryResponse;
import org.apache.solr.client.solrj.response.json.NestableJsonFacet;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrDocumentList;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.jspecify.annotations.Nullable;

/**
 * A search for keywords, whose result is exactly that of core. Solr counts and selects the best
 * chunks, which core then matches and ranks again. Chunks that Solr does {@linkplain
 * KeywordClauses#uncounted() not count} are always read instead. The first request counts, the last
 * one reads the best chunks.
 */
public final class SolrKeywordSearch {
  /** The maximum number of chunks that are read because Solr cannot count or sort them exactly. */
  static final int MAX_READ = 2_000;

  /** The maximum number of chunks that are read because they are the best. */
  private static final int MAX_ROWS = 20_000;

  private static final String WHOLE_SCORE = "wholeScore";
  private static final String COUNTED = "counted";
  private static final String UNCOUNTED = "uncounted";
  private static final String ANY = "any";

  private final View view;
  private final KeywordQuery query;
  private final int maxRows;
  private final KeywordClauses clauses;

  private SolrKeywordSearch(View view, KeywordQuery query, int maxRows) {
    this.view = view;
    this.query = query;
    this.maxRows = maxRows;
    this.clauses = new KeywordClauses(query);
  }

  /**
   * What is known before the best chunks are selected.
   *
   * @param counts the counts over all chunks
   * @param matching the number of matching chunks that Solr counts
   * @param uncounted the matching chunks that Solr does not count
   */
  private record Counted(KeywordCounts counts, long matching, List<KeywordMatch> uncounted) {}

  /**
   * Searches for keywords. The accents of keywords without a hit are ignored.
   *
   * @throws CorpusException if the page ends after more than {@value #MAX_ROWS} hits, if Solr does
   *     not match as core does, or if it cannot sort or count exactly
   */
  public static KeywordHits search(View view, KeywordQuery query, int topK, int offset) {
    return search(view, query, topK, offset, MAX_ROWS);
  }

  /**
   * @param maxRows the maximum number of hits, including those that are skipped
   */
  public static KeywordHits search(
      View view, KeywordQuery query, int topK, int offset, int maxRows) {
    long wanted = KeywordHits.wantedMatches(query, topK, offset);
    SolrKeywordSearch search = new SolrKeywordSearch(view, query, maxRows);
    Counted counted = search.count();
    Set<String> missing = search.missing(counted.counts());
    if (!missing.isEmpty() && query.rules().ignoresAccents()) {
      search = new SolrKeywordSearch(view, query.withoutDiacritics(missing), maxRows);
      counted = search.count();
    }
    Stream<KeywordMatch> matches =
        Stream.concat(counted.uncounted().stream(), search.best(counted, wanted).stream());
    try {
      return KeywordHits.rank(search.query, counted.counts(), matches, topK, offset);
    } catch (IllegalArgumentException e) {
      throw search.otherMatches();
    }
  }

  private Set<String> missing(KeywordCounts counts) {
    Set<String> missing = new LinkedHashSet<>();
    for (int i = 0; i < clauses.size(); i++) {
      if (counts.chunksWith().get(i) == 0) {
        missing.add(query.keywords().get(i));
      }
    }
    return missing;
  }

  private Counted count() {
    ModifiableSolrParams params = params();
    params.set("q", "*:*");
    params.set("rows", 0);
    QueryResponse response = view.query(params, facets(params));
    NestableJsonFacet facets = response.getJsonFacetingResponse();
    List<KeywordMatch> uncounted = uncounted(count(facets, UNCOUNTED));
    NestableJsonFacet counted = facets.getQueryFacet(COUNTED);
    long any = count(counted, ANY);
    KeywordCounts counts =
        new KeywordCounts(
            response.getResults().getNumFound(),
            any + uncounted.size(),
            counts(counted, "occurs", uncounted, Occurrences::count),
            counts(counted, "whole", uncounted, Occurrences::wholeCount));
    return new Counted(counts, any, uncounted);
  }

  private Map<String, String> facets(ModifiableSolrParams params) {
    StringBuilder nested = new StringBuilder();
    nested.append(facet(ANY, clauses.score(), params));
    for (int i = 0; i < clauses.size(); i++) {
      nested.append(',').append(facet("occurs" + i, clauses.occurs(i), params));
      nested.append(',').append(facet("whole" + i, clauses.whole(i), params));
    }
    Map<String, String> facets = new LinkedHashMap<>();
    params.set(COUNTED, "+*:*" + clauses.without());
    facets.put(COUNTED, "{type:query,q:\"{!lucene v=$counted}\",facet:{" + nested + "}}");
    if (clauses.hasUncounted()) {
      params.set(UNCOUNTED, clauses.uncounted());
      facets.put(UNCOUNTED, "{type:query,q:\"{!lucene v=$uncounted}\"}");
    }
    return facets;
  }

  private static String facet(String name, String clause, ModifiableSolrParams params) {
    params.set(name, clause);
    return name + ":{type:query,q:\"{!lucene v=$" + name + "}\"}";
  }

  /** Solr returns no nested facets of a facet with the count 0. */
  private static long count(@Nullable NestableJsonFacet facets, String name) {
    NestableJsonFacet facet = facets == null ? null : facets.getQueryFacet(name);
    return facet == null ? 0 : facet.getCount();
  }

  private interface KeywordCount {
    int of(Occurrences occurrences, int keyword);
  }

  private List<Long> counts(
      @Nullable NestableJsonFacet counted,
      String name,
      List<KeywordMatch> uncounted,
      KeywordCount count) {
    return IntStream.range(0, clauses.size())
        .mapToObj(
            i ->
                count(counted, name + i)
                    + uncounted.stream()
                        .filter(match -> count.of(match.occurrences(), i) > 0)
                        .count())
        .toList();
  }

  /** Reads the matching chunks that Solr does not count. */
  private List<KeywordMatch> uncounted(long count) {
    if (count == 0) {
      return List.of();
    }
    if (count > MAX_READ) {
      throw new CorpusException(
          String.format(
              Locale.ROOT,
              "The search must read %,d chunks, because a keyword is longer than %d characters or"
                  + " its occurrences overlap. The limit is %,d. Use other keywords.",
              count,
              KeywordClauses.MAX_LENGTH,
              MAX_READ));
    }
    ModifiableSolrParams params = params();
    params.set("q", clauses.uncounted());
    params.set("sort", "id asc");
    params.set("rows", (int) count);
    params.set("fl", Fields.PAYLOAD);
    return read(params, count).stream().map(this::match).flatMap(Optional::stream).toList();
  }

  private ModifiableSolrParams params() {
    ModifiableSolrParams params = view.params(Fields.CHUNK_KIND);
    clauses.addTo(params);
    return params;
  }

  private SolrDocumentList read(ModifiableSolrParams params, long found) {
    SolrDocumentList documents = view.query(params, Map.of()).getResults();
    if (documents.getNumFound() != found) {
      throw view.incomplete();
    }
    return documents;
  }

  private Optional<KeywordMatch> match(SolrDocument document) {
    Object payload = document.getFieldValue(Fields.PAYLOAD);
    return query.match(Payloads.chunk(payload, view.client().collection()));
  }

  /** Reads the best chunks that Solr counts. */
  private List<KeywordMatch> best(Counted counted, long wanted) {
    if (counted.matching() == 0) {
      return List.of();
    }
    long rows = Math.min(wanted, counted.matching());
    if (rows > maxRows) {
      throw new CorpusException(
          String.format(
              Locale.ROOT,
              "A keyword search in the Solr collection %s returns at most %,d hits, including those"
                  + " skipped. Use a smaller offset, or more specific keywords.",
              view.client().collection(),
              maxRows));
    }
    SolrDocumentList documents = best(counted, (int) rows);
    if (rows < counted.matching() && documents.stream().anyMatch(this::isTooLarge)) {
      if (counted.matching() > MAX_READ) {
        throw new CorpusException(
            "Solr cannot sort the scores of this search exactly, because some are larger than "
                + RarityOrder.MAX_EXACT
                + ". Use weights with fewer decimals or smaller weights.");
      }
      documents = best(counted, (int) counted.matching());
    }
    boolean hasWholeScore = sortsByWhole(counted.counts());
    return documents.stream().map(document -> verified(document, hasWholeScore)).toList();
  }

  private SolrDocumentList best(Counted counted, int rows) {
    ModifiableSolrParams params = params();
    params.set("q", "+" + clauses.score() + clauses.without());
    params.set("rows", rows);
    String order = "score desc," + Fields.DOCUMENT + " asc," + Fields.ORDINAL + " asc";
    String fields = Fields.PAYLOAD + ",score";
    if (sortsByWhole(counted.counts())) {
      params.set(WHOLE_SCORE, clauses.wholeScore());
      String wholeScore = "query($" + WHOLE_SCORE + ")";
      order = rarity(counted.counts(), params) + " desc," + wholeScore + " desc," + order;
      fields += "," + WHOLE_SCORE + ":" + wholeScore;
    }
    params.set("sort", order);
    params.set("fl", fields);
    return read(params, counted.matching());
  }

  private boolean sortsByWhole(KeywordCounts counts) {
    return query.rules().ranksByRarity()
        && counts.chunksWithWhole().stream().anyMatch(each -> each > 0);
  }

  private String rarity(KeywordCounts counts, ModifiableSolrParams params) {
    List<String> conditions = new ArrayList<>();
    for (int i = 0; i < clauses.size(); i++) {
      params.set("whole" + i, clauses.whole(i));
      conditions.add("exists(query($whole" + i + "))");
    }
    return RarityOrder.function(counts.rarities(query), conditions);
  }

  private boolean isTooLarge(SolrDocument document) {
    return isTooLarge(score(document, "score")) || isTooLarge(score(document, WHOLE_SCORE));
  }

  private static boolean isTooLarge(float score) {
    return score >= RarityOrder.MAX_EXACT;
  }

  private static float score(SolrDocument document, String field) {
    return document.getFieldValue(field) instanceof Number number ? number.floatValue() : 0;
  }

  /** Matches a chunk and compares the scores. */
  private KeywordMatch verified(SolrDocument document, boolean hasWholeScore) {
    KeywordMatch match = match(document).orElseThrow(this::otherMatches);
    Occurrences occurrences = match.occurrences();
    requireEqual(score(document, "score"), score(occurrences::count));
    if (hasWholeScore) {
      requireEqual(score(document, WHOLE_SCORE), score(occurrences::wholeCount));
    }
    return match;
  }

  private long score(IntUnaryOperator count) {
    return IntStream.range(0, clauses.size())
        .mapToLong(i -> count.applyAsInt(i) * clauses.boost(i))
        .sum();
  }

  private void requireEqual(float ofSolr, long expected) {
    boolean isEqual =
        isTooLarge(ofSolr) ? expected >= RarityOrder.MAX_EXACT : (long) ofSolr == expected;
    if (!isEqual) {
      throw otherMatches();
    }
  }

  private CorpusException otherMatches() {
    return new CorpusException(
        "Solr and this library counted different numbers of occurrences of a keyword in the Solr"
            + " collection "
            + view.client().collection()
            + ". The collection was written with other text normalization rules, or its schema"
            + " was changed. Sync the documents into a new collection.");
  }
}
