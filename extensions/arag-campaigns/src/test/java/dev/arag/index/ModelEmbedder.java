package dev.arag.index;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.EmbeddingException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * An embedder that hashes words. It treats characters from U+0900 on as unknown and accepts only
 * short sentences. Tests can make it fail or interrupt its thread. Not thread-safe.
 */
final class ModelEmbedder implements Embedder {
  private static final int FIRST_UNKNOWN = 0x0900;
  private static final int LONGEST = 60;

  private final HashEmbedder words;
  private final Map<String, Embedding> known = new HashMap<>();
  private int untilTrouble = Integer.MAX_VALUE;
  private boolean isInterrupting;

  ModelEmbedder(int dimension) {
    words = new HashEmbedder(dimension);
  }

  /** Makes embedding fail after this number of sentences. */
  void failAfter(int sentences) {
    untilTrouble = sentences;
    isInterrupting = false;
  }

  /** Makes embedding interrupt the current thread after this number of sentences. */
  void interruptAfter(int sentences) {
    untilTrouble = sentences;
    isInterrupting = true;
  }

  void calm() {
    untilTrouble = Integer.MAX_VALUE;
  }

  @Override
  public int dimension() {
    return words.dimension();
  }

  @Override
  public String fingerprint() {
    return "model of " + words.fingerprint();
  }

  @Override
  public List<Embedding> embedSentences(List<String> sentences) {
    untilTrouble -= untilTrouble == Integer.MAX_VALUE ? 0 : sentences.size();
    if (untilTrouble < 0) {
      calm();
      if (!isInterrupting) {
        throw new EmbeddingException("The embedder failed on demand.");
      }
      Thread.currentThread().interrupt();
    }
    return sentences.stream().map(this::embedQuery).toList();
  }

  @Override
  public Embedding embedQuery(String query) {
    return known.computeIfAbsent(query, words::embedQuery);
  }

  @Override
  public OptionalDouble unknownShare(String text) {
    long unknown = text.chars().filter(each -> each >= FIRST_UNKNOWN).count();
    return OptionalDouble.of(text.isEmpty() ? 0 : (double) unknown / text.length());
  }

  @Override
  public boolean fits(String text) {
    return text.length() <= LONGEST;
  }
}
