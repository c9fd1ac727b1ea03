package dev.arag.agent.strategy;

import static java.util.Objects.requireNonNull;

import java.util.List;

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

  /**
   * Returns the loop of the A-RAG paper (Algorithm 1) with the system prompt of this library for
   * the profile of the run.
   */
  static Strategy arag() {
    return new ARagStrategy("");
  }

  /**
   * Returns the system prompt of {@link #arag()} in the default profile. To add instructions, such
   * as a tone or a language, use {@code Agent.Builder.instructions} instead of a changed copy of
   * this prompt.
   */
  static String aragPrompt() {
    return Profile.standard().aragPrompt();
  }

  /**
   * Returns the loop of the A-RAG paper with a custom system prompt. The instructions of the agent
   * are appended to it.
   *
   * @param prompt the system prompt, not blank. It must ask for citations in the form that the
   *     built-in prompt describes; otherwise answers have no checked citations
   */
  static Strategy arag(String prompt) {
    return ARagStrategy.withPrompt(prompt);
  }

  /**
   * Returns a strategy that asks the model without any text of the corpus. It measures what the
   * model knows by itself. The answer cites nothing.
   *
   * <p>Source: "Direct Answer" in the A-RAG paper. Cost: 1 model call.
   */
  static Strategy direct() {
    return new DirectStrategy();
  }

  /**
   * Returns a strategy that shows the model the full text of the {@code k} chunks with the best
   * sentences, and asks once. The order is that of {@code semantic_search}.
   *
   * <p>Source: "Naive RAG" in the A-RAG paper, where k is 5 and a chunk has one vector. Cost: 1
   * model call and the text of {@code k} chunks. Chunks that do not fit the context window are left
   * out, worst first.
   *
   * @param k the number of chunks, 1 to 1,000
   */
  static Strategy naiveRag(int k) {
    return RankedStrategy.of(StrategyNames.NAIVE_RAG, k, "", RankedStrategy.BEST_SENTENCE);
  }

  /**
   * Returns the strategy {@link #naiveRag(int)} with another ranking of chunks, for example by one
   * vector for each chunk.
   *
   * @param k the number of chunks, 1 to 1,000
   * @param ranking its name becomes part of the name of the strategy, as in {@code
   *     naive-rag:k=10,ranking=chunk}
   */
  static Strategy naiveRag(int k, ChunkRanking ranking) {
    requireNonNull(ranking, "ranking");
    return RankedStrategy.of(StrategyNames.NAIVE_RAG, k, ranking.name(), rules -> ranking);
  }

  /**
   * Returns a strategy that shows the model the full text of the {@code k} chunks that {@link
   * ChunkRanking#hybrid} ranks best, and asks once.
   *
   * <p>Source: reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009) with the constant
   * 60. Cost: 1 model call and the text of {@code k} chunks. Chunks that do not fit the context
   * window are left out, worst first.
   *
   * @param k the number of chunks, 1 to 1,000
   */
  static Strategy hybridRag(int k) {
    return RankedStrategy.of(StrategyNames.HYBRID_RAG, k, "", RankedStrategy.HYBRID);
  }

  /**
   * Returns a strategy that shows the model the whole corpus in scope and asks once. The corpus
   * must be a {@link dev.arag.core.corpus.Catalogue}. If the text does not fit the context window,
   * the run ends without an answer: the cause of the exception is a {@link
   * CorpusTooLargeException}, which has the number of tokens.
   *
   * <p>Source: the long-context baseline of the literature. Cost: 1 model call and the text of the
   * corpus.
   */
  static Strategy allIn() {
    return new AllInStrategy();
  }

  /**
   * Returns the strategy with a name of {@link #names()}. The names of the strategies that show a
   * number of chunks may end with that number, as in {@code naive-rag:k=10}; the default is 5.
   *
   * @throws IllegalArgumentException if there is no strategy with this name; the message lists the
   *     names
   */
  static Strategy named(String name) {
    return StrategyNames.find(requireNonNull(name, "name"));
  }

  /** The names of the built-in strategies, without parameters. */
  static List<String> names() {
    return StrategyNames.all();
  }
}
