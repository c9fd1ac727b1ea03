package dev.arag.knowledge.internal.hippo;

import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.MentionSource.Mention;
import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.text.ChunkId;
import dev.arag.graph.spi.PageRank;
import dev.arag.graph.spi.PassageSource.Passage;
import dev.arag.graph.spi.WeightedGraph;
import dev.arag.knowledge.internal.store.Fact;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The part of the graph of facts around a question. Its chunks are the nearest ones of a search,
 * those with the entities of the chosen facts, and all other chunks with an entity of these. A fact
 * joins its two entities, with the number of chunks that state it as weight; a chunk is joined with
 * the entities of its facts and with those that it mentions. Every weight is a sum over chunks in
 * scope.
 */
final class FactGraph {
  /** The number of entities in which the walk starts. */
  private static final int SEEDS = 5;

  /** The weight of chunks compared with entities, as in HippoRAG 2. */
  private static final double CHUNK_WEIGHT = 0.05;

  /** With so many chunks, no further ones are added. */
  private static final int ENOUGH_CHUNKS = 2_000;

  private static final int MAX_EDGES = 200_000;
  private static final int MAX_SYNONYMS = 10;
  private static final int MIN_WORD = 3;

  private final KnownFacts facts;
  private final Optional<MentionSource> mentions;
  private final Map<ChunkId, Integer> chunks = new LinkedHashMap<>();
  private final Map<String, Integer> entities = new LinkedHashMap<>();
  private final WeightedGraph.Builder edges = new WeightedGraph.Builder();
  private int nodes;

  FactGraph(KnownFacts facts, Optional<MentionSource> mentions) {
    this.facts = facts;
    this.mentions = mentions;
  }

  /** Returns the best chunks, best first; equally good ones in corpus order. */
  List<ChunkId> rank(List<ScoredFact> chosen, List<Passage> nearest, int k) {
    Map<String, Double> seeds = seeds(chosen);
    Map<String, Map<String, Double>> synonyms = new LinkedHashMap<>();
    seeds.keySet().forEach(each -> synonyms.put(each, facts.similar(each, MIN_WORD, MAX_SYNONYMS)));
    addNodes(nearest, synonyms);
    addEdges(synonyms);
    double[] reset = new double[nodes];
    seeds.forEach((entity, weight) -> reset[entity(entity)] = weight);
    scaled(nearest).forEach((chunk, score) -> reset[chunk(chunk)] = CHUNK_WEIGHT * score);
    double[] rank = PageRank.of(edges.build(nodes), reset);
    // The sort is stable.
    return facts.sorted(chunks.keySet()).stream()
        .sorted(Comparator.comparingDouble((ChunkId id) -> rank[chunk(id)]).reversed())
        .limit(k)
        .toList();
  }

  /**
   * Returns the weight of the entities of the chosen facts: the mean score of their facts, divided
   * by the number of chunks with the entity.
   */
  private Map<String, Double> seeds(List<ScoredFact> chosen) {
    Map<String, List<Double>> scores = new LinkedHashMap<>();
    for (ScoredFact each : chosen) {
      for (String entity : each.fact().entities()) {
        int inChunks = Math.max(1, facts.chunksWith(entity).size());
        scores.computeIfAbsent(entity, key -> new ArrayList<>()).add(each.score() / inChunks);
      }
    }
    Map<String, Double> seeds = new LinkedHashMap<>();
    scores.entrySet().stream()
        .sorted(Comparator.comparingDouble((Map.Entry<String, List<Double>> e) -> -mean(e)))
        .limit(SEEDS)
        .forEach(each -> seeds.put(each.getKey(), mean(each)));
    return seeds;
  }

  private static double mean(Map.Entry<String, List<Double>> scores) {
    return scores.getValue().stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  private void addNodes(List<Passage> nearest, Map<String, Map<String, Double>> synonyms) {
    nearest.forEach(each -> chunk(each.chunk()));
    synonyms.forEach(
        (seed, similar) -> {
          addChunksWith(seed);
          similar.keySet().forEach(this::addChunksWith);
        });
    for (ChunkId each : List.copyOf(chunks.keySet())) {
      facts.of(each).forEach(fact -> fact.entities().forEach(this::entity));
    }
    for (String entity : List.copyOf(entities.keySet())) {
      if (chunks.size() >= ENOUGH_CHUNKS) {
        break;
      }
      List<ChunkId> with = facts.chunksWith(entity);
      if (with.size() <= KnownFacts.MAX_CHUNKS) {
        with.forEach(this::chunk);
      }
    }
  }

  private void addChunksWith(String entity) {
    int unused = entity(entity);
    Set<ChunkId> with = new LinkedHashSet<>(facts.chunksWith(entity));
    mentions
        .filter(source -> source.chunks(entity) <= KnownFacts.MAX_CHUNKS)
        .ifPresent(
            source -> source.postings(entity).stream().map(Posting::chunkId).forEach(with::add));
    if (with.size() <= KnownFacts.MAX_CHUNKS) {
      with.forEach(this::chunk);
    }
  }

  private int entity(String key) {
    return entities.computeIfAbsent(key, each -> nodes++);
  }

  private int chunk(ChunkId id) {
    return chunks.computeIfAbsent(id, each -> nodes++);
  }

  private void addEdges(Map<String, Map<String, Double>> synonyms) {
    Map<List<Integer>, Integer> pairs = new LinkedHashMap<>();
    for (Map.Entry<ChunkId, Integer> each : chunks.entrySet()) {
      Set<String> named = new LinkedHashSet<>();
      Set<List<Integer>> stated = new HashSet<>();
      for (Fact fact : facts.of(each.getKey())) {
        List<Integer> ends =
            fact.entities().stream().filter(entities::containsKey).map(entities::get).toList();
        fact.entities().stream().filter(entities::containsKey).forEach(named::add);
        if (ends.size() == 2 && stated.add(ends)) {
          pairs.merge(ends, 1, Integer::sum);
        }
      }
      named.addAll(mentioned(each.getKey()));
      named.forEach(entity -> addEdge(each.getValue(), entity(entity), 1));
    }
    pairs.forEach((ends, count) -> addEdge(ends.get(0), ends.get(1), count));
    synonyms.forEach(
        (seed, similar) ->
            similar.forEach((other, share) -> addEdge(entity(seed), entity(other), share)));
  }

  /** Returns the entities of the graph that a chunk mentions. */
  private Set<String> mentioned(ChunkId chunk) {
    return mentions.map(source -> source.mentions(chunk)).orElse(List.of()).stream()
        .map(Mention::key)
        .filter(entities::containsKey)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private void addEdge(int from, int to, double weight) {
    if (edges.edges() < MAX_EDGES) {
      edges.add(from, to, weight);
    }
  }

  /** Scales the scores of a search to 0 to 1. */
  private static Map<ChunkId, Double> scaled(List<Passage> nearest) {
    double min = nearest.stream().mapToDouble(Passage::score).min().orElse(0);
    double max = nearest.stream().mapToDouble(Passage::score).max().orElse(0);
    Map<ChunkId, Double> scaled = new LinkedHashMap<>();
    for (Passage each : nearest) {
      scaled.put(each.chunk(), max > min ? (each.score() - min) / (max - min) : 1);
    }
    return scaled;
  }
}
