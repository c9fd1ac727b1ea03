package dev.arag.knowledge.internal.hippo;

import dev.arag.agent.Strategies;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.RankingStrategy;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.error.AragException;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.graph.spi.CorpusPassages;
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
 * HippoRAG 2: ranks chunks along facts, and asks once.
 *
 * @param name the name with the options that differ from their defaults
 * @param chunks the number of chunks to show
 * @param lazy the maximum number of near chunks whose facts a run may extract
 */
public record Hippo(
    String name, int chunks, int lazy, KnowledgeStore store, FactExtractor extractor)
    implements RankingStrategy {
  /** The number of nearest chunks of a search. */
  private static final int NEAREST = 50;

  /** The number of facts from which the model chooses. */
  private static final int FACTS = 5;

  private static final double MIN_COVERAGE = 0.95;

  @Override
  public ChunkRanking ranking(RunContext run) {
    return (corpus, question, k) -> rank(run, corpus, question, k);
  }

  @Override
  public String run(String question, RunContext run, ChunkRanking ranking) {
    return Strategies.naiveRag(chunks, ranking).run(question, run);
  }

  private List<ChunkId> rank(RunContext run, Corpus corpus, String question, int k) {
    PassageSource passages = new CorpusPassages(corpus);
    List<Passage> nearest = passages.nearest(question, Math.max(k, NEAREST));
    if (nearest.isEmpty()) {
      return List.of();
    }
    store.refresh();
    if (lazy == 0 && store.chunks().isEmpty()) {
      throw new NotIndexedException(
          "The index has no facts. Extract them with Knowledge.extractFacts.");
    }
    KnownFacts facts = new KnownFacts(corpus, store);
    extractMissing(run, corpus, nearest, facts);
    warnAboutCoverage(run, nearest, facts);
    List<ScoredFact> best = best(question, passages, nearest, facts);
    List<ScoredFact> chosen = best.isEmpty() ? best : FactFilter.choose(run, question, best);
    return chosen.isEmpty()
        ? nearest.stream().map(Passage::chunk).limit(k).toList()
        : new FactGraph(facts, corpus.mentions()).rank(chosen, nearest, k);
  }

  /**
   * Extracts the facts of near chunks that have none, as far as the budget allows, and stores them.
   */
  private void extractMissing(
      RunContext run, Corpus corpus, List<Passage> nearest, KnownFacts facts) {
    List<ChunkId> missing =
        nearest.stream()
            .map(Passage::chunk)
            .filter(each -> !facts.isCovered(each))
            .limit(lazy)
            .toList();
    // The filter and the answer follow.
    while (!missing.isEmpty() && !run.affords(missing.size() + 2)) {
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

  private static void warnAboutCoverage(RunContext run, List<Passage> nearest, KnownFacts facts) {
    long covered = nearest.stream().filter(each -> facts.isCovered(each.chunk())).count();
    if (covered < MIN_COVERAGE * nearest.size()) {
      run.warn(
          "The facts of only %d of the %d chunks that are most similar to the question are known."
              .formatted(covered, nearest.size()));
    }
  }

  /** Returns the facts whose sentences are most similar to the question, the most similar first. */
  private static List<ScoredFact> best(
      String question, PassageSource passages, List<Passage> nearest, KnownFacts facts) {
    List<Fact> all = new ArrayList<>();
    List<Posting> sentences = new ArrayList<>();
    for (Passage each : nearest) {
      for (Fact fact : facts.of(each.chunk())) {
        all.add(fact);
        sentences.add(new Posting(each.chunk(), fact.sentence(), 1));
      }
    }
    double[] similarities = passages.similarities(question, sentences);
    Map<String, ScoredFact> best = new LinkedHashMap<>();
    for (int i = 0; i < all.size(); i++) {
      ScoredFact scored = new ScoredFact(all.get(i), similarities[i]);
      best.merge(
          all.get(i).key(), scored, (old, other) -> other.score() > old.score() ? other : old);
    }
    double max = best.values().stream().mapToDouble(ScoredFact::score).max().orElse(0);
    return best.values().stream()
        .sorted(Comparator.comparingDouble(ScoredFact::score).reversed())
        .limit(FACTS)
        .map(each -> new ScoredFact(each.fact(), relative(each.score(), max)))
        .toList();
  }

  /**
   * HippoRAG 2 scales the scores of all facts of the corpus from 0 to 1, so that the best ones are
   * near 1. With few facts, this would make a chosen fact worthless.
   */
  private static double relative(double score, double max) {
    return max > 0 ? Math.max(0, score) / max : 1;
  }
}
