package dev.arag.index.split;

import static java.util.Objects.requireNonNull;

import dev.arag.index.spi.SentenceRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sentence rules that an application has chosen for an index.
 *
 * @param isDefault whether the index must have the rules of this library
 * @param rules the rules that the index must have; null for the recorded ones
 * @param known rules that are used if the index records their name
 */
public record RulesChoice(
    boolean isDefault, @Nullable SentenceRules rules, List<SentenceRules> known) {
  /** An index keeps its rules; a new index has those of this library. */
  public static final RulesChoice NONE = new RulesChoice(false, null, List.of());

  public RulesChoice {
    known = List.copyOf(requireNonNull(known, "known"));
  }

  /** Returns this choice, for an index that must have the rules of this library. */
  public RulesChoice withDefault() {
    return new RulesChoice(true, null, known);
  }

  /** Returns this choice, for an index that must have other rules. */
  public RulesChoice with(SentenceRules chosen) {
    return new RulesChoice(false, requireNonNull(chosen, "chosen"), known);
  }

  /** Returns this choice with rules that are used if the index records their name. */
  public RulesChoice withKnown(SentenceRules... rules) {
    return new RulesChoice(isDefault, this.rules, List.of(rules));
  }

  /** Returns the rules for an index with recorded rules; null for those of this library. */
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
