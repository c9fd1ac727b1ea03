package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Ranks chunks by their best sentence (A-RAG paper, equation 3). The first {@code offset} distinct
 * chunks are skipped, and the next {@code topK} are the hits. Not thread-safe. Use one instance per
 * search.
 *
 * <pre>{@code
 * SemanticRanking ranking = new SemanticRanking(topK, offset);
 * for (Near near : nearestSentencesBestFirst) {
 *   if (!ranking.add(near.chunk(), near.location(), near.hit())) break;
 * }
 * return ranking.hits();
 * }</pre>
 */
public final class SemanticRanking {
  /**
   * The number of sentences to consider per requested chunk. Besides its best sentence, a hit shows
   * only sentences that are among the best {@code SENTENCES_PER_CHUNK * (offset + topK)} sentences
   * of the search.
   */
  public static final int SENTENCES_PER_CHUNK = 3;

  private static final int SHOWN_PER_CHUNK = 5;

  private final int offset;
  private final long wantedChunks;
  private final long wantedSentences;
  private final Map<ChunkId, ScoredChunk> candidates = new LinkedHashMap<>();

  /** The hits for which only heading lines were added so far. */
  private final Set<ChunkId> onlyHeadings = new HashSet<>();

  private long sentencesSeen;
  private float lastScore = Float.POSITIVE_INFINITY;

  private record ScoredChunk(ChunkId chunk, Location location, List<SentenceHit> sentences) {}

  /**
   * @param topK the maximum number of hits, at least 1
   * @param offset the number of best chunks to skip, at least 0
   */
  public SemanticRanking(int topK, int offset) {
    Paging.require(topK, offset);
    this.offset = offset;
    this.wantedChunks = (long) offset + topK;
    this.wantedSentences = SENTENCES_PER_CHUNK * wantedChunks;
  }

  /**
   * Adds the next sentence. The caller must add the sentences in descending order of score.
   * Sentences with equal scores must be added in corpus order, then in text order.
   *
   * <p>A heading line affects the score of its chunk but is not shown. A hit therefore shows its
   * best sentence that is not a heading line, even if many sentences of other chunks have a higher
   * score.
   *
   * @return whether another sentence can still change the result
   * @throws IllegalArgumentException if the score is not a number or is higher than the previous
   *     score
   */
  public boolean add(ChunkId chunk, Location location, SentenceHit sentence) {
    requireNonNull(chunk, "chunk");
    requireNonNull(location, "location");
    requireNonNull(sentence, "sentence");
    if (!(sentence.score() <= lastScore)) {
      throw new IllegalArgumentException(
          "Sentences must come best first: " + sentence.score() + " after " + lastScore);
    }
    lastScore = sentence.score();
    sentencesSeen++;
    boolean isBest = !candidates.containsKey(chunk) && candidates.size() < wantedChunks;
    if (isBest) {
      addCandidate(chunk, location);
    }
    boolean isFirstBody = !sentence.sentence().isHeading() && onlyHeadings.remove(chunk);
    ScoredChunk candidate = candidates.get(chunk);
    if (candidate != null && (isBest || isFirstBody || sentencesSeen <= wantedSentences)) {
      candidate.sentences().add(sentence);
    }
    return sentencesSeen < wantedSentences
        || candidates.size() < wantedChunks
        || !onlyHeadings.isEmpty();
  }

  private void addCandidate(ChunkId chunk, Location location) {
    candidates.put(chunk, new ScoredChunk(chunk, location, new ArrayList<>()));
    if (candidates.size() > offset) {
      onlyHeadings.add(chunk);
    }
  }

  /** The hits so far, best first. */
  public List<SemanticHit> hits() {
    return candidates.values().stream().skip(offset).map(SemanticRanking::hit).toList();
  }

  private static SemanticHit hit(ScoredChunk candidate) {
    float best = candidate.sentences().get(0).score();
    return new SemanticHit(
        candidate.chunk(), candidate.location(), best, shownSentences(candidate.sentences()));
  }

  /**
   * Selects the sentences to show. Heading lines are shown only if the chunk has no other
   * sentences.
   */
  private static List<SentenceHit> shownSentences(List<SentenceHit> bestFirst) {
    List<SentenceHit> body =
        bestFirst.stream().filter(match -> !match.sentence().isHeading()).toList();
    return (body.isEmpty() ? bestFirst : body)
        .stream()
            .limit(SHOWN_PER_CHUNK)
            .sorted(Comparator.comparingInt(match -> match.sentence().offset()))
            .toList();
  }
}
