package dev.arag.graph.internal.rank;

import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.graph.internal.rank.EntityWalk.Active;
import dev.arag.graph.spi.PageRank;
import dev.arag.graph.spi.PassageSource.Passage;
import dev.arag.graph.spi.WeightedGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The part of the graph around a question, as nodes with numbers. Its passages are the nearest
 * chunks of a search and the chunks of the reached entities, with the chunks before and after them,
 * and then all other chunks of the entities in these passages. An edge joins a passage and an
 * entity; its weight is the share of the entity in the mentions of the passage. Neighboring chunks
 * of a document are joined with the weight 1.
 */
final class QuestionGraph {
  /** The number of nearest chunks of a search. */
  static final int NEAREST = 50;

  /** The limit on the number of edges. */
  static final int MAX_EDGES = 200_000;

  /**
   * The weight of passages compared with entities. It is 0.05 in LinearRAG, where the scores of
   * entities are not multiplied by their rarity.
   */
  static final double PASSAGE_WEIGHT = 2;

  /** The weight of the search compared with the mentions of a passage. */
  static final double SEARCH_WEIGHT = 1.5;

  private final EntityMentions mentions;
  private final int maxEdges;
  private final Map<ChunkId, Integer> passages = new LinkedHashMap<>();
  private final Map<String, Integer> entities = new LinkedHashMap<>();

  /** The chunk and the number of mentions of entities that occur in one chunk only. */
  private final Map<String, Map<ChunkId, Integer>> inOneChunk = new HashMap<>();

  private final WeightedGraph.Builder edges = new WeightedGraph.Builder();
  private int nodes;
  private boolean isTruncated;

  private QuestionGraph(EntityMentions mentions, int maxEdges) {
    this.mentions = mentions;
    this.maxEdges = maxEdges;
  }

  /**
   * The ranked passages.
   *
   * @param passages all passages, best first; equal scores in the order in which they were found
   */
  record Ranked(List<Passage> passages, boolean isTruncated) {}

  static Ranked rank(Map<String, Active> active, List<Passage> nearest, EntityMentions mentions) {
    return rank(active, nearest, mentions, MAX_EDGES);
  }

  static Ranked rank(
      Map<String, Active> active, List<Passage> nearest, EntityMentions mentions, int maxEdges) {
    QuestionGraph neighborhood = new QuestionGraph(mentions, maxEdges);
    Map<ChunkId, Double> weights = weights(active, nearest, mentions);
    neighborhood.add(active, weights);
    double[] reset = neighborhood.reset(active, weights);
    double[] rank = PageRank.of(neighborhood.edges.build(neighborhood.nodes), reset);
    List<Passage> passages = new ArrayList<>();
    neighborhood.passages.forEach((chunk, node) -> passages.add(new Passage(chunk, rank[node])));
    passages.sort((left, right) -> Double.compare(right.score(), left.score()));
    return new Ranked(passages, neighborhood.isTruncated);
  }

  /** Returns the weight of each passage in which the walk starts. */
  static Map<ChunkId, Double> weights(
      Map<String, Active> active, List<Passage> nearest, EntityMentions mentions) {
    Map<ChunkId, Double> bonus = new LinkedHashMap<>();
    nearest.forEach(passage -> bonus.put(passage.chunk(), 0.0));
    active.forEach(
        (key, reached) ->
            counts(mentions.postings(key))
                .forEach(
                    (chunk, count) ->
                        bonus.merge(
                            chunk,
                            reached.score() * StrictMath.log1p(count) / reached.tier(),
                            Double::sum)));
    Map<ChunkId, Double> searched = scaled(nearest);
    Map<ChunkId, Double> weights = new LinkedHashMap<>();
    bonus.forEach(
        (chunk, sum) ->
            weights.put(
                chunk,
                PASSAGE_WEIGHT
                    * (SEARCH_WEIGHT * searched.getOrDefault(chunk, 0.0) + StrictMath.log1p(sum))));
    return weights;
  }

