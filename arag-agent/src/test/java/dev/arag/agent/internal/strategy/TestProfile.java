package dev.arag.agent.internal.strategy;

import dev.arag.agent.spi.Profile;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.TestRules;
import dev.arag.tools.CorpusText;
import dev.arag.tools.Toolbox;
import dev.arag.tools.spi.TextFormat;
import java.util.List;
import java.util.Optional;

/** A profile that does not guide the model, and that differs from the default in each part. */
public enum TestProfile implements Profile {
  PLAIN;

  /** The default profile and this one. */
  public static final List<Profile> BOTH = List.of(Profile.standard(), PLAIN);

  @Override
  public String label() {
    return "plain";
  }

  @Override
  public RankingRules rankingRules() {
    return TestRules.OTHER;
  }

  @Override
  public Toolbox tools(Corpus corpus) {
    return Toolbox.of(corpus).withMaxResultTokens(1_000_000);
  }

  @Override
  public TextFormat textFormat() {
    return CorpusText.standardFormat();
  }

  @Override
  public String aragPrompt() {
    return "Search, then answer.";
  }

  @Override
  public String answerPrompt() {
    return "Answer from these texts.";
  }

  @Override
  public Optional<String> instructions() {
    return Optional.of("Also: {instructions}");
  }

  @Override
  public boolean guidesModel() {
    return false;
  }
}
