package dev.arag.index;

import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticRanking;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Chunk;
import dev.arag.index.internal.vector.VectorReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One search by meaning. For one thread. */
final class SemanticSearch {
  /** As many sentences per wanted chunk as the ranking looks at. */
  private static final int SENTENCES_PER_CHUNK = 3;

  private final SemanticRanking ranking;
  private final NearestSentences nearest;
  private final Map<ChunkPlace, Chunk> read = new HashMap<>();

  SemanticSearch(int topK, int offset) {
    ranking = new SemanticRanking(topK, offset);
    long wantedChunks = (long) topK + offset;
    nearest = new NearestSentences(SENTENCES_PER_CHUNK * wantedChunks, wantedChunks);
  }

  void scan(ScopedSegment segment, Embedding query) {
    VectorReader vectors = segment.segment().vectors();
    if (vectors != null) {
      nearest.scan(segment, vectors, query);
    }
  }

  List<SemanticHit> hits() {
    for (NearestSentences.Near near : nearest.bestFirst()) {
      Chunk chunk = read.computeIfAbsent(near.place(), ChunkPlace::read);
      if (!ranking.add(chunk.id(), chunk.location(), hit(near, chunk))) {
        break;
      }
    }
    return ranking.hits();
  }

  private static SentenceHit hit(NearestSentences.Near near, Chunk chunk) {
    ChunkPlace place = near.place();
    long first = place.segment().chunks().firstSentence(place.chunk());
    return new SentenceHit(chunk.sentences().get((int) (near.row() - first)), near.score());
  }
}
