package dev.arag.knowledge.internal.store;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.fold.Folding;
import java.util.List;

/**
 * A fact that a model extracted from a chunk.
 *
 * @param sentence the index of the sentence of the chunk that states the fact
 * @param entities the keys of the subject and the object, in the form of the keys of mentions
 */
public record Fact(
    String subject, String relation, String object, int sentence, List<String> entities) {
  public Fact {
    requireNonNull(subject, "subject");
    requireNonNull(relation, "relation");
    requireNonNull(object, "object");
    entities = List.copyOf(entities);
  }

  public Fact(String subject, String relation, String object, int sentence) {
    this(subject, relation, object, sentence, keys(subject, object));
  }

  private static List<String> keys(String subject, String object) {
    String from = Folding.key(subject);
    String to = Folding.key(object);
    return from.equals(to) ? List.of(from) : List.of(from, to);
  }

  /** Returns a text that is equal for facts that say the same in the same words. */
  public String key() {
    return Folding.key(subject + " | " + relation + " | " + object);
  }

  @Override
  public String toString() {
    return subject + " | " + relation + " | " + object;
  }
}
