package dev.arag.knowledge.internal.hippo;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.CorpusOrder;
import dev.arag.knowledge.internal.store.Fact;
import dev.arag.knowledge.internal.store.KnowledgeStore;
import dev.arag.knowledge.internal.store.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The facts of the chunks of one corpus in its scope. Chunks that the corpus does not contain
 * affect no result: every chunk that the store names is read from the corpus before its facts are
 * used. Not thread-safe.
 */
public final class KnownFacts {
  /** An entity in more chunks leads to no further chunks, so that the cost is limited. */
  static final int MAX_CHUNKS = 200;

  /** The number of chunks that are read at a time. */
  private static final int BATCH = 200;

  private final Corpus corpus;
  private final KnowledgeStore store;
  private final Map<ChunkId, Boolean> isInCorpus = new HashMap<>();
  private final Map<ChunkId, Chunk> chunks = new HashMap<>();
  private final Map<ChunkId, List<Fact>> facts = new HashMap<>();
  private final Set<ChunkId> added = new LinkedHashSet<>();
  private final Map<String, List<ChunkId>> byEntity = new HashMap<>();

  public KnownFacts(Corpus corpus, KnowledgeStore store) {
    this.corpus = corpus;
    this.store = store;
  }

  /** Adds facts that are perhaps not stored. */
  void put(ChunkId chunk, List<Fact> found) {
    facts.put(chunk, found);
    added.add(chunk);
  }

  /** Returns the facts of a chunk; empty if the corpus does not contain the chunk. */
  public List<Fact> of(ChunkId chunk) {
    return contained(List.of(chunk)).isEmpty()
        ? List.of()
        : facts.computeIfAbsent(chunk, store::facts);
  }

  /** Whether the facts of a chunk are known; true also if it states none. */
  public boolean isCovered(ChunkId chunk) {
    return facts.containsKey(chunk)
        || store.find(chunk).filter(each -> each.state().isFinished()).isPresent();
  }

  /** Returns those of the chunks that the corpus contains, in corpus order. */
  private List<ChunkId> contained(Collection<ChunkId> ids) {
    List<ChunkId> unknown = ids.stream().filter(id -> !isInCorpus.containsKey(id)).toList();
    for (int i = 0; i < unknown.size(); i += BATCH) {
      List<ChunkId> batch = unknown.subList(i, Math.min(unknown.size(), i + BATCH));
      batch.forEach(id -> isInCorpus.put(id, false));
      for (Chunk chunk : corpus.read(batch)) {
        isInCorpus.put(chunk.id(), true);
        chunks.put(chunk.id(), chunk);
      }
    }
    return ids.stream()
        .map(chunks::get)
        .filter(chunk -> chunk != null)
        .sorted(Comparator.comparing(Chunk::location, CorpusOrder.BY_LOCATION))
        .map(Chunk::id)
        .distinct()
        .toList();
  }

  /** Returns the chunks in corpus order. */
  public List<ChunkId> sorted(Collection<ChunkId> ids) {
    return contained(ids);
  }

  /**
   * Returns the chunks with a fact about an entity, in corpus order; if there are more than {@link
   * #MAX_CHUNKS}, any {@code MAX_CHUNKS + 1} of them.
   */
  public List<ChunkId> chunksWith(String entity) {
    return byEntity.computeIfAbsent(entity, this::findChunks);
  }

  /** Whether so many chunks have a fact about an entity that it leads to none of them. */
  public boolean isTooFrequent(String entity) {
    return chunksWith(entity).size() > MAX_CHUNKS;
  }

  /**
   * Returns the facts about entities that are not too frequent, those that most chunks state first,
   * then in corpus order. The chunk of a fact is the first one that states it; the score is the
   * number of these chunks.
   */
  public List<ScoredFact> about(Collection<String> entities) {
    Set<ChunkId> with = new LinkedHashSet<>();
    entities.stream()
        .filter(entity -> !isTooFrequent(entity))
        .forEach(entity -> with.addAll(chunksWith(entity)));
    Map<String, ScoredFact> found = new LinkedHashMap<>();
    for (ChunkId chunk : contained(with)) {
      for (Fact fact : of(chunk)) {
        if (fact.entities().stream().anyMatch(entities::contains)) {
          found.merge(
              fact.key(),
              new ScoredFact(fact, chunk, 1),
              (first, other) -> first.withScore(first.score() + 1));
        }
      }
    }
    return found.values().stream()
        .sorted(Comparator.comparingDouble(ScoredFact::score).reversed())
        .toList();
  }

  private List<ChunkId> findChunks(String entity) {
    Set<ChunkId> candidates = new LinkedHashSet<>(store.chunksWithEntity(entity));
    candidates.addAll(added);
    List<ChunkId> all = List.copyOf(candidates);
    List<ChunkId> found = new ArrayList<>();
    for (int i = 0; i < all.size() && found.size() <= MAX_CHUNKS; i += BATCH) {
      contained(all.subList(i, Math.min(all.size(), i + BATCH))).stream()
          .filter(id -> of(id).stream().anyMatch(fact -> fact.entities().contains(entity)))
          .forEach(found::add);
    }
    return found.size() > MAX_CHUNKS ? found.subList(0, MAX_CHUNKS + 1) : contained(found);
  }

  /**
   * Returns entities that share a rare word with an entity, and at least half of their words.
   *
   * @param maxEntities a word in the names of more entities is not rare
   * @return the share of common words by entity, the most similar first
   */
  public Map<String, Double> similar(String entity, int minLength, int maxEntities) {
    Set<String> words = Words.of(entity);
    Map<String, Double> overlaps = new HashMap<>();
    for (String word : words) {
      if (word.codePointCount(0, word.length()) >= minLength) {
        for (String other : entitiesWith(word, maxEntities)) {
          double overlap = overlap(words, Words.of(other));
          if (!other.equals(entity) && overlap >= 0.5) {
            overlaps.put(other, overlap);
          }
        }
      }
    }
    Map<String, Double> sorted = new LinkedHashMap<>();
    overlaps.entrySet().stream()
        .sorted(
            Map.Entry.<String, Double>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(maxEntities)
        .forEach(each -> sorted.put(each.getKey(), each.getValue()));
    return sorted;
  }

  /** Returns the entities whose names have a word; none if there are too many. */
  private Set<String> entitiesWith(String word, int maxEntities) {
    Set<String> found = new HashSet<>();
    List<ChunkId> candidates = new ArrayList<>(store.chunksWithWord(word));
    for (int i = 0; i < candidates.size() && found.size() <= maxEntities; i += BATCH) {
      List<ChunkId> batch = candidates.subList(i, Math.min(candidates.size(), i + BATCH));
      for (ChunkId chunk : contained(batch)) {
        for (Fact fact : of(chunk)) {
          fact.entities().stream()
              .filter(each -> Words.of(each).contains(word))
              .forEach(found::add);
        }
      }
    }
    return found.size() <= maxEntities ? found : Set.of();
  }

  /** Returns the number of common words, divided by the geometric mean of the numbers of words. */
  private static double overlap(Set<String> left, Set<String> right) {
    long common = left.stream().filter(right::contains).count();
    return common == 0 ? 0 : common / Math.sqrt((double) left.size() * right.size());
  }
}
