package dev.arag.agent.strategy;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Profile;

/**
 * An algorithm that answers a question with the help of models and tools. A strategy returns the
 * text of the model. The run counts the used budget, makes the closing call if necessary, checks
 * the citations and builds the answer. Implementations must be thread-safe.
 */
@FunctionalInterface
public interface Strategy {
  /**
   * Answers one question.
   *
   * @param question the question as the model must receive it, including instructions of the run
   *     such as the fields of a requested record
   * @param run gives access to the models and tools of this run
   * @return the text of the answer with its citations; blank if there is no answer
   */
  String run(String question, RunContext run);

  /** The name of this strategy in results, such as {@code arag}. Default: {@code custom}. */
  default String name() {
    return "custom";
  }

  /**
   * Returns the loop of the A-RAG paper (Algorithm 1) with the system prompt of this library for
   * the profile of the run.
   */
  static Strategy arag() {
    return new ARagStrategy(aragPrompt(), aragPrompt(Profile.PAPER));
  }

  /**
   * Returns the system prompt of {@link #arag()} in a profile. The prompt of the paper profile
   * speaks only of chunks.
   */
  static String aragPrompt(Profile profile) {
    return ARagStrategy.systemPrompt(requireNonNull(profile, "profile"));
  }

  /**
   * Returns the system prompt of {@link #arag()} in the default profile. To add instructions, such
   * as a tone or a language, use {@code Agent.Builder.instructions} instead of a changed copy of
   * this prompt.
   */
  static String aragPrompt() {
    return aragPrompt(Profile.DEFAULT);
  }

  /**
   * Returns the loop of the A-RAG paper with a custom system prompt. The instructions of the agent
   * are appended to it.
   *
   * @param prompt the system prompt, not blank. It must ask for citations in the form that the
   *     built-in prompt describes; otherwise answers have no checked citations
   */
  static Strategy arag(String prompt) {
    return new ARagStrategy(prompt, prompt);
  }
}
