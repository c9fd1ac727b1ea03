package dev.arag.agent;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.answer.CorpusTooLargeException;
import dev.arag.agent.internal.strategy.ARagStrategy;
import dev.arag.agent.internal.strategy.AllInStrategy;
import dev.arag.agent.internal.strategy.DirectStrategy;
import dev.arag.agent.internal.strategy.RankedStrategy;
import dev.arag.agent.internal.strategy.StrategyGrammar;
import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.Profile;
import dev.arag.agent.spi.Strategy;
import dev.arag.tools.internal.argument.SimilarNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The built-in strategies, and a registry that finds strategies by name. Extensions and
 * applications add their strategies to a registry. Immutable and thread-safe.
 *
 * <p>A name has the form {@code [wrapper+]name[:option=value,...]}, such as {@code naive-rag:k=10}.
 * A wrapper is a strategy that changes another strategy, whose name follows the {@code +}. If no
 * name follows, the wrapper changes {@link #arag()}. Options apply to the wrapper or the strategy
 * whose name they follow.
 *
 * <pre>{@code
 * Agent.builder(corpus, model).strategy(Strategies.naiveRag(10)).build();
 * Strategies names = Strategies.builtIn().with("mine", MyStrategy::new);
 * Agent.builder(corpus, model).strategy(names.named("mine")).build();
 * }</pre>
 */
public final class Strategies {
  private static final Strategies BUILT_IN =
      new Strategies(Map.of(), Map.of())
          .with(StrategyGrammar.DIRECT, Strategies::direct)
          .withOptions(StrategyGrammar.NAIVE_RAG, ranked(Strategies::naiveRag))
          .withOptions(StrategyGrammar.HYBRID_RAG, ranked(Strategies::hybridRag))
          .with(StrategyGrammar.ALL_IN, Strategies::allIn)
          .with(StrategyGrammar.ARAG, () -> arag());

  /** The maximum number of names that a message lists. */
  private static final int MAX_LISTED = 10;

  /** The number of similar names in a message if there are more than {@link #MAX_LISTED}. */
  private final Map<String, Factory> entries;

  private final Map<String, Factory> wrappers;

  private Strategies(Map<String, Factory> entries, Map<String, Factory> wrappers) {
    this.entries = entries;
    this.wrappers = wrappers;
  }

  /**
   * Returns the loop of the A-RAG paper (Algorithm 1) with the system prompt of this library for
   * the profile of the run.
   */
  public static Strategy arag() {
    return new ARagStrategy("");
  }

  /**
   * Returns the system prompt of {@link #arag()} in the default profile. To add instructions, such
   * as a tone or a language, use {@code Agent.Builder.instructions} instead of a modified copy of
   * this prompt.
   */
  public static String aragPrompt() {
    return Profile.standard().aragPrompt();
  }

  /**
   * Returns the loop of the A-RAG paper with a custom system prompt. The instructions of the agent
   * are appended to it.
   *
   * @param prompt the system prompt, not blank. It must ask for citations in the form that the
   *     built-in prompt describes; otherwise answers have no checked citations
   */
  public static Strategy arag(String prompt) {
    return ARagStrategy.withPrompt(prompt);
  }

  /**
   * Returns a strategy that asks the model without any text of the corpus. It measures what the
   * model knows by itself. The answer cites nothing.
   *
   * <p>Source: "Direct Answer" in the A-RAG paper. Cost: 1 model call.
   */
  public static Strategy direct() {
    return new DirectStrategy();
  }

  /**
   * Returns a strategy that shows the model the full text of the {@code k} chunks with the best
   * sentences, and asks once. The order is that of {@code semantic_search}.
   *
   * <p>Source: "Naive RAG" in the A-RAG paper, where k is 5 and a chunk has one vector. Cost: 1
   * model call and the text of {@code k} chunks. If the chunks do not fit the context window, the
   * lowest-ranked chunks are omitted.
   *
   * @param k the number of chunks, 1 to 1,000
   */
  public static Strategy naiveRag(int k) {
    return RankedStrategy.of(StrategyGrammar.NAIVE_RAG, k, "", RankedStrategy.BEST_SENTENCE);
  }

  /**
   * Returns a strategy like {@link #naiveRag(int)} that ranks the chunks with the given ranking,
   * for example by one vector for each chunk.
   *
   * @param k the number of chunks, 1 to 1,000
   * @param ranking its name becomes part of the name of the strategy, as in {@code
   *     naive-rag:k=10,ranking=chunk}
   */
  public static Strategy naiveRag(int k, ChunkRanking ranking) {
    requireNonNull(ranking, "ranking");
    return RankedStrategy.of(StrategyGrammar.NAIVE_RAG, k, ranking.name(), rules -> ranking);
  }

  /**
   * Returns a strategy that shows the model the full text of the {@code k} chunks that {@link
   * ChunkRanking#hybrid} ranks best, and asks once.
   *
   * <p>Source: reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009) with the constant
   * 60. Cost: 1 model call and the text of {@code k} chunks. If the chunks do not fit the context
   * window, the lowest-ranked chunks are omitted.
   *
   * @param k the number of chunks, 1 to 1,000
   */
  public static Strategy hybridRag(int k) {
    return RankedStrategy.of(StrategyGrammar.HYBRID_RAG, k, "", RankedStrategy.HYBRID);
  }

  /**
   * Returns a strategy that shows the model the whole corpus in scope and asks once. The corpus
   * must be a {@link dev.arag.core.corpus.Catalogue}. If the text does not fit the context window,
   * the run ends without an answer: the cause of the exception is a {@link
   * CorpusTooLargeException}, which contains the number of tokens.
   *
   * <p>Source: the long-context baseline of the literature. Cost: 1 model call and the text of the
   * corpus.
   */
  public static Strategy allIn() {
    return new AllInStrategy();
  }

  /**
   * Returns the registry of the built-in strategies. Strategies that show a fixed number of chunks
   * have the option {@code k}, the number of chunks, as in {@code naive-rag:k=10}. The default is
   * 5.
   */
  public static Strategies builtIn() {
    return BUILT_IN;
  }

  /** Makes a strategy from its name and options. */
  @FunctionalInterface
  public interface Factory {
    /**
     * @param part the name with the options, such as {@code graded:fallback=web}
     * @param inner the strategy that a wrapper changes
     * @param all the registry, for options that name a strategy
     * @throws IllegalArgumentException if an option is unknown; the message names it and lists what
     *     exists
     */
    Strategy make(String part, Strategy inner, Strategies all);
  }

  /**
   * Returns a registry with one more strategy, which has no options.
   *
   * @param name the name, not blank and without the characters {@code +:,=()}
   * @throws IllegalArgumentException if the name is not valid, or there is a strategy with it
   */
  public Strategies with(String name, Supplier<? extends Strategy> strategy) {
    requireNonNull(strategy, "strategy");
    return withOptions(
        name,
        (part, inner, all) -> {
          if (!part.equals(name)) {
            throw all.unknown(part);
          }
          return strategy.get();
        });
  }

  /**
   * Returns a registry with one more strategy.
   *
   * @param name the name without options, not blank and without the characters {@code +:,=()}
   * @throws IllegalArgumentException if the name is not valid, or there is a strategy with it
   */
  public Strategies withOptions(String name, Factory factory) {
    return new Strategies(added(name, factory, entries), wrappers);
  }

  /**
   * Returns a registry with one more wrapper.
   *
   * @param name the name without options, not blank and without the characters {@code +:,=()}
   * @throws IllegalArgumentException if the name is not valid, or there is a strategy with it
   */
  public Strategies withWrapper(String name, Factory factory) {
    return new Strategies(entries, added(name, factory, wrappers));
  }

  private Map<String, Factory> added(String name, Factory factory, Map<String, Factory> to) {
    if (!StrategyGrammar.isName(requireNonNull(name, "name"))) {
      throw new IllegalArgumentException(
          "The name of a strategy must not be blank or contain one of the characters +:,=(), was '"
              + name
              + "'.");
    }
    if (entries.containsKey(name) || wrappers.containsKey(name)) {
      throw new IllegalArgumentException(
          "There is already a strategy with the name '" + name + "'. Use another name.");
    }
    Map<String, Factory> more = new LinkedHashMap<>(to);
    more.put(name, requireNonNull(factory, "factory"));
    return more;
  }

  /** The names of the strategies, without wrappers and without options. */
  public List<String> names() {
    return List.copyOf(entries.keySet());
  }

  /** The names of the wrappers, without options. */
  public List<String> wrappers() {
    return List.copyOf(wrappers.keySet());
  }

  /**
   * Returns the strategy for a name. {@link Strategy#name()} of the result is the canonical name,
   * which contains the options that differ from their defaults, and the name of the wrapped
   * strategy.
   *
   * @throws IllegalArgumentException if a part or an option is unknown; the message names it and
   *     what exists, or the most similar names if there are many
   */
  public Strategy named(String name) {
    // From right to left, because each wrapper needs the strategy after it.
    List<String> parts = new ArrayList<>(StrategyGrammar.split(requireNonNull(name, "name"), '+'));
    Strategy strategy = arag();
    if (!wrappers.containsKey(base(parts.get(parts.size() - 1)))) {
      strategy = make(parts.remove(parts.size() - 1), entries, strategy);
    }
    for (int i = parts.size() - 1; i >= 0; i--) {
      strategy = make(parts.get(i), wrappers, strategy);
    }
    return strategy;
  }

  private Strategy make(String part, Map<String, Factory> from, Strategy inner) {
    Factory factory = from.get(base(part));
    if (factory != null) {
      return factory.make(part, inner, this);
    }
    if (from == wrappers) {
      String can = wrappers.isEmpty() ? "none" : String.join(", ", wrappers.keySet());
      throw new IllegalArgumentException(
          "There is no wrapper '%s' to put before '+'. The wrappers are: %s."
              .formatted(base(part), can));
    }
    throw unknown(part);
  }

  private IllegalArgumentException unknown(String part) {
    if (entries.containsKey(base(part))) {
      return new IllegalArgumentException(
          "There is no strategy '%s'. %s has no such option; %s."
              .formatted(part, base(part), StrategyGrammar.CHUNKS_HINT));
    }
    List<String> all = Stream.concat(names().stream(), wrappers().stream()).toList();
    if (all.size() > MAX_LISTED) {
      String similar = String.join(" or ", SimilarNames.of(base(part), all));
      return new IllegalArgumentException(
          "There is no strategy '%s'.%s For all names, see Strategies.names."
              .formatted(part, similar.isEmpty() ? "" : " Did you mean " + similar + "?"));
    }
    String before = String.join(", ", wrappers.keySet());
    String hint = wrappers.isEmpty() ? "" : "; the wrappers (as in NAME+arag) are " + before;
    return new IllegalArgumentException(
        "There is no strategy '%s'. The strategies are %s; %s%s."
            .formatted(
                part, String.join(", ", entries.keySet()), StrategyGrammar.CHUNKS_HINT, hint));
  }

  private static Factory ranked(IntFunction<Strategy> strategy) {
    return (part, inner, all) ->
        strategy.apply(StrategyGrammar.chunks(part).orElseThrow(() -> all.unknown(part)));
  }

  /** The name without options. */
  private static String base(String part) {
    return part.split(":", 2)[0];
  }
}
