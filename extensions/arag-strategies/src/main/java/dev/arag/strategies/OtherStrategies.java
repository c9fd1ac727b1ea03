package dev.arag.strategies;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Strategies;
import dev.arag.agent.spi.RankingStrategy;
import dev.arag.agent.spi.Strategy;
import dev.arag.paper.PaperStrategies;
import dev.arag.strategies.internal.condense.Condensed;
import dev.arag.strategies.internal.faithful.Faithful;
import dev.arag.strategies.internal.iterative.Ircot;
import dev.arag.strategies.internal.iterative.IterRetgen;
import dev.arag.strategies.internal.iterative.Resp;
import dev.arag.strategies.internal.levelrag.LevelRag;
import dev.arag.strategies.internal.name.Options;
import dev.arag.strategies.internal.plan.MaRag;
import dev.arag.strategies.internal.plan.Planned;
import dev.arag.strategies.internal.ragenta.Ragenta;
import dev.arag.strategies.internal.retrieval.Search;
import dev.arag.strategies.internal.route.Adaptive;
import dev.arag.strategies.internal.route.Covering;
import dev.arag.strategies.internal.route.Graded;
import dev.arag.strategies.internal.route.MultiAgent;
import dev.arag.strategies.internal.route.Retrying;
import dev.arag.strategies.internal.transform.FirstSearch;
import dev.arag.strategies.internal.transform.QueryTransform;
import dev.arag.strategies.internal.transform.TransformedRanking;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Other methods of retrieval-augmented generation, as strategies of an agent. The budget, the
 * trajectory and the check of citations work as with {@link Strategies#arag()}, the loop in which a
 * model calls retrieval tools:
 *
 * <pre>{@code
 * Agent.builder(corpus, model).strategy(OtherStrategies.all().named("graded+naive-rag:k=10")).build();
 * }</pre>
 *
 * <p>Many strategies call models in roles, such as {@code grader}. {@link
 * dev.arag.agent.Agent.Builder#model} sets the model of a role; by default, it is the main model.
 */
public final class OtherStrategies {
  /** The maximum number of chunks that a search of a strategy may find. */
  private static final int MAX_CHUNKS = 100;

  private static final Strategies ALL =
      PaperStrategies.addTo(Strategies.builtIn())
          .withWrapper("rewrite", wrapper((inner, options) -> rewrite(inner)))
          .withWrapper("multi-query", wrapper((inner, options) -> multiQuery(inner)))
          .withWrapper("hyde", wrapper((inner, options) -> hyde(inner)))
          .withWrapper(
              "graded", wrapper((inner, options) -> graded(inner, options.text("fallback", ""))))
          .withOptions(Adaptive.NAME, OtherStrategies::adaptive)
          .withOptions(IterRetgen.NAME, strategy(OtherStrategies::iterRetgen))
          .withOptions(Ircot.NAME, strategy(OtherStrategies::ircot))
          .withOptions(Resp.NAME, strategy(OtherStrategies::resp))
          .withOptions(MaRag.NAME, strategy(MaRag::of))
          .withWrapper(Planned.NAME, wrapper((inner, options) -> planned(inner)))
          .withWrapper(Condensed.NAME, wrapper((inner, options) -> condensed(inner)))
          .withWrapper(Covering.NAME, wrapper(Covering::of))
          .withWrapper(Retrying.NAME, wrapper((inner, options) -> retrying(inner)))
          .withOptions(LevelRag.NAME, strategy(LevelRag::of))
          .withOptions(Faithful.NAME, strategy(Faithful::of))
          .withOptions(Ragenta.NAME, strategy(Ragenta::of))
          .withWrapper(MultiAgent.NAME, wrapper((inner, options) -> multiAgent(inner)));

  private OtherStrategies() {}

  /**
   * Returns the strategies of {@code arag-agent}, {@code arag-paper} and this module, by name. In
   * {@code retrying+graded+naive-rag:k=10}, {@code retrying} and {@code graded} are wrappers, which
   * run the strategy after the {@code +}, and {@code k} is an option of {@code naive-rag}.
   */
  public static Strategies all() {
    return ALL;
  }

  /**
   * Returns a factory for {@link Strategies#withOptions}. It reads the option {@code k}, a number
   * of chunks from 1 to 100, from a name such as {@code linear:k=10}.
   *
   * @param chunks the value of {@code k} if the name does not set it
   * @param strategy makes the strategy that shows this number of chunks to the model
   */
  public static Strategies.Factory chunks(int chunks, IntFunction<Strategy> strategy) {
    requireNonNull(strategy, "strategy");
    return strategy(options -> strategy.apply(options.number("k", chunks, 1, MAX_CHUNKS)));
  }

  private static Strategies.Factory strategy(Function<Options, Strategy> make) {
    return wrapper((inner, options) -> make.apply(options));
  }

  private static Strategies.Factory wrapper(BiFunction<Strategy, Options, Strategy> make) {
    return (part, inner, all) -> {
      Options options = Options.of(part);
      Strategy strategy = make.apply(inner, options);
      options.requireAllKnown();
      return strategy;
    };
  }

  private static Strategy adaptive(String part, Strategy inner, Strategies all) {
    return wrapper(
            (unused, options) ->
                adaptive(
                    all.named(options.text("none", Adaptive.NONE)),
                    all.named(options.text("single", Adaptive.SINGLE)),
                    all.named(options.text("multi", Adaptive.MULTI))))
        .make(part, inner, all);
  }

  private static Strategy iterRetgen(Options options) {
    return new IterRetgen(
        options.number("rounds", IterRetgen.ROUNDS, 1, IterRetgen.MAX_ROUNDS),
        options.number("k", IterRetgen.CHUNKS, 1, MAX_CHUNKS),
        search(options, Search.SEMANTIC));
  }

  private static Strategy ircot(Options options) {
    return new Ircot(
        options.number("k", Ircot.CHUNKS, 1, Ircot.MAX_CHUNKS),
        options.number("sentences", Ircot.MAX_SENTENCES, 1, Ircot.MAX_SENTENCES),
        search(options, Search.KEYWORD));
  }

  private static Strategy resp(Options options) {
    Resp.Form form = Resp.Form.named(options.word("form", "resp", "resp", "self-ask"));
    return new Resp(
        form,
        options.number("rounds", form.rounds(), 1, Resp.MAX_ROUNDS),
        options.number("k", Resp.CHUNKS, 1, MAX_CHUNKS),
        search(options, Search.SEMANTIC));
  }

  private static Search search(Options options, Search fallback) {
    String[] names = Stream.of(Search.values()).map(Search::toString).toArray(String[]::new);
    return Search.named(options.word("search", fallback.toString(), names));
  }

  /**
   * Returns a strategy that searches for the question, and also for one or two queries that a model
   * writes.
   *
   * <p>The results are fused by {@link dev.arag.agent.spi.ChunkRanking#fuse}. If {@code inner} is a
   * {@link dev.arag.agent.spi.RankingStrategy}, its ranking makes these searches, and it answers
   * from the fused chunks. For any other strategy, which runs its own searches later, these
   * searches are semantic, and the sentences of the five best chunks are put before its question.
   *
   * <p>If the model writes no query, or if the budget allows no call for it, only the question is
   * searched. The run then has a warning.
   *
   * <p>Source: Rewrite-Retrieve-Read (Ma et al., EMNLP 2023), which trains the model that rewrites.
   * Cost: 1 model call (role {@code rewrite}) before those of {@code inner}. When to use it:
   * questions with many words that the documents do not contain, such as those of a conversation.
   * Weaknesses: {@link Strategies#arag()} writes its own queries, so it rarely benefits; a query
   * may lose a condition of the question.
   */
  public static Strategy rewrite(Strategy inner) {
    return transformed(QueryTransform.REWRITE, inner);
  }

  /**
   * Returns a strategy that searches for the question, and also for up to four queries that a model
   * writes. The results are used as in {@link #rewrite}.
   *
   * <p>Source: RAG-Fusion. Cost: 1 model call (role {@code multi-query}) before those of {@code
   * inner}, and up to 5 searches. When to use it: questions for which a single search finds nothing
   * relevant. Weaknesses: in the measurement of its author, other questions do not benefit; the
   * question has no more weight than each of the queries.
   */
  public static Strategy multiQuery(Strategy inner) {
    return transformed(QueryTransform.MULTI_QUERY, inner);
  }

  /**
   * Returns a strategy in which a model writes a passage that could answer the question. The search
   * uses the mean of the embeddings of the question and this passage. The results are used as in
   * {@link #rewrite}. A corpus without {@link dev.arag.core.corpus.MeanSearch} is searched for both
   * texts, and the results are fused. No other request contains the passage.
   *
   * <p>Source: HyDE (Gao et al., ACL 2023), which uses the mean of eight passages. Cost: 1 model
   * call (role {@code hyde}) before those of {@code inner}. When to use it: short questions whose
   * answers are written in other words. Weaknesses: a wrong passage finds texts that repeat its
   * error; searches for exact names and numbers get worse.
   */
  public static Strategy hyde(Strategy inner) {
    return transformed(QueryTransform.HYDE, inner);
  }

  private static Strategy transformed(QueryTransform transform, Strategy inner) {
    return requireNonNull(inner, "inner") instanceof RankingStrategy ranked
        ? new TransformedRanking(transform, ranked)
        : new FirstSearch(transform, inner);
  }

  /**
   * Returns {@link #graded(Strategy, String)} without a fallback tool: the second search is a
   * search of the corpus.
   */
  public static Strategy graded(Strategy inner) {
    return graded(inner, "");
  }

  /**
   * Returns a strategy that grades the texts of a first search, searches once more if they do not
   * state the answer, and checks the answer against the texts.
   *
   * <ol>
   *   <li>If {@code inner} is a {@link dev.arag.agent.spi.RankingStrategy}, its ranking makes the
   *       first search. Otherwise, the first search is a semantic search for five chunks.
   *   <li>In one call, a model (role {@code grader}) grades each text from 0 (irrelevant) to 10.
   *       Texts below 3 are left out. Of the others, only the sentences that are most similar to
   *       the question are kept.
   *   <li>If no grade is at least 7, a model (role {@code rewriter}) writes another query for a
   *       second search, whose texts are not graded.
   *   <li>Instead of running a {@code RankingStrategy}, one request asks the main model to answer
   *       from these texts. Any other strategy runs, with the texts above its question.
   *   <li>A model (role {@code checker}) decides whether the texts support the answer. If not, the
   *       main model is asked again, at most twice.
   * </ol>
   *
   * <p>Source: CRAG (Yan et al., 2024) and Self-RAG (Asai et al., ICLR 2024), which train the
   * models that grade. Here, prompts replace the training. Cost: 2 to 7 model calls and those of
   * {@code inner}. When to use it: searches that often find wrong texts, and answers that must not
   * state more than the texts. Weaknesses: a wrong grade can remove a text that is needed; texts
   * that state the answer only together get middle grades; a correct answer may be rejected.
   *
   * @param fallback the name of a tool of the agent that makes the second search, such as a web
   *     search. It must have an argument {@code query}. If it is empty, if the agent has no such
   *     tool, or if the tool rejects the query, the corpus is searched
   */
  public static Strategy graded(Strategy inner, String fallback) {
    return new Graded(requireNonNull(inner, "inner"), requireNonNull(fallback, "fallback"));
  }

  /**
   * Returns {@link #adaptive(Strategy, Strategy, Strategy)} with {@link Strategies#direct()},
   * {@link Strategies#naiveRag} with 5 chunks and {@link Strategies#arag()}.
   */
  public static Strategy adaptive() {
    return ALL.named(Adaptive.NAME);
  }

  /**
   * Returns a strategy that lets a model choose the strategy for each question.
   *
   * <p>Source: Adaptive-RAG (Jeong et al., NAACL 2024), which trains the model that chooses. Here,
   * a prompt replaces the training. Cost: 1 model call (role {@code router}) and those of the
   * chosen strategy. When to use it: many simple questions among difficult ones, to save calls.
   * Weaknesses: the model chooses without seeing the documents; with {@code direct}, an answer
   * cites nothing.
   *
   * <p>Options of its name: {@code none}, {@code single} and {@code multi}, each the name of a
   * strategy. A name with options or wrappers is in parentheses: {@code
   * adaptive:multi=(graded+arag)}.
   *
   * @param none for questions that need no document
   * @param single for questions that need one search
   * @param multi for questions that need several searches; also used if the reply names no choice,
   *     or if the budget does not allow the call
   */
  public static Strategy adaptive(Strategy none, Strategy single, Strategy multi) {
    return new Adaptive(
        requireNonNull(none, "none"),
        requireNonNull(single, "single"),
        requireNonNull(multi, "multi"));
  }

  /**
   * Returns a strategy that works in rounds. The first round searches for the question and answers
   * from the 5 best chunks. Each further round searches for the question and the last answer, and
   * answers from the chunks that it finds. The strategy ends early if a search finds the same
   * chunks as the previous search. Options of its name: {@code rounds} (default 2, at most 5),
   * {@code k} (chunks per round, default 5), {@code search} ({@code semantic}, the default, {@code
   * keyword} or {@code hybrid}).
   *
   * <p>Source: ITER-RETGEN (Shao et al., EMNLP 2023). Cost: 1 model call for each round. When to
   * use it: questions with two steps, at a small fixed cost. Weaknesses: a wrong first answer
   * misleads the second search; a text that only the first round found is not shown in the second.
   */
  public static Strategy iterRetgen() {
    return ALL.named(IterRetgen.NAME);
  }

  /**
   * Returns a strategy in which a model writes a chain of thought sentence by sentence. Each
   * sentence is a query that adds up to 4 chunks, until there are 15. The chain ends after 10
   * sentences, with a sentence that states the answer, or when a search finds no new chunk. A last
   * request then answers from the chunks. Options of its name: {@code k} (chunks per search,
   * default 4), {@code sentences} (default and maximum 10), {@code search} ({@code keyword}, the
   * default, {@code semantic} or {@code hybrid}).
   *
   * <p>Source: IRCoT (Trivedi et al., ACL 2023), here without examples in the prompt. Cost: up to
   * 11 model calls (role {@code reasoner}, then the main model), and the text of up to 15 chunks in
   * each. When to use it: as the classic method to compare with. Weaknesses: {@link
   * Strategies#arag()} needs fewer calls for such questions; chunks that do not help are never
   * removed.
   */
  public static Strategy ircot() {
    return ALL.named(Ircot.NAME);
  }

  /**
   * Returns a strategy that searches for one sub-question after another and keeps notes instead of
   * texts. In each round, a model (role {@code reader}) writes notes with quotes from 3 chunks.
   * Then a model (role {@code planner}) decides whether the notes are enough, and otherwise writes
   * the next sub-question. Quotes that the texts do not contain are removed. The answer is written
   * from the notes and from the sentences around their quotes.
   *
   * <p>Options of its name: {@code rounds} (default 3, or 5 with {@code form=self-ask}, at most
   * 10), {@code k} (chunks per round, default 3), {@code search} ({@code semantic}, the default,
   * {@code keyword} or {@code hybrid}), {@code form} ({@code resp}, the default, or {@code
   * self-ask}). With {@code self-ask}, the first search is for a sub-question instead of the
   * question, and only the answers to sub-questions are kept.
   *
   * <p>Source: ReSP (Jiang et al., 2024), with two calls per round instead of four; Self-Ask (Press
   * et al., 2023). Cost: up to 2 model calls for each round, and 1 more with {@code self-ask}. When
   * to use it: questions with many steps over long texts, because requests stay short. Weaknesses:
   * a fact that no note contains is lost.
   */
  public static Strategy resp() {
    return ALL.named(Resp.NAME);
  }

  /**
   * Returns MA-RAG: several roles plan, search, read and answer step by step.
   *
   * <ol>
   *   <li>A model (role {@code planner}) writes a plan, once. Each step of the plan searches for
   *       one fact, or combines the answers of earlier steps. In the text of a step, {@code #2} is
   *       replaced by the answer of step 2.
   *   <li>For each step, a model (role {@code step-definer}) writes a task that can be understood
   *       without the plan.
   *   <li>A semantic search for the task finds the best chunks. For each chunk, a model (role
   *       {@code extractor}) writes a note with quotes; these calls run in parallel. A note is
   *       dropped if its chunk contains none of its quotes.
   *   <li>A model (role {@code qa}) answers the task from the notes, and says whether they are
   *       enough. If they are not, or if there is no note, the remaining steps are skipped.
   *   <li>The main model writes the final answer from the answers of the steps and the sentences
   *       around the quotes.
   * </ol>
   *
   * <p>Options of its name: {@code k} (chunks for each step, default 10), {@code steps} (the
   * maximum number of steps, default 5), {@code plan} ({@code list}, the default, or {@code
   * graph}), {@code memory} ({@code no}, the default, or {@code yes}). With {@code plan=graph},
   * steps that do not depend on each other run together, and the role {@code step-definer} is not
   * used. With {@code memory=yes}, the model answers a step without notes from its own knowledge.
   *
   * <p>Source: MA-RAG (Nguyen et al., 2025); with {@code plan=graph}, MindSearch (Chen et al.,
   * 2024), whose planner can also add steps later. Cost: 2 model calls, and {@code k + 2} for each
   * step ({@code k + 1} with {@code plan=graph}). The default of {@code Budget.maxModelCalls}, 60,
   * allows 4 steps with 10 chunks. With fewer calls left, a step uses fewer chunks; if not even one
   * chunk is possible, the remaining steps are skipped. When to use it: questions with several
   * steps, with models that are too small for {@link Strategies#arag()}; according to the paper,
   * {@code qa} needs the best model, then {@code planner} and {@code extractor}; {@code
   * step-definer} works with a small one. Weaknesses: the plan is never changed; one step without
   * an answer ends the search; keyword search is not used, so exact names and numbers may be
   * missed; it needs many calls.
   */
  public static Strategy marag() {
    return ALL.named(MaRag.NAME);
  }

  /**
   * Returns a strategy in which a model (role {@code planner}) writes a plan of up to five steps.
   * The plan is appended to the question that {@code inner} gets. After every three turns (requests
   * whose reply contains tool calls), and after a search that finds nothing, the planner is asked
   * whether the plan still fits. If not, it writes a new plan, which is sent as a user message.
   * There are at most five checks.
   *
   * <p>Source: PlanRAG (Lee et al., NAACL 2024). Cost: 1 model call, 1 for each check and 1 for
   * each new plan, in addition to those of {@code inner}. When to use it: {@link Strategies#arag()}
   * with a model that forgets parts of a long question. Weaknesses: a plan for a simple question
   * wastes a call; a wrong plan misleads the model until the next check. If {@code inner} calls no
   * tools, as {@code naive-rag}, the plan is never checked.
   */
  public static Strategy planned(Strategy inner) {
    return new Planned(requireNonNull(inner, "inner"));
  }

  /**
   * Returns a strategy in which a model (role {@code reader}) reads the results of the tool {@code
   * chunk_read}. The main model gets the notes of the reader instead of the text: notes with exact
   * quotes and the chunk ids to cite. It gets the text if the reply of the reader cannot be parsed,
   * or if no quote of it is exact.
   *
   * <p>Source: Search-o1 (Li et al., EMNLP 2025), of which only the step that reads documents is
   * used. Cost: 1 model call for each call of {@code chunk_read}, in addition to those of {@code
   * inner}. When to use it: a main model with a small context window, or an expensive main model
   * with a cheap reader. Weaknesses: the main model does not see what the notes omit, unless it
   * reads the chunk again; results of searches stay as they are, although in the default profile
   * they show short sections in full.
   */
  public static Strategy condensed(Strategy inner) {
    return new Condensed(requireNonNull(inner, "inner"));
  }

  /**
   * Returns a strategy that completes an answer of {@code inner} with follow-up questions. A model
   * (role {@code critic}) lists the parts of the question, how far the answer covers each, and the
   * citations that prove it. A part counts as covered only if the check of citations verified one
   * of these. {@code inner} answers a follow-up question for each other part, within the rest of
   * the budget. One request merges the first answer with those answers that verified citations
   * support. The first answer is returned unchanged if there is no such answer, or if the merged
   * answer is not supported itself. Option of its name: {@code follow-ups}, the maximum number of
   * follow-up questions (default 3, at most 10).
   *
   * <p>Source: the last stage of RAGentA (Besrour et al., 2025). Cost: 1 model call if every part
   * is covered; otherwise 2 and those of {@code inner} for each follow-up question. When to use it:
   * questions that ask for several things. Weaknesses: an answer without citations covers nothing;
   * a follow-up question may ask for something that the documents do not contain.
   */
  public static Strategy covering(Strategy inner) {
    return Covering.of(requireNonNull(inner, "inner"));
  }

  /**
   * Returns a strategy that runs {@code inner} once more if its answer is missing, says NOT FOUND,
   * has no verified citation, or quotes or cites text that was not shown. A model (role {@code
   * reflection}) first writes a note on what went wrong, which is appended to the question. The
   * better of the two answers is returned: best is an answer to which none of these conditions
   * applies, then NOT FOUND, then any other answer. Of two equally good answers, the second is
   * returned.
   *
   * <p>Source: Reflexion (Shinn et al., NeurIPS 2023), with at most one retry. Cost: nothing if the
   * first answer has verified citations; otherwise 1 model call and those of {@code inner} once
   * more. When to use it: unreliable models, for questions that the documents do answer.
   * Weaknesses: a question that the documents do not answer costs twice as much; a wrong answer
   * with correct quotes is accepted; both attempts share one budget.
   */
  public static Strategy retrying(Strategy inner) {
    return new Retrying(requireNonNull(inner, "inner"));
  }

  /**
   * Returns LevelRAG. A high-level searcher splits the question into atomic queries, each of which
   * asks for one fact. Low-level searchers search for each query, and a model summarizes what they
   * find. If the summaries do not answer the question, the high-level searcher asks further queries
   * in a new round, up to 4 rounds. Queries that depend on earlier answers come in later rounds. No
   * query is asked twice.
   *
   * <ul>
   *   <li>The sparse searcher turns an atomic query into keywords. As long as the documents found
   *       do not answer the query, it adds a keyword, increases the weight of one, or removes or
   *       excludes one. These changes form a tree of queries, which is searched breadth-first: at
   *       most 3 changes deep, and at most 27 changed queries. One model call suggests all three
   *       changes of a query; the paper makes three calls.
   *   <li>The dense searcher runs a semantic search for the query. Then it searches, at most 3
   *       times, for the mean of the query and a passage that a model writes (see {@link #hyde}).
   *   <li>If no single result of a searcher answers the query, all its results are merged by
   *       reciprocal rank fusion. The results of both searchers are merged in the same way.
   * </ul>
   *
   * <p>The answer is written from the passages that the summaries quote. A summary is used only if
   * the text found contains one of its quotes.
   *
   * <p>Source: "LevelRAG: Enhancing Retrieval-Augmented Generation with Multi-hop Logic Planning
   * over Rewriting Augmented Searchers" (2025). Cost: about 7 to 60 model calls. The model calls
   * that are left ({@code Budget.maxModelCalls}) are divided equally among the atomic queries of a
   * round that are still to be searched; the searchers use at most half of each share. When to use
   * it: questions that need several facts one after another, if single searches miss documents.
   * Weaknesses: easy questions cost as much as hard ones; a fact that a summary omits is missing
   * from the answer; the number of searches depends on the model's judgment whether documents are
   * sufficient.
   *
   * <p>Roles of the models: {@code decompose} (the first atomic queries), {@code summarize}, {@code
   * verify} (whether the summaries answer the question), {@code supplement} (further queries);
   * {@code check} (whether documents answer an atomic query), {@code rewrite} and {@code refine}
   * (keywords), {@code hyde} (passages). The main model writes the answer.
   *
   * <p>Options of its name: {@code rounds} (default 4), {@code k} (chunks for an atomic query,
   * default 10), {@code sparse} and {@code dense} ({@code on}, the default, or {@code off}), {@code
   * web} (the tool of {@link #levelRag(String)}; default: none).
   */
  public static Strategy levelRag() {
    return ALL.named(LevelRag.NAME);
  }

  /**
   * Returns {@link #levelRag()} with a third low-level searcher, which receives each atomic query
   * unchanged.
   *
   * @param web the name of a tool of the agent, such as a web search. It must have an argument
   *     {@code query}. Its results can be cited if it returns {@link
   *     dev.arag.tools.call.Observation.Sources}
   */
  public static Strategy levelRag(String web) {
    return LevelRag.of(Options.of(LevelRag.NAME)).withWeb(requireNonNull(web, "web"));
  }

  /**
   * Returns FaithfulRAG, which compares what the model remembers with what the documents state.
   *
   * <ol>
   *   <li>A semantic search finds 5 chunks.
   *   <li>A model (role {@code memory}) sees no text. In three calls, it lists the facts that the
   *       question needs, writes a background text with them, and splits this text into statements.
   *   <li>For each statement, the five most similar groups of sentences of the chunks are found. A
   *       group has about 20 words. The five best of all groups are kept.
   *   <li>The main model gets the chunks, the groups and the statements, and answers from the
   *       chunks. If they deny a statement on which the answer depends, the outcome of the answer
   *       is {@link dev.arag.agent.step.Outcome#CONFLICT}. If only one source denies it, the answer
   *       has the warning that it cites fewer than two sources.
   * </ol>
   *
   * <p>If the model states nothing, or if the budget does not allow these calls, the answer is from
   * the chunks alone, as that of {@code naive-rag}. The run then has a warning. Option of its name:
   * {@code k}, the number of chunks (default 5, at most 100).
   *
   * <p>Source: FaithfulRAG (Zhang et al., ACL 2025), whose answer is a JSON object with the stages
   * of the reasoning. Cost: 4 model calls. When to use it: documents that contradict what models
   * have learned, such as changed rules or fictional worlds. Weaknesses: for questions with several
   * steps, the paper's successors measure lower accuracy than with {@code naive-rag}; the
   * statements may mislead the model.
   */
  public static Strategy faithful() {
    return ALL.named(Faithful.NAME);
  }

  /**
   * Returns RAGentA, which contains MAIN-RAG.
   *
   * <ol>
   *   <li>A fused search finds 20 chunks.
   *   <li>For each chunk, a model (role {@code predictor}) answers the question from this chunk
   *       alone. Then a model (role {@code judge}) decides whether the chunk helps: no, partly or
   *       yes, with the scores 0, 1 and 2. These calls run in parallel.
   *   <li>A chunk is kept if its score is at least the mean of all scores minus half of their
   *       standard deviation. A chunk without a readable score has the score 1.
   *   <li>The main model answers from the kept chunks, those with the highest score first.
   *   <li>The answer is completed as by {@link #covering}. A follow-up question is answered from 20
   *       chunks that were not used before, without a filter.
   * </ol>
   *
   * <p>If the budget does not allow the calls for all chunks, only the best ones are used, and the
   * run has a warning. Option of its name: {@code k}, the number of chunks (default 20, at most
   * 100).
   *
   * <p>Source: RAGentA (Besrour et al., 2025) and MAIN-RAG (Chang et al., 2025). Three parts
   * differ: labels replace the probabilities of words, which few servers report; the ranks of the
   * searches are fused, as in {@code hybrid-rag}, instead of their scores (0.65 semantic, 0.35
   * keyword); the check of citations decides which claims are supported, instead of a model. Cost:
   * {@code 2k + 2} model calls, 42 by default; with follow-up questions, 1 for each and 1 for the
   * merged answer. When to use it: searches that find many irrelevant texts, with models that are
   * too small to ignore them. Weaknesses: it needs many calls; a chunk that helps only together
   * with another one gets a low score; if few chunks help, the bar is below all scores and every
   * chunk is kept.
   */
  public static Strategy ragenta() {
    return ALL.named(Ragenta.NAME);
  }

  /**
   * Returns a strategy that divides the question among several runs of {@code inner} (an
   * orchestrator and workers).
   *
   * <ol>
   *   <li>A model (role {@code planner}) writes one to five sub-questions that can be answered
   *       independently of each other. If there is only one, {@code inner} answers the question,
   *       and the strategy ends.
   *   <li>For each sub-question, {@code inner} runs in a conversation of its own, at most three of
   *       them at the same time. The calls, the tokens and the cost that are left are divided
   *       equally among these runs and the rest.
   *   <li>The main model answers the question from the answers to the sub-questions, and from the
   *       sentences around their verified quotes. It cites these sentences.
   * </ol>
   *
   * <p>If the budget does not allow at least four model calls for each run, the last sub-questions
   * are left out. If no sub-question has an answer with a verified citation, {@code inner} answers
   * the question with the rest of the budget. In both cases, the run has a warning.
   *
   * <p>Source: the pattern of an orchestrator and workers ("Building effective agents" and "How we
   * built our multi-agent research system", Anthropic, 2024 and 2025), whose orchestrator may start
   * further workers when it has seen the results. Cost: 2 model calls and those of {@code inner}
   * for each sub-question; Anthropic reports 15 times the tokens of a chat. When to use it:
   * questions that ask for several independent things, when time matters more than cost.
   * Weaknesses: a sub-question that needs the answer to another one fails, {@link #marag} handles
   * these; runs may read the same texts; listeners receive the steps of a run only when all runs
   * have ended.
   */
  public static Strategy multiAgent(Strategy inner) {
    return new MultiAgent(requireNonNull(inner, "inner"));
  }
}
