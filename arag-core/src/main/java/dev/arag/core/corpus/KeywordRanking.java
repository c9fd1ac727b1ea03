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
 * Collects what a keyword search found and makes one page of it. Candidates are whatever the corpus
 * knows a chunk by; only those on the page are read whole. What cannot be on the page is counted
 * and not held: rarity depends on nothing but which keywords a chunk has as whole words, so the
 * best by score of each such combination are enough, whatever the rarities turn out to be. For one
 * search and one thread.
 *
 * @param <T> what a corpus knows a chunk by
 */
public final class KeywordRanking<T> {
  private final KeywordQuery query;
  private final Comparator<? super T> corpusOrder;
  private final int topK;
  private final int offset;
  private final List<BestByScore<T>> bestByWhole;

  /** For each combination of whole words whether there is a page of chunks with more of them. */
  private final boolean[] isBeaten;

  private final long[] chunksWith;
  private final long[] chunksWithWhole;
  private long total;

  /**
   * A chunk that is being looked at. One object may stand for chunk after chunk, so that a common
   * word does not need an object for each.
   *
   * @param <T> what a corpus knows a chunk by
   */
  public interface Place<T> {
    /** Whether it comes before another chunk in corpus order. */
    boolean isBefore(T other);

    /** What stays of it, if it may be on the page. */
    T chunk();
  }

  private record Known<T>(T chunk, Comparator<? super T> corpusOrder) implements Place<T> {
    @Override
    public boolean isBefore(T other) {
      return corpusOrder.compare(chunk, other) < 0;
    }
  }

  private record Candidate<T>(T chunk, double rarity, double score) {}

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
   * @param place of the chunk; not held, nor are the occurrences, whose counts may be too low where
   *     they are not {@linkplain #needsCounts needed}
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
   * Whether it matters how often keywords occur in a chunk; if not, only which ones do and which
   * are whole words. Every whole word that the whole corpus has adds to the rarity, so a chunk is
   * off the page once there are enough with the same whole words and more.
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

  /** Adds all that another ranking of the same query and page collected from other chunks. */
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
   * @param match reads a candidate of the page and matches the same query
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

  private Stream<Candidate<T>> candidates(int whole, double rarity) {
    return bestByWhole.get(whole).stream()
        .map(each -> new Candidate<>(each.chunk(), rarity, each.score()));
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
