package dev.arag.knowledge.internal.summary;

import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.MentionSource.Mention;
import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.graph.Graphs;
import dev.arag.graph.entity.Entity;
import dev.arag.graph.spi.CorpusPassages;
import dev.arag.graph.spi.PassageSource;
import dev.arag.graph.spi.PassageSource.Passage;
import dev.arag.index.Index;
import dev.arag.knowledge.internal.hippo.KnownFacts;
import dev.arag.knowledge.internal.hippo.ScoredFact;
import dev.arag.knowledge.internal.store.KnowledgeStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * GraphRAG's local search: the chunks, facts and summaries of the communities of the entities near
 * a question.
 *
 * @param name the name with the options that differ from their defaults
 * @param chunks the number of chunks to show
 * @param lazy the maximum number of summaries that a run makes
 */
public record GraphLocal(
    String name,
    int chunks,
    int lazy,
    Index index,
    KnowledgeStore facts,
    SummaryStore store,
    Summarizer summarizer,
    CorpusParts parts)
    implements Strategy {
  private static final int ENTITIES = 10;
  private static final int NEAREST = 50;

  /** The number of nearest chunks whose entities are candidates. */
  private static final int NEAREST_WITH_ENTITIES = 10;

  private static final int FACTS = 20;
  private static final int COMMUNITIES = 2;

  static MentionSource mentions(Corpus corpus) {
    return corpus
        .mentions()
        .orElseThrow(
            () ->
                new NotIndexedException(
                    "The index has no mentions, which graphrag needs. Create it with"
                        + " Index.builder(directory).mentions(...)."));
  }

  @Override
  public String run(String question, RunContext run) {
    MentionSource mentions = mentions(run.corpus());
    PassageSource passages = new CorpusPassages(mentions.corpus());
    List<ChunkId> nearest =
        passages.nearest(run.question(), Math.max(chunks, NEAREST)).stream()
            .map(Passage::chunk)
            .toList();
    Set<String> entities = entities(run.question(), mentions, passages, nearest);
    List<ChunkId> best =
        ChunkRanking.fuse(List.of(ranked(entities, mentions, nearest), nearest), chunks);
    run.closeFrom(
        () -> SummaryRun.messages(run, Raptor.text(run, question, best, List.of()), question));
    Corpus corpus = mentions.corpus();
    List<DerivedText.Item> items = new ArrayList<>(summaries(run, communities(entities, mentions)));
    facts.refresh();
    items.addAll(
        items(
            corpus,
            new KnownFacts(corpus, facts)
                .about(entities).stream()
                    .sorted(
                        Comparator.comparing(each -> !entities.containsAll(each.fact().entities())))
                    .limit(FACTS)
                    .toList()));
    return SummaryRun.ask(run, Raptor.text(run, question, best, items), question);
  }

  private List<DerivedText.Item> summaries(RunContext run, List<Unit> units) {
    if (units.isEmpty()) {
      return List.of();
    }
    KnownSummaries known = new SummaryRun(index, store, summarizer, lazy).summaries(run, units, 1);
    SummaryRun.warn(run, known, units);
    return known.items(units);
  }

  /** Returns facts with the sentences that state them. */
  static List<DerivedText.Item> items(Corpus corpus, List<ScoredFact> facts) {
    Map<ChunkId, Chunk> chunks = new HashMap<>();
    corpus
        .read(facts.stream().map(ScoredFact::chunk).distinct().toList())
        .forEach(each -> chunks.put(each.id(), each));
    List<DerivedText.Item> items = new ArrayList<>();
    for (ScoredFact each : facts) {
      Chunk chunk = chunks.get(each.chunk());
      if (chunk != null && each.fact().sentence() < chunk.sentences().size()) {
        String sentence = chunk.sentences().get(each.fact().sentence()).text();
        Note.Quote quote = new Note.Quote(chunk.id(), sentence);
        items.add(new DerivedText.Item("", new Note(each.fact().toString(), List.of(quote))));
      }
    }
    return items;
  }

  /**
   * Returns the entities that the question names, and then those of the sentences that are most
   * similar to it.
   */
  private static Set<String> entities(
      String question, MentionSource mentions, PassageSource passages, List<ChunkId> nearest) {
    Set<String> entities = new LinkedHashSet<>();
    Graphs.of(mentions.corpus()).find(question, ENTITIES).stream()
        .map(Entity::key)
        .filter(key -> !Communities.isTooFrequent(mentions, key))
        .forEach(entities::add);
    List<String> keys = new ArrayList<>();
    List<Posting> sentences = new ArrayList<>();
    for (ChunkId chunk : nearest.stream().limit(NEAREST_WITH_ENTITIES).toList()) {
      for (Mention each : mentions.mentions(chunk)) {
        keys.add(each.key());
        sentences.add(new Posting(chunk, each.sentence(), 1));
      }
    }
    double[] similarities = passages.similarities(question, sentences);
    Map<String, Double> best = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      best.merge(keys.get(i), similarities[i], Math::max);
    }
    best.entrySet().stream()
        .filter(each -> each.getValue() > 0 && !Communities.isTooFrequent(mentions, each.getKey()))
        .sorted(Comparator.comparingDouble((Map.Entry<String, Double> e) -> -e.getValue()))
        .map(Map.Entry::getKey)
        .filter(key -> !entities.contains(key))
        .limit(Math.max(0, ENTITIES - entities.size()))
        .toList()
        .forEach(entities::add);
    return entities;
  }

  /** Returns the chunks that mention entities, those with most of them first, then the nearest. */
  private static List<ChunkId> ranked(
      Set<String> entities, MentionSource mentions, List<ChunkId> nearest) {
    Map<ChunkId, Integer> counts = new LinkedHashMap<>();
    for (String entity : entities) {
      Set<ChunkId> with = new LinkedHashSet<>();
      mentions.postings(entity).forEach(each -> with.add(each.chunkId()));
      with.forEach(each -> counts.merge(each, 1, Integer::sum));
    }
    Map<ChunkId, Integer> ranks = new HashMap<>();
    nearest.forEach(each -> ranks.put(each, ranks.size()));
    // The sort is stable: further equal chunks stay in the order of their entities.
    return counts.keySet().stream()
        .sorted(
            Comparator.comparingInt((ChunkId each) -> -counts.getOrDefault(each, 0))
                .thenComparingInt(each -> ranks.getOrDefault(each, nearest.size())))
        .toList();
  }

  /** Returns the communities with most of the entities. */
  private List<Unit> communities(Set<String> entities, MentionSource mentions) {
    if (entities.isEmpty() || (lazy == 0 && store.isEmpty())) {
      return List.of();
    }
    return parts.communities(mentions).stream()
        .filter(each -> common(each, entities) > 0)
        .sorted(Comparator.comparingLong((Communities.Community each) -> -common(each, entities)))
        .limit(COMMUNITIES)
        .map(Communities.Community::unit)
        .toList();
  }

  private static long common(Communities.Community community, Set<String> entities) {
    return entities.stream().filter(community.entities()::contains).count();
  }
}
