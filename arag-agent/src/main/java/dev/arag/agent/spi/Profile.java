package dev.arag.agent.spi;

import dev.arag.agent.internal.text.SystemPrompt;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.RankingRules;
import dev.arag.tools.CorpusText;
import dev.arag.tools.Toolbox;
import dev.arag.tools.spi.TextFormat;
import java.util.Optional;

/**
 * The parts of all strategies that can be replaced, for example to imitate another system: the
 * order of hits, the tools, the form of the text shown to the model, the prompts, and whether a run
 * guides the model. Implementations must be immutable and thread-safe.
 */
public interface Profile {
  /** Returns the default profile of this library. */
  static Profile standard() {
    record Standard(String aragPrompt, String answerPrompt) implements Profile {
      private static final Profile INSTANCE =
          new Standard(SystemPrompt.read("arag"), SystemPrompt.read("one-shot"));

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
      public Optional<String> instructions() {
        return Optional.empty();
      }

      @Override
      public boolean guidesModel() {
        return true;
      }
    }
    return Standard.INSTANCE;
  }

  /** The name of the profile in results, such as {@code default}. */
  String label();

  /** The rules of the searches that strategies make. */
  RankingRules rankingRules();

  /** Returns the tools of an agent for which no tools are set. */
  Toolbox tools(Corpus corpus);

  /** The form of the text that strategies show. */
  TextFormat textFormat();

  /**
   * The system prompt of {@link dev.arag.agent.Strategies#arag()}, without the instructions of the
   * application.
   */
  String aragPrompt();

  /** The system prompt of a request in which a strategy shows corpus text above the question. */
  String answerPrompt();

  /**
   * The text of the message {@code INSTRUCTIONS} if the application sets no other; empty for the
   * default text.
   */
  Optional<String> instructions();

  /**
   * Whether a run guides the model: the run adds notes to results, rejects repeated calls and calls
   * above the maximum per turn, asks the model to continue if it stops too early, and ends if the
   * model repeats itself.
   */
  boolean guidesModel();
}
