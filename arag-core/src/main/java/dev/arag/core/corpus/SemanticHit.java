package dev.arag.core.corpus;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import java.util.List;

/**
 * A chunk found by meaning.
 *
 * @param score its best sentence's cosine with the query
 * @param matches the sentences shown for it, at most five, in text order
 */
public record SemanticHit(ChunkId chunk, Location location, double score, List<SentenceHit> matches)
    implements Hit {
  public SemanticHit {
    matches = List.copyOf(matches);
  }

  @Override
  public List<Sentence> sentences() {
    return matches.stream().map(SentenceHit::sentence).toList();
  }
}
