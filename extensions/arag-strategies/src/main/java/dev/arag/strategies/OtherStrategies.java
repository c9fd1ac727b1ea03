package dev.arag.strategies;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Strategies;
import dev.arag.agent.spi.RankingStrategy;
import dev.arag.agent.spi.Strategy;
import dev.arag.paper.PaperStrategies;
import dev.arag.strategies.internal.condense.Condensed;
import dev.arag.strategies.internal.iterative.Ircot;
import dev.arag.strategies.internal.iterative.IterRetgen;
import dev.arag.strategies.internal.iterative.Resp;
import dev.arag.strategies.internal.levelrag.LevelRag;
import dev.arag.strategies.internal.name.Options;
import dev.arag.strategies.internal.plan.MaRag;
import dev.arag.strategies.internal.plan.Planned;
import dev.arag.strategies.internal.retrieval.Search;
import dev.arag.strategies.internal.route.Adaptive;
import dev.arag.strategies.internal.route.Covering;
import dev.arag.strategies.internal.route.Graded;
import dev.arag.strategies.internal.route.Retrying;
import dev.arag.strategies.internal.transform.FirstSearch;
import dev.arag.strategies.internal.transform.QueryTransform;
import dev.arag.strategies.internal.transform.TransformedRanking;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Other methods of retrieval-augmented generation. They have the same budgets, records and checked
 * citations as {@link Strategies#arag()}:
 *
 * <pre>{@code
 * Agent.builder(corpus, model).strategy(OtherStrategies.all().named("graded+naive-rag:k=10")).build();
 * }</pre>
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
          .withOptions(LevelRag.NAME, strategy(LevelRag::of));

  private OtherStrategies() {}

  /**
   * Returns the strategies of {@code arag-agent}, {@code arag-paper} and of this module by name,
   * such as {@code graded+naive-rag:k=10} or {@code retrying+graded+naive-rag}.
   */
  public static Strategies all() {
    return ALL;
  }

  /**
   * Returns the factory of a strategy that shows a number of chunks, for {@link
   * Strategies#withOptions}. Its name may have the option {@code k}, from 1 to 100, as in {@code
   * linear:k=10}.
   *
   * @param chunks the default of {@code k}
   * @param strategy returns the strategy that shows the given number of chunks
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
   * Returns a strategy whose search also uses one or two queries that a model writes.
   *
   * <p>The results for the question and for the queries are fused by {@link
   * dev.arag.agent.spi.ChunkRanking#fuse}. If {@code inner} is a {@link
   * dev.arag.agent.spi.RankingStrategy}, its ranking is used and its chunks are replaced. Any other
   * strategy searches by itself, so the sentences of the five best chunks of a semantic search are
   * put above its question.
   *
   * <p>Source: Rewrite-Retrieve-Read (Ma et al., EMNLP 2023), which trains the model that rewrites.
   * Cost: 1 model call (role {@code rewrite}) before those of {@code inner}. When to use it:
   * questions with many words that the documents do not contain, such as those of a conversation.
   * Weaknesses: {@link Strategies#arag()} writes its own queries, so it rarely gains; a query may
   * lose a condition of the question. If the model writes no query, the question alone is searched,
   * with a warning.
   */
  public static Strategy rewrite(Strategy inner) {
    return transformed(QueryTransform.REWRITE, inner);
  }

  /**
   * Returns a strategy whose search also uses four queries that a model writes. The results are
   * used as in {@link #rewrite}.
   *
   * <p>Source: RAG-Fusion. Cost: 1 model call (role {@code multi-query}) before those of {@code
   * inner}, and 5 searches. When to use it: the first search finds nothing relevant. Weaknesses: in
   * the measurement of its author, it gains only for such questions; the question itself has no
   * more weight than each query.
   */
  public static Strategy multiQuery(Strategy inner) {
    return transformed(QueryTransform.MULTI_QUERY, inner);
  }

  /**
   * Returns a strategy that searches for the mean of the question and a passage that a model
   * writes. The results are used as in {@link #rewrite}. A corpus without {@link
   * dev.arag.core.corpus.MeanSearch} is searched for both texts, and the results are fused. The
   * passage is never part of another request.
   *
   * <p>Source: HyDE (Gao et al., ACL 2023), which uses the mean of eight passages. Cost: 1 model
   * call (role {@code hyde}) before those of {@code inner}. When to use it: short questions whose
   * answers are written in other words. Weaknesses: a wrong passage leads to texts with the same
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

  /** Returns {@link #graded(Strategy, String)} with a second search in the corpus. */
  public static Strategy graded(Strategy inner) {
    return graded(inner, "");
  }

  /**
   * Returns a strategy that grades the texts of a first search, searches once more if they do not
   * state the answer, and checks the answer against the texts.
   *
   * <ol>
   *   <li>The first search is that of {@code inner} if it is a {@link
   *       dev.arag.agent.spi.RankingStrategy}, and otherwise a semantic search for five chunks.
   *   <li>A model (role {@code grader}) grades all texts in one call from 0 to 10. Texts below 3
   *       are left out. Of the others, only the sentences that are most similar to the question are
   *       kept.
   *   <li>If no grade is at least 7, a model (role {@code rewriter}) writes another query for a
   *       second search, whose texts are not graded.
   *   <li>A {@code RankingStrategy} is replaced by one request with these texts. Any other strategy
   *       runs with the texts above its question.
   *   <li>A model (role {@code checker}) decides whether the texts support the answer. If not, the
   *       main model is asked again, at most twice.
   * </ol>
   *
   * <p>Source: CRAG (Yan et al., 2024) and Self-RAG (Asai et al., ICLR 2024), which train the
   * models that grade; here they follow prompts. Cost: 2 to 7 model calls and those of {@code
   * inner}. When to use it: searches that often find wrong texts, and answers that must not state
   * more than the texts. Weaknesses: a grade that is wrong removes a text that is needed; texts
   * that only together state the answer get middle grades; an answer that is right may be rejected.
   *
   * @param fallback the name of a tool of the agent that makes the second search, such as a search
   *     on the web. It must have an argument {@code query}. Empty for a search in the corpus
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
   * <p>Source: Adaptive-RAG (Jeong et al., NAACL 2024), which trains the model that chooses. Cost:
   * 1 model call (role {@code router}) and those of the chosen strategy. When to use it: many
   * simple questions among difficult ones, to save calls. Weaknesses: the choice is made without
   * looking at the documents; with {@code direct}, an answer cites nothing. In a name, a strategy
   * that has several options or wrappers is in parentheses: {@code adaptive:multi=(graded+arag)}.
   *
   * @param none for questions that need no document
   * @param single for questions that need one search
   * @param multi for questions that need several searches, and if the choice cannot be read
   */
  public static Strategy adaptive(Strategy none, Strategy single, Strategy multi) {
    return new Adaptive(
        requireNonNull(none, "none"),
        requireNonNull(single, "single"),
        requireNonNull(multi, "multi"));
  }

  /**
   * Returns a strategy that answers from the 5 best chunks, searches with the question and this
   * answer, and answers anew from what it finds. It ends early if a search finds the same chunks as
   * the search before. Options of its name: {@code rounds} (default 2), {@code k} (5), {@code
   * search} ({@code semantic}, {@code keyword} or {@code hybrid}).
   *
   * <p>Source: ITER-RETGEN (Shao et al., EMNLP 2023). Cost: 1 model call for each round. When to
   * use it: questions with two steps, at a small fixed cost. Weaknesses: a wrong first answer leads
   * the second search; a text of the first round may be missing in the second, because only the
   * texts of the last round are shown.
   */
  public static Strategy iterRetgen() {
    return ALL.named(IterRetgen.NAME);
  }

  /**
   * Returns a strategy in which a model writes a chain of thought sentence by sentence, and each
   * sentence is a query for up to 4 more chunks. A last request answers from at most 15 chunks. It
   * ends after 10 sentences, with a final sentence, or if a search finds nothing new. Options of
   * its name: {@code k} (default 4), {@code sentences} (10), {@code search} ({@code keyword},
   * {@code semantic} or {@code hybrid}).
   *
   * <p>Source: IRCoT (Trivedi et al., ACL 2023), here without examples in the prompt. Cost: up to
   * 11 model calls (role {@code reasoner}, then the main model), and the text of up to 15 chunks in
   * each. When to use it: as the classic method to compare with. Weaknesses: {@link
   * Strategies#arag()} does the same with fewer calls; chunks are never removed.
   */
  public static Strategy ircot() {
    return ALL.named(Ircot.NAME);
  }

  /**
   * Returns a strategy that searches for one sub-question after another and keeps notes instead of
   * texts. In each round, a model takes notes with quotes from 3 chunks (role {@code reader}), and
   * decides whether they are enough or what to search next (role {@code planner}). Quotes that the
   * texts do not contain are removed. The answer is written from the notes and the text around
   * their quotes. Options of its name: {@code form} ({@code resp}, or {@code self-ask}, which
   * begins with a sub-question and keeps only the answers to sub-questions), {@code rounds}
   * (default 3, or 5 with {@code self-ask}), {@code k} (3), {@code search} ({@code semantic},
   * {@code keyword} or {@code hybrid}).
   *
   * <p>Source: ReSP (Jiang et al., 2024), whose four calls per round are two here; Self-Ask (Press
   * et al., 2023). Cost: up to 2 model calls for each round. When to use it: questions with many
   * steps over long texts, because requests stay short. Weaknesses: a fact that no note contains is
   * lost.
   */
  public static Strategy resp() {
    return ALL.named(Resp.NAME);
  }

  /**
   * Returns MA-RAG: several roles plan, search, read and answer step by step.
   *
   * <ol>
   *   <li>A model (role {@code planner}) writes a plan, once. A step searches for one fact, or
   *       combines the answers of earlier steps. In its text, {@code #2} stands for the answer of
   *       step 2, which code inserts.
   *   <li>For each step, a model (role {@code step-definer}) writes a task that names everything in
   *       full.
   *   <li>A semantic search for the task finds the best chunks. For each chunk, a model (role
   *       {@code extractor}) writes a note with quotes, several at a time. A note without a quote
   *       that stands in its chunk is dropped.
   *   <li>A model (role {@code qa}) answers the task from the notes, and says whether they are
   *       enough. If they are not, or if there is no note, the other steps are left out.
   *   <li>The main model writes the answer from the answers of the steps and the text around the
   *       quotes.
   * </ol>
   *
   * <p>Options of its name: {@code k} (chunks for each step, default 10), {@code steps} (the
   * maximum number of steps, 5), {@code plan} ({@code list}, or {@code graph}, which does steps
   * together that do not need each other, without a step definer), {@code memory} ({@code no}, or
   * {@code yes}, with which a step without a note is answered from what the model knows).
   *
   * <p>Source: MA-RAG (Nguyen et al., 2025); with {@code plan=graph}, MindSearch (Chen et al.,
   * 2024), whose planner can also add steps later. Cost: 2 model calls, and {@code k + 2} for each
   * step ({@code k + 1} with {@code plan=graph}); 60 calls, the default of {@code
   * Budget.maxModelCalls}, are 4 steps with 10 chunks. A budget that is short first reduces the
   * chunks of a step, then the steps. When to use it: questions with several steps, with models
   * that are too small for {@link Strategies#arag()}; in the paper, the {@code qa} role needs the
   * best model, then {@code planner} and {@code extractor}, while {@code step-definer} may be
   * small. Weaknesses: the plan is never changed; one step without an answer ends the search; names
   * and numbers are found only by meaning; many calls.
   */
  public static Strategy marag() {
    return ALL.named(MaRag.NAME);
  }

  /**
   * Returns a strategy that puts a plan of up to five steps behind the question. After every three
   * turns, and after a search that finds nothing, a model (role {@code planner}) is asked whether
   * the plan still fits. If not, it writes a new plan, which becomes a message of the user. There
   * are at most five checks.
   *
   * <p>Source: PlanRAG (Lee et al., NAACL 2024). Cost: 1 model call, 1 for each check and 1 for
   * each new plan, besides those of {@code inner}. When to use it: a loop such as {@link
   * Strategies#arag()} with a model that loses sight of parts of the question. Weaknesses: a plan
   * for a simple question costs a call; a wrong plan leads the model until it is checked. Without
   * turns, as in {@code naive-rag}, there is only the first plan.
   */
  public static Strategy planned(Strategy inner) {
    return new Planned(requireNonNull(inner, "inner"));
  }

  /**
   * Returns a strategy in which a model (role {@code reader}) reads the results of {@code
   * chunk_read}. The main model gets notes with exact quotes instead of the text, under the ids
   * that it can cite. If there is no readable note, or no exact quote, it gets the text.
   *
   * <p>Source: Search-o1 (Li et al., EMNLP 2025), its reader of documents. Cost: 1 model call for
   * each {@code chunk_read}, besides those of {@code inner}. When to use it: a main model with a
   * small context window, or an expensive one with a cheap reader. Weaknesses: what the reader does
   * not note is lost until it is read again; searches are not condensed, although in the default
   * profile they show short sections in full.
   */
  public static Strategy condensed(Strategy inner) {
    return new Condensed(requireNonNull(inner, "inner"));
  }

  /**
   * Returns a strategy that asks follow-up questions about what an answer does not cover. A model
   * (role {@code critic}) lists the components of the question and how much of each the answer
   * covers. A component counts as covered only if the checker verified one of the citations that
   * the critic names for it. {@code inner} answers the follow-up questions with what is left of the
   * budget. One request merges the supported answers with the first one. The first answer stays if
   * nothing is found, or if no citation of the merged answer was verified. Option of its name:
   * {@code follow-ups} (default 3).
   *
   * <p>Source: RAGentA (Besrour et al., 2025), its last stage. Cost: 1 model call if all is
   * covered; otherwise 2 and those of {@code inner} for each follow-up question. When to use it:
   * questions that ask for several things. Weaknesses: an answer without citations is never
   * covered; a follow-up question may search for what the documents do not contain.
   */
  public static Strategy covering(Strategy inner) {
    return Covering.of(requireNonNull(inner, "inner"));
  }

  /**
   * Returns a strategy that runs {@code inner} once more if its answer is missing, says NOT FOUND,
   * has no verified citation, or cites text that was not shown. A model (role {@code reflection})
   * first writes a note of what went wrong, which stands behind the question. Of both answers, a
   * supported one is used, then NOT FOUND, then the other; of two that are equal, the second.
   *
   * <p>Source: Reflexion (Shinn et al., NeurIPS 2023), with at most one retry. Cost: nothing if the
   * answer is supported; otherwise 1 model call and those of {@code inner} once more. When to use
   * it: unreliable models, and corpora that contain the answer. Weaknesses: a question that the
   * documents do not answer costs twice as much; a wrong answer with correct quotes is not tried
   * again; both attempts share one budget.
   */
  public static Strategy retrying(Strategy inner) {
    return new Retrying(requireNonNull(inner, "inner"));
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
   * over Rewriting Augmented Searchers" (2025). Cost: about 7 to 60 model calls. For each atomic
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
   * <p>Options of the name: {@code levelrag:rounds=4,k=10,sparse=on,dense=on,web=}, where {@code k}
   * is the number of documents for an atomic query and {@code web} the tool of {@link
   * #levelRag(String)}.
   */
  public static Strategy levelRag() {
    return ALL.named(LevelRag.NAME);
  }

  /**
   * Returns {@link #levelRag()} with a third low-level searcher, which receives each atomic query
   * unchanged.
   *
   * @param web the name of a tool of the agent, such as a search on the web. It must have an
   *     argument {@code query}. Its results can be cited if it returns {@link
   *     dev.arag.tools.call.Observation.Sources}
   */
  public static Strategy levelRag(String web) {
    return LevelRag.of(Options.of(LevelRag.NAME)).withWeb(requireNonNull(web, "web"));
  }
}
