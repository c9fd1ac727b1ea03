package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.ChunkId;

/**
 * A sentence that mentions a key. The key is known from the context.
 *
 * @param chunk the chunk that contains the sentence
 * @param sentence the index of the sentence in {@link dev.arag.core.text.Chunk#sentences()}
 * @param count how often the sentence mentions the key, at least 1
 */
public record Posting(ChunkId chunk, int sentence, int count) {
  public Posting {
    requireNonNull(chunk, "chunk");
    if (sentence < 0) {
      throw new IllegalArgumentException("sentence must be >= 0, was " + sentence);
    }
    if (count < 1) {
      throw new IllegalArgumentException("count must be >= 1, was " + count);
    }
  }
}
