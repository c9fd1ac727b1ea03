package dev.arag.examples.cli.option;

import dev.arag.agent.strategy.Strategy;
import dev.arag.strategies.Strategies;
import java.util.Iterator;
import java.util.stream.Stream;

/** The names that {@code --strategy} accepts, for the help of the commands. */
public final class StrategyNames implements Iterable<String> {
  /** The description of the names; picocli inserts the names and breaks the lines. */
  public static final String DESCRIPTION =
      "${COMPLETION-CANDIDATES}. A name that ends in + changes the strategy after it, as in"
          + " graded+naive-rag; without one it changes arag. Options follow a colon, as"
          + " in naive-rag:k=10.";

  @Override
  public Iterator<String> iterator() {
    Stream<String> wrappers = Strategies.wrappers().stream().map(name -> name + "+");
    return Stream.of(Strategy.names().stream(), Strategies.names().stream(), wrappers)
        .flatMap(names -> names)
        .toList()
        .iterator();
  }
}
