package dev.arag.graph;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.spi.MentionFinder;
import dev.arag.graph.entity.EntityGraph;
import dev.arag.graph.internal.phrase.PhraseFinder;
import dev.arag.graph.internal.rank.MentionGraph;
import dev.arag.graph.internal.retrieval.Linear;
import dev.arag.graph.internal.retrieval.RelatedSearchTool;
import dev.arag.tools.call.RetrievalTool;
import java.util.Optional;

/**
 * Creates what finds entities, and the tool and the strategy that use the {@linkplain EntityGraph
 * entity graph}. The index stores where its documents mention names and phrases:
 *
 * <pre>{@code
 * Index index = Index.builder(directory).mentions(Graphs.phrases()).openOrCreate();
 * Agent.builder(index, model)
 *     .tools(corpus -> Toolbox.of(corpus).with(Graphs.relatedSearch(corpus)))
 *     .build();
 * }</pre>
 */
public final class Graphs {
  /** The name of the strategy {@link #linear(int)}, without options. */
  public static final String LINEAR = "linear";

  /** The default number of chunks of {@link #linear(int)}. */
  public static final int LINEAR_CHUNKS = 5;

  private static final int MAX_CHUNKS = 1_000;

  private Graphs() {}

  /**
   * Returns a finder of names and phrases for an index. It uses rules instead of a model, and works
   * with texts in any language. Its fingerprint, which an index stores, starts with {@code
   * phrases}.
   */
  public static MentionFinder phrases() {
    return new PhraseFinder();
  }

  /**
   * Returns the finder that found the stored mentions of an index, in this version of the library.
   * Pass this method to {@code Index.Builder.knownFinders}: an index that has a graph then keeps it
   * up to date, and other indexes get none.
   *
   * @param fingerprint the fingerprint that the index stores with its mentions
   * @return {@link #phrases()} if any version of it found the mentions; otherwise empty
   */
  public static Optional<MentionFinder> finder(String fingerprint) {
    return requireNonNull(fingerprint, "fingerprint").startsWith(PhraseFinder.NAME)
        ? Optional.of(phrases())
        : Optional.empty();
  }

  /**
   * Returns the graph of the current state of a corpus, in its scope. This method computes nothing:
   * each call of a method of the graph reads the {@linkplain Corpus#mentions() mentions} that it
   * needs.
   *
   * @throws dev.arag.core.error.NotIndexedException if the corpus stores no mentions
   */
  public static EntityGraph of(Corpus corpus) {
    return MentionGraph.of(corpus);
  }

  /**
   * Creates the tool {@code related_search}, which finds sections that are connected through names.
   * Do not combine it with tools that show whole chunks instead of sections, such as those of the
   * profile of {@code arag-paper}.
   *
   * @throws dev.arag.core.error.NotIndexedException if the corpus has no entity graph
   */
  public static RetrievalTool relatedSearch(Corpus corpus) {
    // The graph is computed for each call. This checks that the corpus has one.
    EntityGraph unused = of(corpus);
    return new RelatedSearchTool(corpus);
  }

  /** Returns {@link #linear(int)} with 5 chunks. */
  public static Strategy linear() {
    return linear(LINEAR_CHUNKS);
  }

  /**
   * Returns a strategy that shows the chunks of {@link EntityGraph#rank} to the model and asks it
   * once. The ranking follows the names in the question to other names, through the sentences that
   * are most similar to the question. Then it runs Personalized PageRank on the names and chunks
   * that it reached. The ranking needs no LLM.
   *
   * <p>{@link dev.arag.agent.Strategies} does not contain this strategy. An application that
   * selects strategies by name adds it there with {@code OtherStrategies.chunks(LINEAR_CHUNKS,
   * Graphs::linear)} of {@code arag-strategies}; its option {@code k} is then the number of chunks.
   *
   * <p>The corpus must have an {@linkplain #of entity graph}. Otherwise, the run throws a {@link
   * dev.arag.core.error.NotIndexedException}.
   *
   * <p>Source: LinearRAG (Zhuang et al., 2025), implemented from the paper. Cost: 1 model call and
   * the text of {@code k} chunks. When to use it: questions with several steps, weak models, many
   * questions on one corpus. Weaknesses: different spellings of a name are different entities; a
   * question without names gets the hits of a semantic search.
   *
   * @param chunks the number of chunks, 1 to 1,000
   */
  public static Strategy linear(int chunks) {
    if (chunks < 1 || chunks > MAX_CHUNKS) {
      throw new IllegalArgumentException("chunks must be 1 to " + MAX_CHUNKS + ", was " + chunks);
    }
    return new Linear(chunks == LINEAR_CHUNKS ? LINEAR : LINEAR + ":k=" + chunks, chunks);
  }
}
