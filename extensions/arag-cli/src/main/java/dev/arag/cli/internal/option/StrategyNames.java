package dev.arag.cli.internal.option;

import dev.arag.agent.Strategies;
import dev.arag.agent.spi.Strategy;
import dev.arag.graph.Graphs;
import dev.arag.knowledge.Knowledge;
import dev.arag.strategies.OtherStrategies;
import java.util.Iterator;
import java.util.stream.Stream;

/** The names that {@code --strategy} accepts, for the help of the commands. */
public final class StrategyNames implements Iterable<String> {
  /** The description of the names; picocli inserts the names and breaks the lines. */
  public static final String DESCRIPTION =
      "${COMPLETION-CANDIDATES}. A name that ends in + changes the strategy after it, as in"
          + " graded+naive-rag; without one it changes arag. Options follow a colon, as"
          + " in naive-rag:k=10. graphrag needs local or global as its first option, lightrag local,"
          + " global or mix.";

  private static final Strategies WITHOUT_KNOWLEDGE =
      OtherStrategies.all()
          .withOptions(Graphs.LINEAR, OtherStrategies.chunks(Graphs.LINEAR_CHUNKS, Graphs::linear));

  /** Has all names. The strategies that need an index are placeholders. */
  private static final Strategies ALL = withKnowledge((part, inner, all) -> Strategies.direct());

  private static final Strategies WITHOUT_INDEX =
      withKnowledge(
          (part, inner, all) -> {
            throw new IllegalArgumentException(
                part + " needs the directory of an index; it does not work with --solr");
          });

  private static Strategies withKnowledge(Strategies.Factory factory) {
    Strategies all = WITHOUT_KNOWLEDGE;
    for (String name : Knowledge.NAMES) {
      all = all.withOptions(name, factory);
    }
    return all;
  }

  /**
   * Checks a name before the corpus is open.
   *
   * @throws IllegalArgumentException if a part of the name is unknown
   */
  public static void check(String name) {
    Strategy unused = ALL.named(name);
  }

  /**
   * Returns the strategy with a name.
   *
   * @param modelName the name of the model, if the strategy stores what the model extracts
   * @throws IllegalArgumentException if a part of the name is unknown, or the corpus lacks what the
   *     strategy needs
   */
  public static Strategy find(String name, OpenCorpus corpus, String modelName) {
    return corpus
        .index()
        .map(index -> Knowledge.of(index, modelName).addTo(WITHOUT_KNOWLEDGE))
        .orElse(WITHOUT_INDEX)
        .named(name);
  }

  @Override
  public Iterator<String> iterator() {
    Stream<String> wrappers = ALL.wrappers().stream().map(name -> name + "+");
    return Stream.concat(ALL.names().stream(), wrappers).toList().iterator();
  }
}
