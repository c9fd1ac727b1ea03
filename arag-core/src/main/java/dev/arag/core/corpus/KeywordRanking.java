package dev.arag.core.corpus;

import dev.arag.core.text.Chunk;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Collects the matches of a keyword search and ranks one page of them. The score of a chunk is
 * equation 1 of the A-RAG paper: the sum over the keywords of occurrences times length.
 *
 * <p>A match is added by reference; only chunks on the page are read. Chunks that cannot reach the
 * page are counted but not kept. Rarity depends only on which keywords occur as whole words, so the
 * best scores of each combination of whole words suffice. Not thread-safe; one instance per search.
 *
 * @param <T> the corpus's reference to a chunk
 */
public final class KeywordRanking<T> {
  private final KeywordQuery query;
  private final Comparator<? super T> corpusOrder;
  private final int topK;
  private final int offset;
  private final List<BestByScore<T>> bestByWhole;

  /**
   * Per combination of whole words: whether a full page of chunks has a proper superset of them.
   */
  private final boolean[] isBeaten;

  private final long[] chunksWith;
  private final long[] chunksWithWhole;
  private long total;

  /**
   * The current chunk of a scan. One object may be reused for all chunks of the scan, to avoid one
   * object per chunk that contains a common word.
   *
   * @param <T> the corpus's reference to a chunk
   */
  public interface Place<T> {
    /** Whether the current chunk comes before another in corpus order. */
    boolean isBefore(T other);

    /** A reference to the current chunk that stays valid when the scan continues. */
    T chunk();
  }

  private record Known<T>(T chunk, Comparator<? super T> corpusOrder) implements Place<T> {
    @Override
    public boolean isBefore(T other) {
      return corpusOrder.compare(chunk, other) < 0;
    }
  }

  private record ScoredMatch<T>(T chunk, double rarity, double score) {}

  /**
   * @param corpusOrder breaks ties
   * @param topK at least 1
   * @param offset at least 0
   */
  public KeywordRanking(
      KeywordQuery query, Comparator<? super T> corpusOrder, int topK, int offset) {
    Paging.require(topK, offset);
    this.query = query;
    this.corpusOrder = corpusOrder;
    this.topK = topK;
    this.offset = offset;
    int keywords = query.parts().size();
    chunksWith = new long[keywords];
    chunksWithWhole = new long[keywords];
    bestByWhole =
        Stream.generate(() -> new BestByScore<T>((long) topK + offset, corpusOrder))
            .limit(1L << keywords)
            .toList();
    isBeaten = new boolean[1 << keywords];
  }

  /** Adds a chunk in scope in which keywords occur. */
  public void add(T chunk, Occurrences occurrences) {
    add(new Known<>(chunk, corpusOrder), occurrences);
  }

  /**
   * Adds a chunk in scope in which keywords occur.
   *
   * @param place the chunk; not kept
   * @param occurrences not kept; the counts may be too low if they are not {@linkplain #needsCounts
   *     needed}
   */
  public void add(Place<T> place, Occurrences occurrences) {
    total++;
    for (int i = 0; i < chunksWith.length; i++) {
      chunksWith[i] += occurrences.count(i) > 0 ? 1 : 0;
      chunksWithWhole[i] += occurrences.isWhole(i) ? 1 : 0;
    }
    if (needsCounts(occurrences)) {
      add(place, occurrences.whole(), score(occurrences));
    }
  }

  /**
   * Whether the number of occurrences in a chunk can affect the page. If not, only which keywords
   * occur and which are whole words counts. Every whole word adds to the rarity, so a chunk cannot
   * reach the page once a full page of chunks has all its whole words and more.
   */
  public boolean needsCounts(Occurrences occurrences) {
    return !isBeaten[occurrences.whole()];
  }

  private void add(Place<T> place, int whole, double score) {
    BestByScore<T> best = bestByWhole.get(whole);
    boolean wasFull = best.isFull();
    best.add(place, score);
    if (!wasFull && best.isFull() && query.profile() != Profile.PAPER) {
      for (int fewer = whole; fewer != 0; ) {
        fewer = (fewer - 1) & whole;
        isBeaten[fewer] = true;
      }
    }
  }

  /** Adds the chunks of another ranking for the same query and page. */
  public void addAll(KeywordRanking<T> other) {
    total += other.total;
    for (int i = 0; i < chunksWith.length; i++) {
      chunksWith[i] += other.chunksWith[i];
      chunksWithWhole[i] += other.chunksWithWhole[i];
    }
    for (int whole = 0; whole < bestByWhole.size(); whole++) {
      int combination = whole;
      other.bestByWhole.get(whole).stream()
          .forEach(each -> add(new Known<>(each.chunk(), corpusOrder), combination, each.score()));
    }
  }

  /** Equation 1: the sum over the keywords of occurrences times length in code points. */
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
   * @param match reads a chunk on the page and matches it with the same query
   */
  public KeywordHits hits(long chunksInScope, Function<? super T, KeywordMatch> match) {
    double[] rarities = rarities(chunksInScope);
    List<KeywordHit> page =
        IntStream.range(0, bestByWhole.size())
            .boxed()
            .flatMap(whole -> candidates(whole, rarity(whole, rarities)))
            .sorted(order())
            .skip(offset)
            .limit(topK)
            .map(candidate -> hit(candidate, match.apply(candidate.chunk())))
            .toList();
    return new KeywordHits(total, chunksWithByKeyword(), ignoringAccents(), page);
  }

  private double[] rarities(long chunksInScope) {
    double[] rarities = new double[chunksWithWhole.length];
    for (int i = 0; i < rarities.length; i++) {
      long whole = chunksWithWhole[i];
      rarities[i] = whole == 0 ? 0 : StrictMath.log(1 + (double) chunksInScope / whole);
    }
    return rarities;
  }

  private static double rarity(int whole, double[] rarities) {
    double rarity = 0;
    for (int i = 0; i < rarities.length; i++) {
      rarity += (whole >>> i & 1) != 0 ? rarities[i] : 0;
    }
    return rarity;
  }

  private Stream<ScoredMatch<T>> candidates(int whole, double rarity) {
    return bestByWhole.get(whole).stream()
        .map(each -> new ScoredMatch<>(each.chunk(), rarity, each.score()));
  }

  private Comparator<ScoredMatch<T>> order() {
    Comparator<ScoredMatch<T>> byScore =
        Comparator.<ScoredMatch<T>>comparingDouble(ScoredMatch::score)
            .reversed()
            .thenComparing(ScoredMatch::chunk, corpusOrder);
    return query.profile() == Profile.PAPER
        ? byScore
        : Comparator.<ScoredMatch<T>>comparingDouble(ScoredMatch::rarity)
            .reversed()
            .thenComparing(byScore);
  }

  private KeywordHit hit(ScoredMatch<T> candidate, KeywordMatch match) {
    Chunk chunk = match.chunk();
    KeywordSnippet snippet = KeywordSnippet.of(match, chunksWith);
    return new KeywordHit(
        chunk.id(),
        chunk.location(),
        candidate.score(),
        snippet.sentences(),
        counts(match.occurrences()),
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
