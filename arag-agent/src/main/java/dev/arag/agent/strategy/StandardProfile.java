package dev.arag.agent.strategy;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.RankingRules;
import dev.arag.tools.CorpusText;
import dev.arag.tools.Toolbox;
import dev.arag.tools.spi.TextFormat;
import java.util.Optional;

/** The profile of this library. */
enum StandardProfile implements Profile {
  INSTANCE;

  private static final String ARAG = SystemPrompt.read(StrategyNames.ARAG);
  private static final String ANSWER = SystemPrompt.read("one-shot");

  @Override
  public String label() {
    return "default";
  }

  @Override
  public RankingRules rankingRules() {
    return RankingRules.standard();
  }

  @Override
  public Toolbox tools(Corpus corpus) {
    return Toolbox.of(corpus);
  }

  @Override
  public TextFormat textFormat() {
    return CorpusText.standardFormat();
  }

  @Override
  public String aragPrompt() {
    return ARAG;
  }

  @Override
  public String answerPrompt() {
    return ANSWER;
  }

  @Override
  public Optional<String> instructions() {
    return Optional.empty();
  }

  @Override
  public boolean guidesModel() {
    return true;
  }
}