  /** Scales the scores of a search to 0 to 1. */
  private static Map<ChunkId, Double> scaled(List<Passage> nearest) {
    double min = nearest.stream().mapToDouble(Passage::score).min().orElse(0);
    double max = nearest.stream().mapToDouble(Passage::score).max().orElse(0);
    Map<ChunkId, Double> scaled = new HashMap<>();
    for (Passage each : nearest) {
      scaled.put(each.chunk(), max > min ? (each.score() - min) / (max - min) : 1);
    }
    return scaled;
  }

  private static Map<ChunkId, Integer> counts(List<Posting> postings) {
    Map<ChunkId, Integer> counts = new LinkedHashMap<>();
    postings.forEach(posting -> counts.merge(posting.chunkId(), posting.count(), Integer::sum));
    return counts;
  }

  private void add(Map<String, Active> active, Map<ChunkId, Double> weights) {
    active.keySet().forEach(this::entity);
    List<ChunkId> inner = List.copyOf(weights.keySet());
    inner.forEach(this::passage);
    for (ChunkId chunk : inner) {
      addEntities(chunk);
    }
    addNeighbors(inner);
    entities.forEach(
        (key, node) ->
            counts(key, active.containsKey(key))
                .forEach((chunk, count) -> addMentions(node, chunk, count)));
  }

  private void addEntities(ChunkId chunk) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    mentions
        .mentions(chunk)
        .forEach(mention -> counts.merge(mention.key(), mention.count(), Integer::sum));
    counts.forEach(
        (key, count) -> {
          if (mentions.connects(key)) {
            entity(key);
            if (mentions.chunks(key) == 1) {
              inOneChunk.put(key, Map.of(chunk, count));
            }
          }
        });
  }

  /** Most entities occur in one chunk only. Their postings are not needed. */
  private Map<ChunkId, Integer> counts(String key, boolean isActive) {
    if (isActive) {
      return counts(mentions.postings(key));
    }
    Map<ChunkId, Integer> only = inOneChunk.get(key);
    return only == null ? counts(mentions.source().postings(key)) : only;
  }

  private int entity(String key) {
    return entities.computeIfAbsent(key, each -> nodes++);
  }

  private int passage(ChunkId chunk) {
    return passages.computeIfAbsent(chunk, each -> nodes++);
  }

  private void addMentions(int entity, ChunkId chunk, int count) {
    if (!isFull()) {
      int all = mentions.count(chunk);
      edges.add(entity, passage(chunk), count / (double) Math.max(count, all));
    }
  }

  private boolean isFull() {
    isTruncated |= edges.edges() >= maxEdges;
    return isTruncated;
  }

  /** Joins passages with the chunks before and after them. */
  private void addNeighbors(List<ChunkId> inner) {
    mentions.read(inner);
    Set<Set<ChunkId>> joined = new HashSet<>();
    for (ChunkId id : inner) {
      Chunk chunk = mentions.chunk(id);
      for (ChunkId other :
          chunk == null ? List.<ChunkId>of() : neighbors(chunk.previous(), chunk.next())) {
        if (mentions.chunk(other) != null && joined.add(Set.of(id, other)) && !isFull()) {
          edges.add(passage(id), passage(other), 1);
        }
      }
    }
  }

  private static List<ChunkId> neighbors(@Nullable ChunkId previous, @Nullable ChunkId next) {
    return Stream.of(Optional.ofNullable(previous), Optional.ofNullable(next))
        .flatMap(Optional::stream)
        .toList();
  }

  private double[] reset(Map<String, Active> active, Map<ChunkId, Double> weights) {
    double[] reset = new double[nodes];
    active.forEach((key, reached) -> reset[entity(key)] = reached.score());
    weights.forEach((chunk, weight) -> reset[passage(chunk)] = weight);
    return reset;
  }
}
