package dev.arag.index;

import static java.util.stream.Collectors.toCollection;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Slice;
import dev.arag.core.internal.fold.FoldedText;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.spi.MatchingRules;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * A keyword search with weights and exclusions that follows the documented formulas step by step:
 * it looks at every chunk, keeps every match and sorts them all. It shares no code with {@link
 * dev.arag.core.corpus.KeywordRanking} and {@link KeywordQuery}, except for folding.
 */
final class NaiveKeywordSearch {
  private static final int RANKED_AGAIN = 50;

  /**
   * A query in plain values.
   *
   * @param keywords different keywords with their weights
   */
  record Query(Map<String, Double> keywords, Set<String> excluded, RankingRules rules) {
    KeywordQuery build() {
      KeywordQuery query = KeywordQuery.of(keywords.keySet(), rules);
      for (Map.Entry<String, Double> keyword : keywords.entrySet()) {
        if (keyword.getValue() != 1) {
          query = query.emphasize(keyword.getKey(), keyword.getValue());
        }
      }
      return excluded.isEmpty() ? query : query.exclude(excluded);
    }
  }

  private record Keyword(String given, String term, boolean isBare, BigDecimal weight) {
    int length() {
      return term.codePointCount(0, term.length());
    }

    FoldedText fold(String text) {
      return isBare ? Folding.foldWithoutDiacritics(text) : Folding.fold(text);
    }
  }

  /** An occurrence of a keyword as offsets in a source text. */
  private record Occurrence(int start, int end, boolean isWhole) {
    boolean overlaps(Sentence sentence) {
      return sentence.offset() < end && start < sentence.end();
    }
  }

  /** A chunk with the occurrences of each keyword. */
  private record Match(Chunk chunk, List<Keyword> keywords, List<List<Occurrence>> occurrences) {
    static Match of(Chunk chunk, List<Keyword> keywords) {
      return new Match(
          chunk,
          keywords,
          keywords.stream()
              .map(keyword -> find(keyword, chunk.text(), chunk.location().offset()))
              .toList());
    }

    boolean isEmpty() {
      return occurrences.stream().allMatch(List::isEmpty);
    }

    int count(int keyword) {
      return occurrences.get(keyword).size();
    }

    int wholeCount(int keyword) {
      return (int) occurrences.get(keyword).stream().filter(Occurrence::isWhole).count();
    }

    BigDecimal score() {
      return weighted(this::count);
    }

    BigDecimal wholeScore() {
      return weighted(this::wholeCount);
    }

    private BigDecimal weighted(IntUnaryOperator counts) {
      BigDecimal score = BigDecimal.ZERO;
      for (int i = 0; i < keywords.size(); i++) {
        int characters = counts.applyAsInt(i) * keywords.get(i).length();
        score = score.add(keywords.get(i).weight().multiply(BigDecimal.valueOf(characters)));
      }
      return score;
    }

    double rarity(double[] rarities) {
      double rarity = 0;
      for (int i = 0; i < rarities.length; i++) {
        rarity += wholeCount(i) > 0 ? rarities[i] : 0;
      }
      return rarity;
    }

    double sectionRarity(double[] rarities) {
      return chunk.sections().stream()
          .mapToDouble(section -> rarity(section, rarities))
          .max()
          .orElse(0);
    }

    private double rarity(Section section, double[] rarities) {
      double all = 0;
      double headings = 0;
      for (int i = 0; i < rarities.length; i++) {
        Keyword keyword = keywords.get(i);
        boolean isInHeading =
            section.heading().stream()
                .anyMatch(title -> find(keyword, title, 0).stream().anyMatch(Occurrence::isWhole));
        boolean isInText =
            occurrences.get(i).stream()
                .filter(Occurrence::isWhole)
                .anyMatch(each -> section.sentences().stream().anyMatch(each::overlaps));
        all += isInHeading || isInText ? rarities[i] : 0;
        headings += isInHeading ? rarities[i] : 0;
      }
      return all + headings / 2;
    }
  }

  private static List<Occurrence> find(Keyword keyword, String text, int offset) {
    FoldedText form = keyword.fold(text);
    String folded = form.text();
    List<Occurrence> found = new ArrayList<>();
    int length = keyword.term().length();
    for (int at = 0; at + length <= folded.length(); at++) {
      if (folded.startsWith(keyword.term(), at)) {
        boolean isWhole =
            MatchingRules.isWordStart(folded, at) && MatchingRules.isWordEnd(folded, at + length);
        found.add(
            new Occurrence(
                offset + form.sourceStart(at), offset + form.sourceEnd(at + length), isWhole));
        at += length - 1;
      }
    }
    return found;
  }

  private final List<Chunk> chunks = new ArrayList<>();

  /**
   * @param scoped the chunks in scope
   */
  NaiveKeywordSearch(Catalogue scoped) {
    for (Slice slice = Slice.first(100); ; slice = slice.next()) {
      var documents = scoped.documents(slice);
      if (documents.isEmpty()) {
        break;
      }
      documents.forEach(document -> chunks.addAll(scoped.chunksOf(document.id())));
    }
  }

