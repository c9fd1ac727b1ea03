package dev.arag.core.corpus;

import dev.arag.core.text.Chunk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Collects what a keyword search found and makes one page of it. Candidates are whatever the corpus
 * knows a chunk by; only those on the page are read whole. For one search and one thread.
 *
 * @param <T> what a corpus knows a chunk by
 */
public final class KeywordRanking<T> {
  private final KeywordQuery query;
  private final Comparator<? super T> corpusOrder;
  private final List<Candidate<T>> candidates = new ArrayList<>();
  private final long[] chunksWith;
  private final long[] chunksWithWhole;

  private record Candidate<T>(T chunk, Occurrences occurrences, double rarity, double score) {}

  /**
   * @param corpusOrder breaks ties
   */
  public KeywordRanking(KeywordQuery query, Comparator<? super T> corpusOrder) {
    this.query = query;
    this.corpusOrder = corpusOrder;
    chunksWith = new long[query.parts().size()];
    chunksWithWhole = new long[query.parts().size()];
  }

  /** Adds a chunk in scope in which keywords occur. */
  public void add(T chunk, Occurrences occurrences) {
    candidates.add(new Candidate<>(chunk, occurrences, 0, score(occurrences)));
    for (int i = 0; i < chunksWith.length; i++) {
      chunksWith[i] += occurrences.count(i) > 0 ? 1 : 0;
      chunksWithWhole[i] += occurrences.isWhole(i) ? 1 : 0;
    }
  }

  /** Equation 1: occurrences times length in code points, summed over the keywords. */
  private double score(Occurrences occurrences) {
    double score = 0;
    for (int i = 0; i < chunksWith.length; i++) {
      score += (double) occurrences.count(i) * query.parts().get(i).length();
    }
    return score;
  }

  /**
   * The page of hits.
   *
   * @param chunksInScope N of the rarity formula
   * @param topK at least 1
   * @param offset at least 0
   * @param match reads a candidate of the page and matches the same query
   */
  public KeywordHits hits(
      long chunksInScope, int topK, int offset, Function<? super T, KeywordMatch> match) {
    Paging.require(topK, offset);
    double[] rarities = rarities(chunksInScope);
    List<KeywordHit> page =
        candidates.stream()
            .map(candidate -> withRarity(candidate, rarities))
            .sorted(order())
            .skip(offset)
            .limit(topK)
            .map(candidate -> hit(candidate, match.apply(candidate.chunk())))
            .toList();
    return new KeywordHits(candidates.size(), chunksWithByKeyword(), ignoringAccents(), page);
  }

  private double[] rarities(long chunksInScope) {
    double[] rarities = new double[chunksWithWhole.length];
    for (int i = 0; i < rarities.length; i++) {
      long whole = chunksWithWhole[i];
      rarities[i] = whole == 0 ? 0 : Math.log(1 + (double) chunksInScope / whole);
    }
    return rarities;
  }

  private Candidate<T> withRarity(Candidate<T> candidate, double[] rarities) {
    double rarity = 0;
    for (int i = 0; i < rarities.length; i++) {
      rarity += candidate.occurrences().isWhole(i) ? rarities[i] : 0;
    }
    return new Candidate<>(candidate.chunk(), candidate.occurrences(), rarity, candidate.score());
  }

  private Comparator<Candidate<T>> order() {
    Comparator<Candidate<T>> byScore =
        Comparator.<Candidate<T>>comparingDouble(Candidate::score)
            .reversed()
            .thenComparing(Candidate::chunk, corpusOrder);
    return query.profile() == Profile.PAPER
        ? byScore
        : Comparator.<Candidate<T>>comparingDouble(Candidate::rarity)
            .reversed()
            .thenComparing(byScore);
  }

  private KeywordHit hit(Candidate<T> candidate, KeywordMatch match) {
    Chunk chunk = match.chunk();
    KeywordSnippet snippet = KeywordSnippet.of(match, chunksWith);
    return new KeywordHit(
        chunk.id(),
        chunk.location(),
        candidate.score(),
        snippet.sentences(),
        counts(candidate.occurrences()),
        candidate.rarity(),
        snippet.omitted());
  }

  private Map<String, Integer> counts(Occurrences occurrences) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (int i = 0; i < chunksWith.length; i++) {
      if (occurrences.count(i) > 0) {
        counts.put(query.parts().get(i).given(), occurrences.count(i));
      }
    }
    return counts;
  }

  private Map<String, Long> chunksWithByKeyword() {
    Map<String, Long> byKeyword = new LinkedHashMap<>();
    for (int i = 0; i < chunksWith.length; i++) {
      byKeyword.put(query.parts().get(i).given(), chunksWith[i]);
    }
    return byKeyword;
  }

  private Set<String> ignoringAccents() {
    Set<String> found = new LinkedHashSet<>();
    for (int i = 0; i < chunksWith.length; i++) {
      if (chunksWith[i] > 0 && query.parts().get(i).ignoresAccents()) {
        found.add(query.parts().get(i).given());
      }
    }
    return found;
  }
}
