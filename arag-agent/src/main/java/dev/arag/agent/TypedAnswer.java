package dev.arag.agent;

import dev.arag.agent.grounding.UnseenTerm;
import java.util.List;
import java.util.Map;

/**
 * An answer as a record and as text. Immutable if the record is.
 *
 * @param <T> the type of the record
 */
public final class TypedAnswer<T> {
  private final T value;
  private final Answer answer;
  private final Map<String, List<UnseenTerm>> unseenTerms;

  /** Makes a typed answer; useful for tests. */
  public TypedAnswer(T value, Answer answer, Map<String, List<UnseenTerm>> unseenTerms) {
    this.value = value;
    this.answer = answer;
    this.unseenTerms = unseenTerms;
  }

  /** The answer as a record. */
  public T value() {
    return value;
  }

  /** The answer as text, from which the record was made, with its citations and trajectory. */
  public Answer answer() {
    return answer;
  }

  /**
   * Figures and names of the record that are neither in text the model was shown nor in the
   * question, by their path in the record, such as {@code items[2].price}, in its order. Their
   * positions refer to that component's text.
   */
  public Map<String, List<UnseenTerm>> unseenTerms() {
    return unseenTerms;
  }

  @Override
  public String toString() {
    return String.valueOf(value);
  }
}
