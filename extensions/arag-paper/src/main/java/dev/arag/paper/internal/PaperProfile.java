package dev.arag.paper.internal;

import dev.arag.agent.spi.Profile;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.RankingRules;
import dev.arag.tools.Toolbox;
import dev.arag.tools.spi.TextFormat;
import java.util.Optional;

/** The profile of the reference implementation. */
public enum PaperProfile implements Profile {
  INSTANCE;

  private static final String INSTRUCTIONS = Prompts.read("instructions.txt");

  @Override
  public String label() {
    return "paper";
  }

  @Override
  public RankingRules rankingRules() {
    return PaperRanking.INSTANCE;
  }

  @Override
  public Toolbox tools(Corpus corpus) {
    return PaperTools.of(corpus);
  }

  @Override
  public TextFormat textFormat() {
    return PaperFormat.INSTANCE;
  }

  @Override
  public String aragPrompt() {
    return Prompts.ARAG;
  }

  @Override
  public String answerPrompt() {
    return Prompts.ONE_SHOT;
  }

  @Override
  public Optional<String> instructions() {
    return Optional.of(INSTRUCTIONS);
  }

  @Override
  public boolean guidesModel() {
    return false;
  }
}
