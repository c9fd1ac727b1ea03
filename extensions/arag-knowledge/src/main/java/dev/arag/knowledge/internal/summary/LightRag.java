package dev.arag.knowledge.internal.summary;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.ChunkId;
import dev.arag.graph.spi.CorpusPassages;
import dev.arag.graph.spi.PassageSource;
import dev.arag.graph.spi.PassageSource.Passage;
import dev.arag.knowledge.internal.extract.Prompt;
import dev.arag.knowledge.internal.hippo.KnownFacts;
import dev.arag.knowledge.internal.hippo.NearFacts;
import dev.arag.knowledge.internal.hippo.ScoredFact;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * LightRAG: the chunks and facts of the entities and relations that keywords find.
 *
 * @param name the name with the options that differ from their defaults
 * @param chunks the number of chunks to show
 * @param nearFacts finds the facts, and extracts missing ones
 */
public record LightRag(String name, Mode mode, int chunks, NearFacts nearFacts)
    implements Strategy {
  static final String ROLE = "keywords";

  private static final int MAX_KEYWORDS = 5;
  private static final int ENTITIES = 40;
  private static final int FACTS = 40;
  private static final int MIN_WORD = 3;
  private static final int MAX_SIMILAR = 10;
  private static final String PROMPT = Prompt.read(LightRag.class, "keywords");

  /** What the search is for. */
  public enum Mode {
    LOCAL,
    GLOBAL,
    MIX
  }

  /** The reply of the model. */
  record KeywordsForm(List<String> high, List<String> low) {}

  /** Facts and their chunks, both best first. */
  private record Found(List<ScoredFact> facts, List<ChunkId> chunks) {}

  @Override
  public String run(String question, RunContext run) {
    Corpus corpus = run.corpus().mentions().<Corpus>map(each -> each.corpus()).orElse(run.corpus());
    PassageSource passages = new CorpusPassages(corpus);
    List<Passage> nearest = passages.nearest(run.question(), Math.max(chunks, NearFacts.CHUNKS));
    List<ChunkId> nearestIds = nearest.stream().map(Passage::chunk).toList();
    if (nearest.isEmpty()) {
      return SummaryRun.ask(run, run.show(List.<ChunkId>of()).text(), question);
    }
    List<ChunkId> near = first(nearestIds);
    run.closeFrom(
        () -> SummaryRun.messages(run, Raptor.text(run, question, near, List.of()), question));
    KnownFacts facts = nearFacts.known(run, corpus, nearest, 2);
    KeywordsForm keywords = keywords(run);
    List<Found> found = new ArrayList<>();
    if (mode != Mode.GLOBAL && !keywords.low().isEmpty()) {
      found.add(local(keywords.low(), passages, facts, nearestIds));
    }
    if (mode != Mode.LOCAL && !keywords.high().isEmpty()) {
      found.add(global(String.join(", ", keywords.high()), passages, facts));
    }
    if (mode == Mode.MIX || found.stream().allMatch(each -> each.chunks().isEmpty())) {
      found.add(new Found(List.of(), nearestIds));
    }
    List<ChunkId> best = first(roundRobin(found.stream().map(Found::chunks).toList()));
    List<DerivedText.Item> items = GraphLocal.items(corpus, merged(found));
    return SummaryRun.ask(run, Raptor.text(run, question, best, items), question);
  }

  private List<ChunkId> first(List<ChunkId> all) {
    return all.stream().limit(chunks).toList();
  }

  /** Asks for the keywords; without them, the question is the only keyword. */
  private static KeywordsForm keywords(RunContext run) {
    Optional<KeywordsForm> reply = run.affords(2) ? ask(run) : Optional.empty();
    List<String> high = clean(reply.map(KeywordsForm::high).orElse(List.of()));
    List<String> low = clean(reply.map(KeywordsForm::low).orElse(List.of()));
    if (high.isEmpty() && low.isEmpty()) {
      run.warn("The model wrote no keywords, so the question was used.");
    }
    List<String> fallback = List.of(run.question());
    return new KeywordsForm(high.isEmpty() ? fallback : high, low.isEmpty() ? fallback : low);
  }

  private static Optional<KeywordsForm> ask(RunContext run) {
    try {
      String prompt = PROMPT.replace("{question}", run.question());
      return run.as(ROLE).fill(KeywordsForm.class, prompt);
    } catch (ModelException e) {
      KnownSummaries.requireNotCancelled(e);
      return Optional.empty();
    }
  }

  private static List<String> clean(List<String> keywords) {
    return keywords.stream()
        .map(String::strip)
        .filter(each -> !Folding.key(each).isBlank())
        .distinct()
        .limit(MAX_KEYWORDS)
        .toList();
  }

  /** Searches for entities by their names and by the facts that are most similar to keywords. */
  private static Found local(
      List<String> keywords, PassageSource passages, KnownFacts facts, List<ChunkId> nearest) {
    Set<String> entities = new LinkedHashSet<>();
    for (String each : keywords) {
      String key = Folding.key(each);
      if (facts.chunksWith(key).isEmpty()) {
        entities.addAll(facts.similar(key, MIN_WORD, MAX_SIMILAR).keySet());
      } else {
        entities.add(key);
      }
    }
    for (ScoredFact each : near(String.join(", ", keywords), passages, facts)) {
      if (entities.size() < ENTITIES) {
        entities.addAll(each.fact().entities());
      }
    }
    entities.removeIf(facts::isTooFrequent);
    Map<ChunkId, Integer> counts = new LinkedHashMap<>();
    entities.forEach(
        entity -> facts.chunksWith(entity).forEach(each -> counts.merge(each, 1, Integer::sum)));
    Map<ChunkId, Integer> ranks = new HashMap<>();
    nearest.forEach(each -> ranks.put(each, ranks.size()));
    List<ChunkId> best =
        counts.keySet().stream()
            .sorted(
                Comparator.comparingInt((ChunkId each) -> -counts.getOrDefault(each, 0))
                    .thenComparingInt(each -> ranks.getOrDefault(each, nearest.size())))
            .toList();
    return new Found(facts.about(entities).stream().limit(FACTS).toList(), best);
  }

  /** Searches for the facts whose sentences are most similar to keywords. */
  private static Found global(String keywords, PassageSource passages, KnownFacts facts) {
    List<ScoredFact> relations = near(keywords, passages, facts).stream().limit(FACTS).toList();
    List<ChunkId> best = relations.stream().map(ScoredFact::chunk).distinct().toList();
    return new Found(relations, best);
  }

  private static List<ScoredFact> near(String text, PassageSource passages, KnownFacts facts) {
    return NearFacts.of(text, passages, passages.nearest(text, NearFacts.CHUNKS), facts);
  }

  /** Returns the facts of the searches in turn, without those that say the same. */
  private static List<ScoredFact> merged(List<Found> found) {
    Map<String, ScoredFact> facts = new LinkedHashMap<>();
    roundRobin(found.stream().map(Found::facts).toList())
        .forEach(each -> facts.putIfAbsent(each.fact().key(), each));
    return facts.values().stream().limit(FACTS).toList();
  }

  private static <T> List<T> roundRobin(List<List<T>> lists) {
    Set<T> all = new LinkedHashSet<>();
    int longest = lists.stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < longest; i++) {
      for (List<T> each : lists) {
        if (i < each.size()) {
          all.add(each.get(i));
        }
      }
    }
    return List.copyOf(all);
  }
}
