package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

/**
 * A key that a sentence of a chunk mentions. The chunk is known from the context.
 *
 * @param key the folded text of the mention, not blank
 * @param sentence the index of the sentence in {@link dev.arag.core.text.Chunk#sentences()}
 * @param count how often the sentence mentions the key, at least 1
 */
public record Mention(String key, int sentence, int count) {
  public Mention {
    if (requireNonNull(key, "key").isBlank()) {
      throw new IllegalArgumentException("The key of a mention must not be blank.");
    }
    if (sentence < 0) {
      throw new IllegalArgumentException("sentence must be >= 0, was " + sentence);
    }
    if (count < 1) {
      throw new IllegalArgumentException("count must be >= 1, was " + count);
    }
  }
}
