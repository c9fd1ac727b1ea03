package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.internal.fold.Folding;
import dev.arag.index.internal.search.KeywordSearch;
import dev.arag.index.internal.search.ScopedSegment;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares keyword searches with weights and excluded keywords with {@link NaiveKeywordSearch}, for
 * random texts, index histories, scopes, pages and slices.
 */
class KeywordOperatorsTest {
  private static final int SEARCHES_OF_A_HISTORY = 40;
  private static final double[] WEIGHTS = {0.1, 0.3, 0.5, 0.705, 1, 1, 1.405, 1.7, 2, 3, 100};

  @Test
  void returnsTheHitsOfTheFormulasForSampledSearches() {
    compare(50_000, 8);
  }

  @Tag("full")
  @Test
  void returnsTheHitsOfTheFormulasForTwentyThousandSearches() {
    compare(60_000, 20_000 / SEARCHES_OF_A_HISTORY);
  }

  private static final class Counts {
    private int searches;
    private int withHits;
    private int reordered;
    private int excluding;
    private int ignoringAccents;
  }

  private static void compare(long firstSeed, int histories) {
    Counts counts = new Counts();
    for (long seed = firstSeed; seed < firstSeed + histories; seed++) {
      try (RandomIndex history = new RandomIndex(seed, seed % 4 < 2)) {
        RandomTexts texts = new RandomTexts(-seed);
        for (int i = 0; i < SEARCHES_OF_A_HISTORY; i++) {
          compareOne(history, texts, "seed " + seed + ", search " + i, counts);
        }
      }
    }
    System.out.printf(
        "keyword operators: %,d searches in %,d histories equal the formulas; %,d with hits, %,d"
            + " reordered by weights, %,d with excluded hits, %,d ignoring accents%n",
        counts.searches,
        histories,
        counts.withHits,
        counts.reordered,
        counts.excluding,
        counts.ignoringAccents);
    assertThat(counts.reordered).isGreaterThan(counts.searches / 20);
    assertThat(counts.excluding).isGreaterThan(counts.searches / 10);
    assertThat(counts.ignoringAccents).isGreaterThan(counts.searches / 100);
  }

  private static void compareOne(
      RandomIndex history, RandomTexts texts, String name, Counts counts) {
    Scope scope = history.scope();
    Catalogue index = history.index().within(scope);
    NaiveKeywordSearch.Query plain = query(texts);
    KeywordQuery query = plain.build();
    int topK = history.topK();
    int offset = history.offset();
    KeywordHits found = index.keywordSearch(query, topK, offset);
    String what = name + ": " + query + ", " + topK + " after " + offset;
    assertThat(NaiveKeywordSearch.summary(found))
        .as(what)
        .isEqualTo(new NaiveKeywordSearch(index).search(plain, topK, offset));
    assertThat(found)
        .as(what)
        .isEqualTo(history.oracle().within(scope).keywordSearch(query, topK, offset));
    List<ScopedSegment> segments =
        history.index().currentState().commitPoint().segments().stream()
            .map(segment -> ScopedSegment.of(segment, scope))
            .toList();
    assertThat(new KeywordSearch(segments, topK, offset, history.sliceBytes()).hits(query))
        .as(what)
        .isEqualTo(found);
    count(index, plain, found, topK, offset, counts);
  }

  private static void count(
      Catalogue index,
      NaiveKeywordSearch.Query plain,
      KeywordHits found,
      int topK,
      int offset,
      Counts counts) {
    KeywordQuery words = KeywordQuery.of(plain.keywords().keySet(), plain.rules());
    KeywordHits unweighted = index.keywordSearch(words.exclude(plain.excluded()), topK, offset);
    counts.searches++;
    counts.withHits += found.hits().isEmpty() ? 0 : 1;
    counts.reordered += ids(found).equals(ids(unweighted)) ? 0 : 1;
    counts.excluding += index.keywordSearch(words, 1, 0).total() > found.total() ? 1 : 0;
    counts.ignoringAccents += found.ignoringAccents().isEmpty() ? 0 : 1;
  }

  private static List<String> ids(KeywordHits hits) {
    return hits.hits().stream().map(hit -> hit.chunkId().value()).toList();
  }

  private static NaiveKeywordSearch.Query query(RandomTexts texts) {
    Random random = texts.random();
    Map<String, Double> keywords = new LinkedHashMap<>();
    Set<String> folded = new LinkedHashSet<>();
    for (String keyword : CorpusComparison.keywords(texts)) {
      if (folded.add(Folding.key(keyword))) {
        keywords.put(keyword.strip(), WEIGHTS[random.nextInt(WEIGHTS.length)]);
      }
    }
    Set<String> excluded = new LinkedHashSet<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      String keyword = random.nextInt(5) == 0 ? texts.words(2) : texts.word();
      if (folded.add(Folding.key(keyword))) {
        excluded.add(keyword);
      }
    }
    RankingRules rules = TestRules.oneIn(3, random);
    return new NaiveKeywordSearch.Query(keywords, excluded, rules);
  }
}
