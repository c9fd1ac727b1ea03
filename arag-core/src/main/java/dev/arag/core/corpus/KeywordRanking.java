package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.corpus.Paging;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Collects the matches of a keyword search, ranks them, and returns the {@code topK} hits after the
 * first {@code offset} (the slice). The score of a chunk is that of the A-RAG paper, equation 1:
 * for each keyword, the number of occurrences times the keyword length, summed over all keywords.
 * With the standard ranking rules, chunks are sorted by {@linkplain KeywordCounts#rarities rarity},
 * then by the score computed from whole words only, then by the score.
 *
 * <p>The {@value #POOL} best chunks are then reranked by the rarity of their best section. The
 * rarity of a section is the sum of the rarities of the keywords that it contains as whole words; a
 * keyword in its heading counts 1.5 times. All other chunks keep their rank, so the order does not
 * depend on the slice. The {@linkplain KeywordQuery#emphasize weight} of a keyword multiplies its
 * summand in each score and its rarity. Scores are compared as integers, so that equal scores never
 * differ by a rounding error.
 *
 * <p>Callers add references to chunks. The function passed to {@code hits} reads only the chunks in
 * the slice and the chunks that are reranked. A chunk that can be neither is counted, but its
 * reference is not kept. The rarity of a chunk depends only on which keywords occur in it as whole
 * words. The ranking therefore keeps the best chunks for each combination of such keywords. Not
 * thread-safe. Use one instance per search.
 *
 * @param <T> the type by which the corpus refers to a chunk
 */
public final class KeywordRanking<T> {
  /**
   * The number of best chunks that are reranked if the rules {@linkplain
   * RankingRules#ranksByRarity() rank by rarity}.
   */
  public static final int POOL = 50;

  private final KeywordQuery query;
  private final Comparator<? super T> corpusOrder;
  private final int topK;
  private final int offset;
  private final int pool;
  private final long wanted;
  private final List<BestByScore<T>> bestByWhole;

  /**
   * For each combination of whole words: whether {@link KeywordHits#wantedMatches} chunks contain
   * all these words and the same additional words. No chunk with just these words can then be on
   * the slice, because each whole word adds to the rarity. Never true if the rules ignore rarity.
   */
  private final boolean[] isBeaten;

  /** For each keyword, its length times its weight, in hundredths. */
  private final long[] weightedLengths;

  private final long[] chunksWith;
  private final long[] chunksWithWhole;
  private long total;

  /**
   * The current chunk of a scan. A scan may reuse one object for all chunks. It then creates no
   * object per chunk, even if a common word occurs in many chunks.
   *
   * @param <T> the type by which the corpus refers to a chunk
   */
  public interface Place<T> {
    /** Whether the current chunk comes before another chunk in corpus order. */
    boolean isBefore(T other);

    /** A reference to the current chunk, which remains valid when the scan continues. */
    T chunk();
  }

  private record Known<T>(T chunk, Comparator<? super T> corpusOrder) implements Place<T> {
    @Override
    public boolean isBefore(T other) {
      return corpusOrder.compare(chunk, other) < 0;
    }
  }

  /** A chunk and its scores in hundredths. */
  private record ScoredMatch<T>(T chunk, double rarity, long wholeScore, long score) {}

  /** A chunk that was read. */
  private record ReadMatch<T>(ScoredMatch<T> scored, KeywordMatch match) {}

  private record PoolMatch<T>(ReadMatch<T> read, double sectionRarity) {}

  /**
   * @param corpusOrder the order of chunks with equal scores
   * @param topK the maximum number of hits, at least 1
   * @param offset the number of best hits to skip, at least 0
   */
  public KeywordRanking(
      KeywordQuery query, Comparator<? super T> corpusOrder, int topK, int offset) {
    requireNonNull(query, "query");
    requireNonNull(corpusOrder, "corpusOrder");
    Paging.require(topK, offset);
    this.query = query;
    this.corpusOrder = corpusOrder;
    this.topK = topK;
    this.offset = offset;
    pool = pool(query);
    wanted = KeywordHits.wantedMatches(query, topK, offset);
    weightedLengths =
        query.parts().stream()
            .mapToLong(each -> (long) each.length() * each.weightInHundredths())
            .toArray();
    int keywords = query.parts().size();
    chunksWith = new long[keywords];
    chunksWithWhole = new long[keywords];
    bestByWhole =
        Stream.generate(() -> new BestByScore<T>(wanted, corpusOrder))
            .limit(1L << keywords)
            .toList();
    isBeaten = new boolean[1 << keywords];
  }

  /** Returns the number of best chunks that are reranked. */
  static int pool(KeywordQuery query) {
    return query.rules().ranksByRarity() ? POOL : 0;
  }

  /** Adds a chunk in scope in which keywords occur and which is not excluded. */
  public void add(T chunk, Occurrences occurrences) {
    requireNonNull(chunk, "chunk");
    requireNonNull(occurrences, "occurrences");
    add(new Known<>(chunk, corpusOrder), occurrences);
  }

  /**
   * Adds a chunk in scope in which keywords occur and which is not excluded.
   *
   * @param place the chunk; the ranking does not keep this object
   * @param occurrences the occurrences in the chunk; the ranking does not keep this object
   */
  public void add(Place<T> place, Occurrences occurrences) {
    requireNonNull(place, "place");
    requireNonNull(occurrences, "occurrences");
    total++;
    for (int i = 0; i < chunksWith.length; i++) {
      chunksWith[i] += occurrences.count(i) > 0 ? 1 : 0;
      chunksWithWhole[i] += occurrences.isWhole(i) ? 1 : 0;
    }
    if (!isBeaten[occurrences.whole()]) {
      add(place, occurrences.whole(), wholeScore(occurrences), score(occurrences));
    }
  }

  private void add(Place<T> place, int whole, long wholeScore, long score) {
    BestByScore<T> best = bestByWhole.get(whole);
    boolean wasFull = best.isFull();
    best.add(place, wholeScore, score);
    if (!wasFull && best.isFull() && query.rules().ranksByRarity()) {
      for (int fewer = whole; fewer != 0; ) {
        fewer = (fewer - 1) & whole;
        isBeaten[fewer] = true;
      }
    }
  }

  /** Adds all chunks of another ranking, which must be for the same query and slice. */
  public void addAll(KeywordRanking<T> other) {
    requireNonNull(other, "other");
    total += other.total;
    for (int i = 0; i < chunksWith.length; i++) {
      chunksWith[i] += other.chunksWith[i];
      chunksWithWhole[i] += other.chunksWithWhole[i];
    }
    for (int whole = 0; whole < bestByWhole.size(); whole++) {
      addAll(whole, other.bestByWhole.get(whole));
    }
  }

  private void addAll(int whole, BestByScore<T> best) {
    best.stream()
        .forEach(
            each ->
                add(
                    new Known<>(each.chunk(), corpusOrder),
                    whole,
                    each.wholeScore(),
                    each.score()));
  }

  /**
   * Equation 1 of the A-RAG paper, in hundredths; the length of a keyword is measured in code
   * points. An occurrence counts the length times the weight of the keyword.
   */
  private long score(Occurrences occurrences) {
    long score = 0;
    for (int i = 0; i < weightedLengths.length; i++) {
      score += occurrences.count(i) * weightedLengths[i];
    }
    return score;
  }

  /** Equation 1 for whole words only; always 0 if the rules ignore rarity. */
  private long wholeScore(Occurrences occurrences) {
    if (!query.rules().ranksByRarity()) {
      return 0;
    }
    long score = 0;
    for (int i = 0; i < weightedLengths.length; i++) {
      score += occurrences.wholeCount(i) * weightedLengths[i];
    }
    return score;
  }

  /**
   * Returns the slice of hits.
   *
   * @param chunksInScope the number of all chunks in scope; N in the formula of {@link
   *     KeywordCounts#rarities}
   * @param match reads a chunk and matches it with the same query; called only for the chunks in
   *     the slice and the chunks that are reranked
   */
  public KeywordHits hits(long chunksInScope, Function<? super T, KeywordMatch> match) {
    requireNonNull(match, "match");
    return slice(counts(chunksInScope), match);
  }

  /**
   * Like {@link #hits(long, Function)}, for a search server that counted all matches but selected
   * only the best ones. The added chunks must include the {@link KeywordHits#wantedMatches} best
   * matches in the order before the reranking.
   *
   * @param counts the counts over all chunks in scope, including those that were not added
   * @param match reads a chunk and matches it with the same query; called only for the chunks in
   *     the slice and the chunks that are reranked
   * @throws IllegalArgumentException if the counts are lower than those of the added chunks, for
   *     example because the server compares texts by other rules
   */
  public KeywordHits hits(KeywordCounts counts, Function<? super T, KeywordMatch> match) {
    requireNonNull(counts, "counts");
    requireNonNull(match, "match");
    if (counts.total() < total || counts.chunksInScope() < counts.total()) {
      throw new IllegalArgumentException(
          "counts.total() must be at least the number of added chunks ("
              + total
              + ") and at most chunksInScope ("
              + counts.chunksInScope()
              + "), was "
              + counts.total());
    }
    requireAtLeast("chunksWith", counts.chunksWith(), chunksWith);
    requireAtLeast("chunksWithWhole", counts.chunksWithWhole(), chunksWithWhole);
    return slice(counts, match);
  }

  private void requireAtLeast(String name, List<Long> given, long[] added) {
    if (given.size() != added.length) {
      throw new IllegalArgumentException(
          name + " must have one element per keyword (" + added.length + "), had " + given.size());
    }
    for (int i = 0; i < added.length; i++) {
      if (given.get(i) < added[i]) {
        throw new IllegalArgumentException(
            name
                + " of the keyword \""
                + query.parts().get(i).given()
                + "\" is "
                + given.get(i)
                + ", but "
                + added[i]
                + " of the added chunks contain the keyword.");
      }
    }
  }

  private KeywordCounts counts(long chunksInScope) {
    return new KeywordCounts(
        chunksInScope,
        total,
        LongStream.of(chunksWith).boxed().toList(),
        LongStream.of(chunksWithWhole).boxed().toList());
  }

  private KeywordHits slice(KeywordCounts counts, Function<? super T, KeywordMatch> match) {
    double[] rarities = counts.rarities(query).stream().mapToDouble(each -> each).toArray();
    List<ScoredMatch<T>> bestFirst =
        IntStream.range(0, bestByWhole.size())
            .boxed()
            .flatMap(whole -> candidates(whole, rarity(whole, rarities)))
            .sorted(order())
            .limit(wanted)
            .toList();
    List<KeywordHit> slice =
        slice(bestFirst, rarities, match)
            .map(each -> hit(each.scored(), each.match(), counts))
            .toList();
    return new KeywordHits(
        counts.total(),
        byKeyword(counts.chunksWith()),
        byKeyword(counts.chunksWithWhole()),
        ignoringAccents(counts),
        slice);
  }

  /**
   * Reads the chunks that are reranked and those of the slice.
   *
   * @return the chunks of the slice, best first
   */
  private Stream<ReadMatch<T>> slice(
      List<ScoredMatch<T>> bestFirst, double[] rarities, Function<? super T, KeywordMatch> match) {
    int ranked = offset < pool ? Math.min(pool, bestFirst.size()) : 0;
    Function<ScoredMatch<T>, ReadMatch<T>> read =
        each -> new ReadMatch<>(each, match.apply(each.chunk()));
    Stream<ReadMatch<T>> best =
        bestFirst.stream()
            .limit(ranked)
            .map(read)
            .map(each -> new PoolMatch<>(each, each.match().sectionRarity(rarities)))
            .sorted(Comparator.<PoolMatch<T>>comparingDouble(PoolMatch::sectionRarity).reversed())
            .map(PoolMatch::read);
    Stream<ReadMatch<T>> others = bestFirst.stream().skip(Math.max(ranked, offset)).map(read);
    return Stream.concat(best, others).skip(Math.min(offset, ranked)).limit(topK);
  }

  static double rarity(int whole, double[] rarities) {
    double rarity = 0;
    for (int i = 0; i < rarities.length; i++) {
      rarity += (whole >>> i & 1) != 0 ? rarities[i] : 0;
    }
    return rarity;
  }

  private Stream<ScoredMatch<T>> candidates(int whole, double rarity) {
    return bestByWhole.get(whole).stream()
        .map(each -> new ScoredMatch<>(each.chunk(), rarity, each.wholeScore(), each.score()));
  }

  private Comparator<ScoredMatch<T>> order() {
    Comparator<ScoredMatch<T>> byScore =
        Comparator.<ScoredMatch<T>>comparingLong(ScoredMatch::wholeScore)
            .thenComparingLong(ScoredMatch::score)
            .reversed()
            .thenComparing(ScoredMatch::chunk, corpusOrder);
    return query.rules().ranksByRarity()
        ? Comparator.<ScoredMatch<T>>comparingDouble(ScoredMatch::rarity)
            .reversed()
            .thenComparing(byScore)
        : byScore;
  }

  private KeywordHit hit(ScoredMatch<T> candidate, KeywordMatch match, KeywordCounts counts) {
    return new KeywordHit(
        match.chunk(),
        candidate.score() / 100.0,
        candidate.rarity(),
        counts(match.occurrences()::count),
        counts(match.occurrences()::wholeCount),
        query.rules().snippet(match, counts));
  }

  private Map<String, Integer> counts(IntUnaryOperator counts) {
    Map<String, Integer> positive = new LinkedHashMap<>();
    for (int i = 0; i < chunksWith.length; i++) {
      int count = counts.applyAsInt(i);
      if (count > 0) {
        positive.put(query.parts().get(i).given(), count);
      }
    }
    return positive;
  }

  private Map<String, Long> byKeyword(List<Long> counts) {
    Map<String, Long> byKeyword = new LinkedHashMap<>();
    for (int i = 0; i < chunksWith.length; i++) {
      byKeyword.put(query.parts().get(i).given(), counts.get(i));
    }
    return byKeyword;
  }

  private Set<String> ignoringAccents(KeywordCounts counts) {
    Set<String> found = new LinkedHashSet<>();
    for (int i = 0; i < chunksWith.length; i++) {
      if (counts.chunksWith().get(i) > 0 && query.parts().get(i).ignoresAccents()) {
        found.add(query.parts().get(i).given());
      }
    }
    return found;
  }

  /**
   * Keeps the chunks with the highest scores of whole words. Ties are broken by the score of all
   * occurrences, then by corpus order. Scores are in hundredths. Not thread-safe.
   *
   * @param <T> the type by which the corpus refers to a chunk
   */
  private static final class BestByScore<T> {
    private final long most;
    private final PriorityQueue<Scored<T>> worstFirst;

    record Scored<T>(T chunk, long wholeScore, long score) {
      static <T> Comparator<Scored<T>> bestFirst(Comparator<? super T> corpusOrder) {
        return Comparator.<Scored<T>>comparingLong(Scored::wholeScore)
            .thenComparingLong(Scored::score)
            .reversed()
            .thenComparing(Scored::chunk, corpusOrder);
      }
    }

    /**
     * @param most the number of chunks to keep, at least 1
     */
    BestByScore(long most, Comparator<? super T> corpusOrder) {
      this.most = most;
      this.worstFirst = new PriorityQueue<>(1, Scored.<T>bestFirst(corpusOrder).reversed());
    }

    void add(Place<T> place, long wholeScore, long score) {
      if (worstFirst.size() == most) {
        if (!isBefore(place, wholeScore, score, worstFirst.element())) {
          return;
        }
        worstFirst.remove();
      }
      worstFirst.add(new Scored<>(place.chunk(), wholeScore, score));
    }

    private static <T> boolean isBefore(
        Place<T> place, long wholeScore, long score, Scored<T> other) {
      if (wholeScore != other.wholeScore()) {
        return wholeScore > other.wholeScore();
      }
      return score > other.score() || (score == other.score() && place.isBefore(other.chunk()));
    }

    boolean isFull() {
      return worstFirst.size() == most;
    }

    /** The chunks that were kept, in no particular order. */
    Stream<Scored<T>> stream() {
      return worstFirst.stream();
    }
  }
}
