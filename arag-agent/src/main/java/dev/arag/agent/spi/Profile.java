package dev.arag.agent.spi;

import dev.arag.agent.internal.text.SystemPrompt;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.RankingRules;
import dev.arag.tools.CorpusText;
import dev.arag.tools.Toolbox;
import dev.arag.tools.spi.TextFormat;
import java.util.Optional;

/**
 * What a comparison with another system replaces in all strategies: the order of hits, the tools,
 * the form of shown text, the prompts and the guidance of the model. Implementations must be
 * immutable and thread-safe.
 */
public interface Profile {
  /** Returns the profile of this library. */
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

  /** The name in results, such as {@code default}. */
  String label();

  /** The rules of the searches that strategies make. */
  RankingRules rankingRules();

  /** Returns the tools of an agent that has no others. */
  Toolbox tools(Corpus corpus);

  /** The form of the text that strategies show. */
  TextFormat textFormat();

  /**
   * The system prompt of {@link dev.arag.agent.Strategies#arag()}, without the instructions of the
   * application.
   */
  String aragPrompt();

  /** The system prompt for an answer from text that is shown above the question. */
  String answerPrompt();

  /**
   * The text of the message {@code INSTRUCTIONS} if the application sets no other; empty for the
   * default text.
   */
  Optional<String> instructions();

  /**
   * Whether a run helps the model: it adds notes to results, refuses repeated calls and more than
   * some calls in a turn, asks the model to continue if it stops too early, and ends when it
   * repeats itself.
   */
  boolean guidesModel();
}
