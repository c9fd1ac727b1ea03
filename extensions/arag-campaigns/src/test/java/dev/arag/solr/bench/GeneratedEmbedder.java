package dev.arag.solr.bench;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.GeneratedVectors;
import java.util.List;
import java.util.SplittableRandom;

/** Returns generated vectors. The same text always has the same vector. */
final class GeneratedEmbedder implements Embedder {
  private static final int DIMENSION = 384;

  private final GeneratedVectors vectors = new GeneratedVectors(DIMENSION);

  @Override
  public Embedding embedQuery(String text) {
    return vectors.next(new SplittableRandom(hash(text)));
  }

  @Override
  public List<Embedding> embedSentences(List<String> texts) {
    return texts.stream().map(this::embedQuery).toList();
  }

  @Override
  public int dimension() {
    return DIMENSION;
  }

  @Override
  public String fingerprint() {
    return "generated-" + DIMENSION;
  }

  /** Two texts seldom have the same hash of 64 bits. */
  private static long hash(String text) {
    long hash = 1;
    for (int i = 0; i < text.length(); i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return hash;
  }
}
