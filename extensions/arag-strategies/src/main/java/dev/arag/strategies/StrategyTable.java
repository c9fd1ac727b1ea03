package dev.arag.strategies;

import dev.arag.agent.strategy.Strategy;
import dev.arag.strategies.internal.levelrag.LevelRag;
import dev.arag.strategies.internal.name.Options;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** The names of the strategies of this module, and the grammar of names. */
final class StrategyTable {
  /** One line for each strategy, in the order in which messages list them. */
  private static final List<Entry> ENTRIES = List.of(Entry.strategy(LevelRag.NAME, LevelRag::of));

  private StrategyTable() {}

  /**
   * @param make makes the strategy from the inner strategy, which only wrappers use, and the
   *     options
   */
  record Entry(String name, boolean isWrapper, BiFunction<Strategy, Options, Strategy> make) {
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
    String[] parts = name.split("\\+", -1);
    int last = parts.length - 1;
    Strategy strategy;
    if (wrapper(parts[last]).isPresent()) {
      strategy = Strategy.arag();
      last++;
    } else {
      strategy = plain(parts[last]);
    }
    for (int i = last - 1; i >= 0; i--) {
      String part = parts[i];
      Entry wrapper =
          wrapper(part).orElseThrow(() -> new IllegalArgumentException(noWrapper(part)));
      strategy = wrapper.make(strategy, part);
    }
    return strategy;
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
