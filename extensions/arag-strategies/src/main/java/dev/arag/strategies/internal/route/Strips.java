package dev.arag.strategies.internal.route;

import dev.arag.agent.spi.RunContext;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Sentence;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The parts of useful chunks to show: a short chunk whole, and of a long one the sentences that are
 * most similar to the query, with the sentence before and after each.
 */
final class Strips {
  /** The length up to which a chunk is shown whole, in o200k tokens. */
  private static final int WHOLE_TOKENS = 400;

  private Strips() {}

  /** Returns one hit for each chunk, the most similar first. */
  static List<SemanticHit> of(String query, List<ChunkId> chunks, RunContext run) {
    return run
        .corpus()
        .rank(new SemanticQuery(query, run.profile().rankingRules()), chunks)
        .stream()
        .map(hit -> new SemanticHit(hit.chunk(), hit.score(), hit.rankScore(), parts(hit)))
        .toList();
  }

  private static List<SentenceHit> parts(SemanticHit hit) {
    Chunk chunk = hit.chunk();
    List<Sentence> sentences = chunk.sentences();
    List<Integer> similar = hit.sentences().stream().map(sentences::indexOf).toList();
    return IntStream.range(0, sentences.size())
        .filter(
            i ->
                chunk.tokens() <= WHOLE_TOKENS
                    || similar.stream().anyMatch(near -> Math.abs(near - i) <= 1))
        .mapToObj(i -> new SentenceHit(sentences.get(i), 0))
        .toList();
  }
}
