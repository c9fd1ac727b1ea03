package dev.arag.agent.spi;

/**
 * An algorithm that answers a question with the help of models and tools. A strategy returns the
 * text of the model. The run counts the used budget, makes a closing call without tools if needed,
 * checks the citations and builds the answer. Implementations must be thread-safe.
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

  /**
   * The name of this strategy in results, such as {@code arag}. It contains the parameters that do
   * not have their default value, as in {@code naive-rag:k=10}. Default: {@code custom}.
   */
  default String name() {
    return "custom";
  }
}
