package dev.arag.reranker;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Corpus;
import dev.arag.reranker.internal.RerankedCorpus;
import dev.arag.reranker.internal.RerankedCorpus.RerankedCatalogue;
import dev.arag.reranker.internal.Rescoring;
import dev.arag.reranker.spi.Reranker;
import java.time.Duration;

/**
 * Reranks the best hits of each search of a corpus by the scores of a {@link Reranker}.
 *
 * <pre>{@code
 * Corpus reranked = Reranking.of(reranker).apply(index);
 * Agent agent = Agent.builder(reranked, llm).build();
 * }</pre>
 *
 * <p>The passage that is scored for a hit of a semantic search is the section with the best
 * sentence that the hit shows; for a keyword hit, the section with most sentences that contain
 * keywords; with its headings and the header of its table. {@link Corpus#search} reranks both
 * searches before it fuses them. Searches by other rules than the {@linkplain
 * dev.arag.core.corpus.RankingRules standard} ones, such as those of the A-RAG paper, are not
 * reranked if they do not rank sections, or not by rarity. Hits with equal scores keep their order.
 * The hits after the first {@linkplain #maxPairs maxPairs} keep their positions, so that pages
 * neither repeat nor omit a hit. Scopes apply before the reranking; totals and scores of hits do
 * not change.
 *
 * <p>If the reranker fails, the hits keep their order. If the time is up, the hits without a score
 * follow those with a score, in their order. Both are logged as a warning (logger {@code
 * dev.arag.reranker}) once, and again after the reranker has worked. The orders of the last {@value
 * Rescoring#REMEMBERED} searches are kept, so that all pages of a search have the same order; a
 * search that failed is therefore not reranked when it is repeated soon. Immutable and thread-safe.
 */
public final class Reranking {
  private static final int MAX_PAIRS = 32;
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private final Reranker reranker;
  private final int maxPairs;
  private final Duration timeout;

  private Reranking(Reranker reranker, int maxPairs, Duration timeout) {
    this.reranker = reranker;
    this.maxPairs = maxPairs;
    this.timeout = timeout;
  }

  /** Creates a reranking with the default limits. The caller closes the reranker. */
  public static Reranking of(Reranker reranker) {
    return new Reranking(requireNonNull(reranker, "reranker"), MAX_PAIRS, TIMEOUT);
  }

  /**
   * Returns a copy that scores at most this number of pairs of a query and a passage for each
   * search. Default: {@value #MAX_PAIRS}, at least 2.
   */
  public Reranking maxPairs(int maxPairs) {
    if (maxPairs < 2) {
      throw new IllegalArgumentException("maxPairs must be >= 2, was " + maxPairs);
    }
    return new Reranking(reranker, maxPairs, timeout);
  }

  /** Returns a copy with another time limit for the scores of one search. Default: 1 second. */
  public Reranking timeout(Duration timeout) {
    if (requireNonNull(timeout, "timeout").toNanos() < 1) {
      throw new IllegalArgumentException("timeout must be positive, was " + timeout);
    }
    return new Reranking(reranker, maxPairs, timeout);
  }

  /** Returns a view of a corpus with reranked searches, which is a catalogue if the corpus is. */
  public Corpus apply(Corpus corpus) {
    return corpus instanceof Catalogue catalogue
        ? apply(catalogue)
        : new RerankedCorpus(requireNonNull(corpus, "corpus"), rescoring());
  }

  /** Returns a view of a catalogue with reranked searches. */
  public Catalogue apply(Catalogue catalogue) {
    return new RerankedCatalogue(requireNonNull(catalogue, "catalogue"), rescoring());
  }

  private Rescoring rescoring() {
    return new Rescoring(reranker, maxPairs, timeout);
  }
}
