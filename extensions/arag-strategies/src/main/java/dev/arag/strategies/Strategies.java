package dev.arag.strategies;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.strategy.Strategy;
import dev.arag.strategies.internal.levelrag.LevelRag;
import dev.arag.strategies.internal.name.Options;
import dev.arag.strategies.search.ExternalSearcher;
import java.util.List;

/**
 * Other methods of retrieval-augmented generation. They have the same budgets, records and checked
 * citations as {@link Strategy#arag()}:
 *
 * <pre>{@code
 * Agent.builder(corpus, model).strategy(Strategies.named("graded+naive-rag:k=10")).build();
 * }</pre>
 */
public final class Strategies {
  private Strategies() {}

  /**
   * Returns the strategy with a name of the form {@code [wrapper+]name[:option=value,...]}, such as
   * {@code naive-rag}, {@code graded+naive-rag:k=10} or {@code retrying+graded+naive-rag}.
   *
   * <p>A wrapper changes the strategy after it; a wrapper without such a strategy changes {@link
   * Strategy#arag()}. Options belong to the part that they follow. All names of {@link
   * Strategy#names()} are names too. {@link Strategy#name()} of the result is the canonical name:
   * it has the options that differ from the default, and the name of the wrapped strategy.
   *
   * @throws IllegalArgumentException if a part or an option is unknown; the message names it and
   *     lists what exists
   */
  public static Strategy named(String name) {
    return StrategyTable.find(requireNonNull(name, "name"));
  }

  /**
   * Returns LevelRAG: a high-level searcher splits the question into atomic queries, summarizes
   * what the low-level searchers find for each, checks whether the summaries answer the question,
   * and otherwise asks further queries, in at most 4 rounds. Queries that depend on earlier answers
   * come in later rounds. No query is asked twice.
   *
   * <ul>
   *   <li>The sparse searcher turns an atomic query into keywords. As long as the documents do not
   *       answer the query, it extends the keywords, gives one more weight, or excludes one:
   *       breadth-first, at most 3 changes deep and at most 27 queries. One model call suggests all
   *       three changes of a query; the paper makes three calls.
   *   <li>The dense searcher searches with the query, then with the mean of the query and of a
   *       pseudo-document (HyDE), at most 3 times.
   *   <li>If no result of a searcher is sufficient, its results are merged by reciprocal rank
   *       fusion. The results of both searchers are merged in the same way.
   * </ul>
   *
   * <p>The answer is written from the passages that the summaries quote. A summary without a quote
   * that the run can check is not used.
   *
   * <p>Source: "LevelRAG: Enhancing Retrieval-Augmented Generation with Multi-hop Logic Planning
   * over Rewriting Augmented Searchers" (2025). Cost: about 8 to 60 model calls. For each atomic
   * query, the searchers use at most half of the calls that the other queries of the round leave
   * ({@code Budget.maxModelCalls}). When to use it: for questions with several hops, if single
   * searches miss documents. Known weaknesses: easy questions cost as much as hard ones; a summary
   * that drops a fact hides it from the answer; the result depends on the model's judgment whether
   * documents are sufficient.
   *
   * <p>The roles of the models are {@code decompose}, {@code summarize}, {@code verify} and {@code
   * supplement} (high level); {@code check}, whether documents answer an atomic query; {@code
   * rewrite} and {@code refine} (keywords); {@code hyde} (pseudo-documents). The main model writes
   * the answer.
   *
   * <p>Options of the name: {@code levelrag:rounds=4,k=10,sparse=on,dense=on}, where {@code k} is
   * the number of documents for an atomic query.
   */
  public static Strategy levelRag() {
    return StrategyTable.find(LevelRag.NAME);
  }

  /**
   * Returns {@link #levelRag()} with a third low-level searcher, which receives each atomic query
   * unchanged. The name of the strategy then contains {@code web=on}, which {@link #named} does not
   * accept.
   */
  public static Strategy levelRag(ExternalSearcher web) {
    return LevelRag.of(Options.of(LevelRag.NAME)).withWeb(requireNonNull(web, "web"));
  }

  /** The names of the strategies of this module that are no wrappers, without options. */
  public static List<String> names() {
    return StrategyTable.names();
  }

  /** The names of the wrappers, without options. */
  public static List<String> wrappers() {
    return StrategyTable.wrappers();
  }
}
