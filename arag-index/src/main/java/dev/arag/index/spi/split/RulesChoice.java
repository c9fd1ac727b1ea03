package dev.arag.index.spi.split;

import static java.util.Objects.requireNonNull;

import dev.arag.index.spi.SentenceRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sentence rules that an application has chosen for an index.
 *
 * @param isDefault whether the index must have the default sentence rules of this library
 * @param rules the rules that the index must have; null if the application requires no rules, or if
 *     {@code isDefault} is true
 * @param known rules that are used if the index has recorded their name
 */
public record RulesChoice(
    boolean isDefault, @Nullable SentenceRules rules, List<SentenceRules> known) {
  /**
   * The choice of an application that sets no rules: an index keeps its rules, and a new index has
   * the default rules.
   */
  public static final RulesChoice NONE = new RulesChoice(false, null, List.of());

  public RulesChoice {
    known = List.copyOf(requireNonNull(known, "known"));
  }

  /**
   * Returns a copy of this choice in which the index must have the default sentence rules of this
   * library.
   */
  public RulesChoice withDefault() {
    return new RulesChoice(true, null, known);
  }

  /** Returns a copy of this choice in which the index must have the given rules. */
  public RulesChoice with(SentenceRules chosen) {
    return new RulesChoice(false, requireNonNull(chosen, "chosen"), known);
  }

  /**
   * Returns a copy of this choice with other known rules. An index uses them if it has recorded
   * their name.
   */
  public RulesChoice withKnown(SentenceRules... rules) {
    return new RulesChoice(isDefault, this.rules, List.of(rules));
  }

  /**
   * Returns the rules that an index must use.
   *
   * @param recorded the rules that the index has recorded; null for the default rules of this
   *     library
   * @return the rules; null for the default rules of this library
   */
  @Nullable SentenceRules of(@Nullable SentenceRules recorded) {
    if (isDefault || rules != null) {
      return rules;
    }
    return known.stream()
        .filter(each -> recorded != null && each.name().equals(recorded.name()))
        .findFirst()
        .orElse(recorded);
  }
}
