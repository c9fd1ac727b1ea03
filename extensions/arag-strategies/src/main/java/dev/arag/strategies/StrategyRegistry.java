package dev.arag.strategies;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.strategy.Strategy;
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
import dev.arag.strategies.internal.route.Retrying;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * The strategies that have a name: those of {@link Strategy#names()} and {@link
 * PaperStrategies#names()}, those of this module, and those that an application adds. {@link
 * Strategies#named} describes the grammar of names, which is the same for all of them. Immutable
 * and thread-safe.
 *
 * <pre>{@code
 * StrategyRegistry names = StrategyRegistry.standard().with("linear", 5, Graphs::linear);
 * Agent.builder(corpus, model).strategy(names.named("rewrite+linear:k=10")).build();
 * }</pre>
 */
public final class StrategyRegistry {
  /** The strategies of this module, in the order in which messages list them. */
  private static final StrategyRegistry STANDARD =
      new StrategyRegistry(
          List.of(
              Entry.wrapper("rewrite", (inner, options) -> Strategies.rewrite(inner)),
              Entry.wrapper("multi-query", (inner, options) -> Strategies.multiQuery(inner)),
              Entry.wrapper("hyde", (inner, options) -> Strategies.hyde(inner)),
              Entry.wrapper("graded", StrategyRegistry::graded),
              new Entry("adaptive", false, (inner, options, names) -> names.adaptive(options)),
              Entry.strategy("iter-retgen", StrategyRegistry::iterRetgen),
              Entry.strategy("ircot", StrategyRegistry::ircot),
              Entry.strategy("resp", StrategyRegistry::resp),
              Entry.strategy(MaRag.NAME, MaRag::of),
              Entry.wrapper(Planned.NAME, (inner, options) -> Strategies.planned(inner)),
              Entry.wrapper(Condensed.NAME, (inner, options) -> Strategies.condensed(inner)),
              Entry.wrapper(Covering.NAME, Covering::of),
              Entry.wrapper(Retrying.NAME, (inner, options) -> Strategies.retrying(inner)),
              Entry.strategy(LevelRag.NAME, LevelRag::of)));

  /** The maximum number of chunks that a search of a strategy may find. */
  private static final int MAX_CHUNKS = 100;

  private final List<Entry> entries;

  private StrategyRegistry(List<Entry> entries) {
    this.entries = entries;
  }

  /**
   * Makes a strategy from the inner strategy, which only wrappers use, the options, and the names
   * of other strategies.
   */
  @FunctionalInterface
  private interface Factory {
    Strategy make(Strategy inner, Options options, StrategyRegistry names);
  }

  private record Entry(String name, boolean isWrapper, Factory factory) {
    static Entry strategy(String name, Function<Options, Strategy> make) {
      return new Entry(name, false, (inner, options, names) -> make.apply(options));
    }

    static Entry wrapper(String name, BiFunction<Strategy, Options, Strategy> make) {
      return new Entry(name, true, (inner, options, names) -> make.apply(inner, options));
    }

    Strategy make(Strategy inner, String part, StrategyRegistry names) {
      Options options = Options.of(part);
      Strategy strategy = factory.make(inner, options, names);
      options.requireAllKnown();
      return strategy;
    }
  }

  /** Returns the strategies of {@code arag-agent}, {@code arag-paper} and of this module. */
  public static StrategyRegistry standard() {
    return STANDARD;
  }

  /**
   * Returns a registry with one more strategy, which shows a number of chunks. Its name may have
   * the option {@code k}, from 1 to 100, as in {@code linear:k=10}.
   *
   * @param name the name without options
   * @param chunks the default of {@code k}
   * @param strategy returns the strategy that shows the given number of chunks
   * @throws IllegalArgumentException if there is a strategy with this name
   */
  public StrategyRegistry with(String name, int chunks, IntFunction<Strategy> strategy) {
    requireNonNull(strategy, "strategy");
    if (names().contains(requireNonNull(name, "name")) || wrappers().contains(name)) {
      throw new IllegalArgumentException("There is a strategy with the name '" + name + "'.");
    }
    List<Entry> more = new ArrayList<>(entries);
    more.add(
        Entry.strategy(
            name, options -> strategy.apply(options.number("k", chunks, 1, MAX_CHUNKS))));
    return new StrategyRegistry(List.copyOf(more));
  }

  /** The names of the strategies that are no wrappers, without options. */
  public List<String> names() {
    return Stream.of(Strategy.names(), PaperStrategies.names(), moreNames())
        .flatMap(List::stream)
        .toList();
  }

  /** The names of the strategies of this module and of those that were added. */
  List<String> moreNames() {
    return entries.stream().filter(entry -> !entry.isWrapper()).map(Entry::name).toList();
  }

  /** The names of the wrappers, without options. */
  public List<String> wrappers() {
    return entries.stream().filter(Entry::isWrapper).map(Entry::name).toList();
  }

  /**
   * Returns the strategy with a name, see {@link Strategies#named}.
   *
   * @throws IllegalArgumentException if a part or an option is unknown; the message names it and
   *     lists what exists
   */
  public Strategy named(String name) {
    // From right to left, because each wrapper needs the strategy after it.
    List<String> parts = new ArrayList<>(Options.split(requireNonNull(name, "name"), '+'));
    String last = parts.get(parts.size() - 1);
    Strategy strategy = Strategy.arag();
    if (wrapper(last).isEmpty()) {
      strategy = plain(last);
      parts.remove(parts.size() - 1);
    }
    for (int i = parts.size() - 1; i >= 0; i--) {
      String part = parts.get(i);
      Entry wrapper =
          wrapper(part).orElseThrow(() -> new IllegalArgumentException(noWrapper(part)));
      strategy = wrapper.make(strategy, part, this);
    }
    return strategy;
  }

  private static Strategy graded(Strategy inner, Options options) {
    return Strategies.graded(inner, options.text("fallback", ""));
  }

  private Strategy adaptive(Options options) {
    return Strategies.adaptive(
        named(options.text("none", Adaptive.NONE)),
        named(options.text("single", Adaptive.SINGLE)),
        named(options.text("multi", Adaptive.MULTI)));
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

  private Strategy plain(String part) {
    String base = base(part);
    Optional<Entry> entry = entry(base, false);
    if (entry.isPresent()) {
      return entry.get().make(Strategy.arag(), part, this);
    }
    if (Strategy.names().contains(base)) {
      return Strategy.named(part);
    }
    if (PaperStrategies.names().contains(base)) {
      Options.of(part).requireAllKnown();
      return PaperStrategies.named(base);
    }
    throw new IllegalArgumentException(
        "There is no strategy '" + base + "'. The strategies are " + all() + ".");
  }

  private Optional<Entry> wrapper(String part) {
    return entry(base(part), true);
  }

  private Optional<Entry> entry(String base, boolean isWrapper) {
    return entries.stream()
        .filter(each -> each.isWrapper() == isWrapper && each.name().equals(base))
        .findFirst();
  }

  /** The name without options. */
  private static String base(String part) {
    return part.split(":", 2)[0];
  }

  private String noWrapper(String part) {
    return "There is no strategy '"
        + base(part)
        + "' that can stand before '+'. These can: "
        + String.join(", ", wrappers())
        + ".";
  }

  private String all() {
    return String.join(", ", names())
        + "; "
        + String.join(", ", wrappers())
        + " may stand before another name, as in graded+naive-rag:k=10";
  }
}
