package dev.arag.strategies;

import dev.arag.agent.strategy.Strategy;
import dev.arag.strategies.internal.condense.Condensed;
import dev.arag.strategies.internal.graph.Linear;
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
import java.util.stream.Stream;

/** The names of the strategies of this module, and the grammar of names. */
final class StrategyTable {
  /** One line for each strategy, in the order in which messages list them. */
  private static final List<Entry> ENTRIES =
      List.of(
          Entry.wrapper("rewrite", (inner, options) -> Strategies.rewrite(inner)),
          Entry.wrapper("multi-query", (inner, options) -> Strategies.multiQuery(inner)),
          Entry.wrapper("hyde", (inner, options) -> Strategies.hyde(inner)),
          Entry.wrapper("graded", StrategyTable::graded),
          Entry.strategy("adaptive", StrategyTable::adaptive),
          Entry.strategy("iter-retgen", StrategyTable::iterRetgen),
          Entry.strategy("ircot", StrategyTable::ircot),
          Entry.strategy("resp", StrategyTable::resp),
          Entry.strategy(MaRag.NAME, MaRag::of),
          Entry.wrapper(Planned.NAME, (inner, options) -> Strategies.planned(inner)),
          Entry.wrapper(Condensed.NAME, (inner, options) -> Strategies.condensed(inner)),
          Entry.wrapper(Covering.NAME, Covering::of),
          Entry.wrapper(Retrying.NAME, (inner, options) -> Strategies.retrying(inner)),
          Entry.strategy(LevelRag.NAME, LevelRag::of),
          Entry.strategy(Linear.NAME, StrategyTable::linear));

  /** The maximum number of chunks that a search of a strategy may find. */
  private static final int MAX_CHUNKS = 100;

  private StrategyTable() {}

  /**
   * @param make makes the strategy from the inner strategy, which only wrappers use, and the
   *     options
   */
  private record Entry(
      String name, boolean isWrapper, BiFunction<Strategy, Options, Strategy> make) {
    static Entry strategy(String name, Function<Options, Strategy> make) {
      return new Entry(name, false, (inner, options) -> make.apply(options));
    }

    static Entry wrapper(String name, BiFunction<Strategy, Options, Strategy> make) {
      return new Entry(name, true, make);
    }

    Strategy make(Strategy inner, String part) {
      Options options = Options.of(part);
      Strategy strategy = make.apply(inner, options);
      options.requireAllKnown();
      return strategy;
    }
  }

  static List<String> names() {
    return ENTRIES.stream().filter(entry -> !entry.isWrapper()).map(Entry::name).toList();
  }

  static List<String> wrappers() {
    return ENTRIES.stream().filter(Entry::isWrapper).map(Entry::name).toList();
  }

  /** Reads a name from right to left, because each wrapper needs the strategy after it. */
  static Strategy find(String name) {
    List<String> parts = new ArrayList<>(Options.split(name, '+'));
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
      strategy = wrapper.make(strategy, part);
    }
    return strategy;
  }

  private static Strategy graded(Strategy inner, Options options) {
    return Strategies.graded(inner, options.text("fallback", ""));
  }

  private static Strategy adaptive(Options options) {
    return Strategies.adaptive(
        Strategies.named(options.text("none", Adaptive.NONE)),
        Strategies.named(options.text("single", Adaptive.SINGLE)),
        Strategies.named(options.text("multi", Adaptive.MULTI)));
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

  private static Strategy linear(Options options) {
    return new Linear(options.number("k", Linear.CHUNKS, 1, MAX_CHUNKS));
  }

  private static Search search(Options options, Search fallback) {
    String[] names = Stream.of(Search.values()).map(Search::toString).toArray(String[]::new);
    return Search.named(options.word("search", fallback.toString(), names));
  }

  private static Strategy plain(String part) {
    String base = base(part);
    Optional<Entry> entry = entry(base, false);
    if (entry.isPresent()) {
      return entry.get().make(Strategy.arag(), part);
    }
    if (Strategy.names().contains(base)) {
      return Strategy.named(part);
    }
    throw new IllegalArgumentException(
        "There is no strategy '" + base + "'. The strategies are " + all() + ".");
  }

  private static Optional<Entry> wrapper(String part) {
    return entry(base(part), true);
  }

  private static Optional<Entry> entry(String base, boolean isWrapper) {
    return ENTRIES.stream()
        .filter(each -> each.isWrapper() == isWrapper && each.name().equals(base))
        .findFirst();
  }

  /** The name without options. */
  private static String base(String part) {
    return part.split(":", 2)[0];
  }

  private static String noWrapper(String part) {
    return "There is no strategy '"
        + base(part)
        + "' that can stand before '+'. These can: "
        + String.join(", ", wrappers())
        + ".";
  }

  private static String all() {
    return String.join(", ", Stream.of(Strategy.names(), names()).flatMap(List::stream).toList())
        + "; "
        + String.join(", ", wrappers())
        + " may stand before another name, as in graded+naive-rag:k=10";
  }
}
