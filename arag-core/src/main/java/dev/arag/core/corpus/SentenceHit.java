package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.Sentence;

/**
 * A sentence and its similarity to a query.
 *
 * @param score the cosine similarity of the query and the sentence, from -1 to 1
 */
public record SentenceHit(Sentence sentence, float score) {
  public SentenceHit {
    requireNonNull(sentence, "sentence");
  }
}
