package dev.arag.agent.answer;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.arag.agent.citation.UnseenTerm;
import java.util.List;
import java.util.Map;

/**
 * An answer both as a record and as text. Immutable if the record is immutable.
 *
 * @param <T> the type of the record
 */
public final class TypedAnswer<T> {
  private final T value;
  private final Answer answer;
  private final Map<String, List<UnseenTerm>> unseenTerms;

  /** Creates a typed answer. Applications need this constructor only in tests. */
  public TypedAnswer(T value, Answer answer, Map<String, List<UnseenTerm>> unseenTerms) {
    this.value = requireNonNull(value, "value");
    this.answer = requireNonNull(answer, "answer");
    this.unseenTerms = requireNonNull(unseenTerms, "unseenTerms");
  }

  /** The answer as a record. */
  @JsonProperty
  public T value() {
    return value;
  }

  /** The text answer from which the record was made, with its citations and trajectory. */
  @JsonProperty
  public Answer answer() {
    return answer;
  }

  /**
   * Figures and names in the record that occur neither in the question nor in any text shown to the
   * model. The key is the path of the component in the record, such as {@code items[2].price}. The
   * entries are in the order of the record. The start and end of each term refer to the text of
   * that component.
   */
  @JsonProperty
  public Map<String, List<UnseenTerm>> unseenTerms() {
    return unseenTerms;
  }

  @Override
  public String toString() {
    return String.valueOf(value);
  }
}
