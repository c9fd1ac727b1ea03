package dev.arag.cli.internal.option;

import dev.arag.agent.Strategies;
import dev.arag.agent.spi.Strategy;
import dev.arag.graph.Graphs;
import dev.arag.strategies.OtherStrategies;
import java.util.Iterator;
import java.util.stream.Stream;

/** The names that {@code --strategy} accepts, for the help of the commands. */
public final class StrategyNames implements Iterable<String> {
  /** The description of the names; picocli inserts the names and breaks the lines. */
  public static final String DESCRIPTION =
      "${COMPLETION-CANDIDATES}. A name that ends in + changes the strategy after it, as in"
          + " graded+naive-rag; without one it changes arag. Options follow a colon, as"
          + " in naive-rag:k=10.";

  private static final Strategies ALL =
      OtherStrategies.all()
          .withOptions(Graphs.LINEAR, OtherStrategies.chunks(Graphs.LINEAR_CHUNKS, Graphs::linear));

  /**
   * Returns the strategy with a name.
   *
   * @throws IllegalArgumentException if a part of the name is unknown
   */
  public static Strategy find(String name) {
    return ALL.named(name);
  }

  @Override
  public Iterator<String> iterator() {
    Stream<String> wrappers = ALL.wrappers().stream().map(name -> name + "+");
    return Stream.concat(ALL.names().stream(), wrappers).toList().iterator();
  }
}
