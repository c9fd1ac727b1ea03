package dev.arag.solr.internal.query;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.embed.Embedding;
import dev.arag.core.spi.SemanticRanking;
import dev.arag.core.text.Chunk;
import dev.arag.solr.internal.layout.Keys;
import dev.arag.solr.internal.query.SentenceReader.Best;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One search for a vector. The hits of an exact search are those that {@link SemanticRanking}
 * selects from all sentences of the view, but the search reads only the best sentences.
 */
public final class SolrSemanticSearch {
  private static final int MAX_ROWS = 20_000;

  /** The maximum that the server accepts. */
  private static final int MAX_NEIGHBORS = 10_000;

  private final SemanticQuery query;
  private final HitSlice slice;
  private final SentenceReader reader;
  private final ChunkReader chunkReader;

  /**
   * @param vector the vector of the query
   */
  public SolrSemanticSearch(View view, SemanticQuery query, Embedding vector, HitSlice slice) {
    this(view, query, vector, slice, MAX_ROWS);
  }

  /**
   * @param maxRows the maximum number of sentences per request
   */
  public SolrSemanticSearch(
      View view, SemanticQuery query, Embedding vector, HitSlice slice, int maxRows) {
    this.query = query;
    this.slice = slice;
    this.reader = new SentenceReader(view, vector, query.rules().ignoresShortSentences(), maxRows);
    this.chunkReader = new ChunkReader(view);
  }

  /** Returns the exact hits. */
  public List<SemanticHit> exact() {
    SemanticRanking ranking = newRanking();
    Best best = best(ranking);
    Optional<List<FoundSentence>> first = first(best, ranking);
    if (first.isPresent()) {
      addFirst(first.get(), best, ranking);
    } else {
      List<FoundSentence> all = withRestOfBestChunks(best, ranking);
      add(all, chunksOf(all), ranking);
    }
    return ranking.hits();
  }

  /** Reads more sentences until they are enough, or until a request would be too large. */
  private Best best(SemanticRanking ranking) {
    int rows = reader.rows(Math.max(ranking.wantedSentences(), 2 * wantedChunks(ranking)) + 10);
    Best best = reader.best(rows);
    while (first(best, ranking).isEmpty() && reader.rows(4L * rows) > rows) {
      rows = reader.rows(4L * rows);
      best = reader.best(rows);
    }
    return best;
  }

  private Optional<List<FoundSentence>> first(Best best, SemanticRanking ranking) {
    return best.first(ranking.wantedSentences(), wantedChunks(ranking));
  }

  private long wantedChunks(SemanticRanking ranking) {
    return query.rules().ranksSections() ? ranking.wantedChunks() : 0;
  }

  /**
   * Returns the best sentences and all other sentences of the best chunks. It is used if the best
   * sentences belong to too few chunks, because these have very many similar sentences.
   */
  private List<FoundSentence> withRestOfBestChunks(Best best, SemanticRanking ranking) {
    if (best.sentences().size() < ranking.wantedSentences()) {
      throw reader.newTooManyException();
    }
    Set<String> chunks = reader.bestChunks(wantedChunks(ranking));
    return Stream.concat(best.sentences().stream(), rest(chunks, best)).toList();
  }

  /** Returns the sentences of chunks that are not among the best. */
  private Stream<FoundSentence> rest(Set<String> chunks, Best best) {
    Set<FoundSentence> known = new HashSet<>(best.sentences());
    return reader.ofChunks(chunks, best.bound()).stream()
        .filter(sentence -> !known.contains(sentence));
  }

  /** Adds the sentences that determine the hits, and those that the hits show. */
  private void addFirst(List<FoundSentence> first, Best best, SemanticRanking ranking) {
    Map<String, Chunk> chunks = chunksOf(first);
    if (!add(first, chunks, ranking)) {
      return;
    }
    // No other chunk can become a hit, but a hit may lack a sentence to show.
    Set<String> hits = chunkKeys(ranking.hits());
    List<FoundSentence> rest =
        best.sentences().stream()
            .skip(first.size())
            .filter(sentence -> hits.contains(sentence.chunkKey()))
            .toList();
    if (add(rest, chunks, ranking) && !best.isAll() && !hits.isEmpty()) {
      add(rest(hits, best).toList(), chunks, ranking);
    }
  }

  /**
   * Returns hits among the sentences that an approximate search finds.
   *
   * @param neighbors the number of sentences that each shard finds
   */
  public List<SemanticHit> approximate(int neighbors) {
    SemanticRanking ranking = newRanking();
    int perShard = (int) Math.min(MAX_NEIGHBORS, Math.max(neighbors, ranking.wantedSentences()));
    List<FoundSentence> near =
        first(new Best(reader.near(perShard), true, -1), ranking).orElseThrow();
    if (!add(near, chunksOf(near), ranking)) {
      return ranking.hits();
    }
    Set<String> hits = chunkKeys(ranking.hits());
    if (hits.isEmpty()) {
      return List.of();
    }
    List<FoundSentence> all =
        Stream.concat(near.stream(), reader.ofChunks(hits, Double.POSITIVE_INFINITY).stream())
            .distinct()
            .sorted(FoundSentence.BEST_FIRST)
            .toList();
    SemanticRanking complete = newRanking();
    add(all, chunksOf(all), complete);
    return complete.hits();
  }

  private SemanticRanking newRanking() {
    return new SemanticRanking(query, slice.topK(), slice.offset());
  }

  private Map<String, Chunk> chunksOf(Collection<FoundSentence> sentences) {
    return chunkReader.require(FoundSentence.chunkKeys(sentences));
  }

  private static Set<String> chunkKeys(List<SemanticHit> hits) {
    return hits.stream().map(hit -> Keys.of(hit.chunkId().value())).collect(Collectors.toSet());
  }

  /** Returns whether another sentence can still change the result. */
  private static boolean add(
      List<FoundSentence> sentences, Map<String, Chunk> chunks, SemanticRanking ranking) {
    for (FoundSentence found : sentences) {
      Chunk chunk = requireNonNull(chunks.get(found.chunkKey()));
      SentenceHit hit = new SentenceHit(chunk.sentences().get(found.number()), found.score());
      if (!ranking.add(chunk, hit)) {
        return false;
      }
    }
    return true;
  }
}
