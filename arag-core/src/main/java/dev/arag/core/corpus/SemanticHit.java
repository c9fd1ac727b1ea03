package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.spi.SemanticRanking;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import java.util.List;

/**
 * A chunk found by a semantic search.
 *
 * @param chunk the chunk with its full text
 * @param score the cosine similarity of the query and the best sentence of the chunk, which may be
 *     a heading line
 * @param rankScore the score by which the hits are sorted, as {@link SemanticRanking} describes. It
 *     is equal to {@code score} if the rules do not {@linkplain RankingRules#ranksSections() rank
 *     sections}.
 * @param matches the sentences to show with their similarities to the query, in text order. With
 *     the standard ranking rules, there are at most five, and {@linkplain Sentence#isLabel()
 *     labels} are included only if the chunk has no other sentences.
 */
public record SemanticHit(Chunk chunk, double score, double rankScore, List<SentenceHit> matches)
    implements Hit {
  public SemanticHit {
    requireNonNull(chunk, "chunk");
    requireNonNull(matches, "matches");
    matches = List.copyOf(matches);
  }

  @Override
  public List<Sentence> sentences() {
    return matches.stream().map(SentenceHit::sentence).toList();
  }

  /** Returns this hit as plain values, for JSON. */
  public SemanticHitView view() {
    return SemanticHitView.of(this);
  }
}