  /** Returns the parts of a result that a test compares. */
  static Map<String, Object> summary(KeywordHits hits) {
    return summary(
        hits.total(),
        hits.chunksWith(),
        hits.chunksWithWhole(),
        hits.ignoringAccents(),
        hits.hits().stream().map(NaiveKeywordSearch::summary).toList());
  }

  private static List<Object> summary(KeywordHit hit) {
    return List.of(hit.chunkId(), hit.score(), hit.rarity(), hit.counts(), hit.wholeCounts());
  }

  private static Map<String, Object> summary(
      long total,
      Map<String, Long> with,
      Map<String, Long> withWhole,
      Set<String> bare,
      List<List<Object>> hits) {
    return Map.of("total", total, "with", with, "withWhole", withWhole, "bare", bare, "hits", hits);
  }

  /** Returns the summary of the expected result. */
  Map<String, Object> search(Query query, int topK, int offset) {
    List<Keyword> exact =
        query.keywords().entrySet().stream()
            .map(
                each ->
                    new Keyword(
                        each.getKey(),
                        Folding.key(each.getKey()),
                        false,
                        BigDecimal.valueOf(each.getValue()).setScale(2, RoundingMode.HALF_UP)))
            .toList();
    List<Match> matches = matches(query, exact);
    List<Keyword> keywords =
        IntStream.range(0, exact.size())
            .mapToObj(
                i ->
                    !query.rules().ignoresAccents() || chunksWith(i, matches) > 0
                        ? exact.get(i)
                        : bare(exact.get(i)))
            .toList();
    return page(query, keywords, matches(query, keywords), topK, offset);
  }

  private static Keyword bare(Keyword keyword) {
    String bare = Folding.foldWithoutDiacritics(keyword.given()).text().strip();
    return bare.isEmpty() ? keyword : new Keyword(keyword.given(), bare, true, keyword.weight());
  }

  private List<Match> matches(Query query, List<Keyword> keywords) {
    return chunks.stream()
        .filter(chunk -> !isExcluded(query, chunk))
        .map(chunk -> Match.of(chunk, keywords))
        .filter(match -> !match.isEmpty())
        .toList();
  }

  private static boolean isExcluded(Query query, Chunk chunk) {
    return query.excluded().stream()
        .map(given -> new Keyword(given, Folding.key(given), false, BigDecimal.ONE))
        .anyMatch(each -> find(each, chunk.text(), 0).stream().anyMatch(Occurrence::isWhole));
  }

  private static long chunksWith(int keyword, List<Match> matches) {
    return matches.stream().filter(match -> match.count(keyword) > 0).count();
  }

  private static long chunksWithWhole(int keyword, List<Match> matches) {
    return matches.stream().filter(match -> match.wholeCount(keyword) > 0).count();
  }

  private Map<String, Object> page(
      Query query, List<Keyword> keywords, List<Match> matches, int topK, int offset) {
    double[] rarities = new double[keywords.size()];
    Map<String, Long> with = new LinkedHashMap<>();
    Map<String, Long> withWhole = new LinkedHashMap<>();
    Set<String> bare = new LinkedHashSet<>();
    for (int i = 0; i < rarities.length; i++) {
      Keyword keyword = keywords.get(i);
      long whole = chunksWithWhole(i, matches);
      rarities[i] =
          whole == 0
              ? 0
              : keyword.weight().doubleValue() * StrictMath.log(1 + (double) chunks.size() / whole);
      with.put(keyword.given(), chunksWith(i, matches));
      withWhole.put(keyword.given(), whole);
      if (keyword.isBare() && chunksWith(i, matches) > 0) {
        bare.add(keyword.given());
      }
    }
    List<List<Object>> hits =
        ordered(matches, rarities, query.rules()).stream()
            .skip(offset)
            .limit(topK)
            .map(match -> summary(match, rarities))
            .toList();
    return summary(matches.size(), with, withWhole, bare, hits);
  }

  private static List<Match> ordered(List<Match> matches, double[] rarities, RankingRules rules) {
    Comparator<Match> byScore = Comparator.comparing(Match::score).reversed();
    if (!rules.ranksByRarity()) {
      return matches.stream().sorted(byScore).toList();
    }
    List<Match> ordered =
        matches.stream()
            .sorted(
                Comparator.<Match>comparingDouble(match -> match.rarity(rarities))
                    .reversed()
                    .thenComparing(Comparator.comparing(Match::wholeScore).reversed())
                    .thenComparing(byScore))
            .collect(toCollection(ArrayList::new));
    ordered
        .subList(0, Math.min(RANKED_AGAIN, ordered.size()))
        .sort(Comparator.comparingDouble(match -> -match.sectionRarity(rarities)));
    return ordered;
  }

  private static List<Object> summary(Match match, double[] rarities) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    Map<String, Integer> wholeCounts = new LinkedHashMap<>();
    for (int i = 0; i < match.keywords().size(); i++) {
      String given = match.keywords().get(i).given();
      if (match.count(i) > 0) {
        counts.put(given, match.count(i));
      }
      if (match.wholeCount(i) > 0) {
        wholeCounts.put(given, match.wholeCount(i));
      }
    }
    return List.of(
        match.chunk().id(),
        match.score().doubleValue(),
        match.rarity(rarities),
        counts,
        wholeCounts);
  }
}
