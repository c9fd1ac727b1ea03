package dev.arag.knowledge.internal.hippo;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.error.AragException;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.graph.spi.PassageSource;
import dev.arag.graph.spi.PassageSource.Passage;
import dev.arag.index.spi.derived.DerivedRecord.Source;
import dev.arag.knowledge.internal.extract.FactExtractor;
import dev.arag.knowledge.internal.store.Entry;
import dev.arag.knowledge.internal.store.Fact;
import dev.arag.knowledge.internal.store.KnowledgeStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The facts of the chunks that are most similar to a text.
 *
 * @param lazy the maximum number of near chunks whose facts a run may extract
 */
public record NearFacts(int lazy, KnowledgeStore store, FactExtractor extractor) {
  /** The number of nearest chunks of a search. */
  public static final int CHUNKS = 50;

  private static final double MIN_COVERAGE = 0.95;

  /**
   * Returns the facts of a corpus, after it has extracted missing ones. Warns if too many are
   * unknown.
   *
   * @param later the number of calls that the run needs afterwards
   * @throws NotIndexedException if there are no facts, and none may be extracted
   */
  public KnownFacts known(RunContext run, Corpus corpus, List<Passage> nearest, int later) {
    store.refresh();
    if (lazy == 0 && store.chunks() == 0) {
      throw new NotIndexedException(
          "The index has no facts. Extract them with Knowledge.extractFacts.");
    }
    KnownFacts facts = new KnownFacts(corpus, store);
    extractMissing(run, corpus, nearest, facts, later);
    warnAboutCoverage(run, nearest, facts);
    return facts;
  }

  /**
   * Extracts the facts of near chunks that have none, as far as the budget allows, and stores them.
   */
  private void extractMissing(
      RunContext run, Corpus corpus, List<Passage> nearest, KnownFacts facts, int later) {
    List<ChunkId> missing =
        nearest.stream()
            .map(Passage::chunk)
            .filter(each -> !facts.isCovered(each))
            .limit(lazy)
            .toList();
    while (!missing.isEmpty() && !run.affords(missing.size() + later)) {
      missing = missing.subList(0, missing.size() - 1);
    }
    if (missing.isEmpty()) {
      return;
    }
    Map<Source, Entry> entries = new LinkedHashMap<>();
    extract(run, corpus.read(missing))
        .forEach(
            (chunk, entry) -> {
              facts.put(chunk.id(), entry.facts());
              entries.put(Source.of(chunk), entry);
            });
    try {
      int unused = entries.isEmpty() ? 0 : store.append(entries);
      store.refresh();
    } catch (AragException e) {
      run.warn("The extracted facts could not be stored: " + e.getMessage());
    }
  }

  private Map<Chunk, Entry> extract(RunContext run, List<Chunk> chunks) {
    try {
      return extractor.extractAll(run, chunks);
    } catch (ModelException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      return Map.of();
    }
  }

  /**
   * Returns the facts of chunks with the similarity of their sentences to a text, the most similar
   * first. Of facts that say the same, only the most similar one is returned.
   */
  public static List<ScoredFact> of(
      String text, PassageSource passages, List<Passage> nearest, KnownFacts facts) {
    List<ScoredFact> all = new ArrayList<>();
    List<Posting> sentences = new ArrayList<>();
    for (Passage each : nearest) {
      for (Fact fact : facts.of(each.chunk())) {
        all.add(new ScoredFact(fact, each.chunk(), 0));
        sentences.add(new Posting(each.chunk(), fact.sentence(), 1));
      }
    }
    double[] similarities = passages.similarities(text, sentences);
    Map<String, ScoredFact> best = new LinkedHashMap<>();
    for (int i = 0; i < all.size(); i++) {
      ScoredFact scored = all.get(i).withScore(similarities[i]);
      best.merge(
          scored.fact().key(), scored, (old, other) -> other.score() > old.score() ? other : old);
    }
    return best.values().stream()
        .sorted(Comparator.comparingDouble(ScoredFact::score).reversed())
        .toList();
  }

  /** Warns if the facts of less than 95 % of the chunks are known. */
  private static void warnAboutCoverage(RunContext run, List<Passage> nearest, KnownFacts facts) {
    long covered = nearest.stream().filter(each -> facts.isCovered(each.chunk())).count();
    if (covered < MIN_COVERAGE * nearest.size()) {
      run.warn(
          "The facts of only %d of the %d chunks that are most similar to the question are known."
              .formatted(covered, nearest.size()));
    }
  }
}
