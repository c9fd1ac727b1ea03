package dev.arag.agent;

import dev.arag.agent.grounding.UnseenTerm;
import java.util.List;
import java.util.Map;

/**
 * An answer as a value of a record, and in words. Immutable, as far as the value is.
 *
 * @param <T> the record
 */
public final class TypedAnswer<T> {
  private final T value;
  private final Answer answer;
  private final Map<String, List<UnseenTerm>> unseenTerms;

  public TypedAnswer(T value, Answer answer, Map<String, List<UnseenTerm>> unseenTerms) {
    this.value = value;
    this.answer = answer;
    this.unseenTerms = unseenTerms;
  }

  /** The answer as a value. */
  public T value() {
    return value;
  }

  /** The answer in words, which the value was made from, with its sources and the record. */
  public Answer answer() {
    return answer;
  }

  /**
   * Figures and names of the value that stand in no text the model was shown, nor in the question,
   * by where they are in the value, such as {@code items[2].price}, in its order. Their positions
   * are those in that text or number.
   */
  public Map<String, List<UnseenTerm>> unseenTerms() {
    return unseenTerms;
  }

  @Override
  public String toString() {
    return String.valueOf(value);
  }
}
