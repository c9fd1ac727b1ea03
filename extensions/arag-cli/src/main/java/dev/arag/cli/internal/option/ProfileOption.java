package dev.arag.cli.internal.option;

import dev.arag.agent.spi.Profile;
import dev.arag.core.corpus.RankingRules;
import dev.arag.index.Index;
import dev.arag.index.spi.SentenceRules;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.paper.Paper;
import java.util.Optional;

/** The values of {@code --profile}. */
public enum ProfileOption {
  DEFAULT,
  PAPER;

  /** The sentence rules with which the commands can create an index. */
  public static SentenceRules[] knownRules() {
    return new SentenceRules[] {Paper.sentenceRules()};
  }

  /** The profile of an agent. */
  public Profile profile() {
    return this == PAPER ? Paper.profile() : Profile.standard();
  }

  /** The rules of a search. */
  public RankingRules rankingRules() {
    return profile().rankingRules();
  }

  /** The rules for the sentences of an index; empty for those of the library. */
  public Optional<SentenceRules> sentenceRules() {
    return this == PAPER ? Optional.of(Paper.sentenceRules()) : Optional.empty();
  }

  /** Whether an index has the sentence rules of this profile. */
  public boolean isRulesOf(Index index) {
    return index
        .sentenceRules()
        .equals(sentenceRules().map(SentenceRules::name).orElse(IndexSettings.DEFAULT_RULES));
  }
}
