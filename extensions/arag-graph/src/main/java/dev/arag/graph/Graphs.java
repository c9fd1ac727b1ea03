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
 * What makes an entity graph and what uses it. An index stores the names and phrases in its
 * documents, and the tool and the strategy follow them:
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
   * Returns the finder of names and phrases, which needs no model and supports all languages. Its
   * fingerprint starts with {@code phrases}.
   */
  public static MentionFinder phrases() {
    return new PhraseFinder();
  }

  /**
   * Returns the finder of this module that replaces a stored one: {@link #phrases()} for the
   * mentions that it found, in this version of the library or an older one. Give this method to
   * {@code Index.Builder.knownFinders} to keep the graph of an index that has one.
   *
   * @param fingerprint the fingerprint of the finder of the stored mentions
   * @return the finder; empty for mentions that another finder found
   */
  public static Optional<MentionFinder> finder(String fingerprint) {
    return requireNonNull(fingerprint, "fingerprint").startsWith(PhraseFinder.NAME)
        ? Optional.of(phrases())
        : Optional.empty();
  }

  /**
   * Returns the graph of the current state of a corpus, in its scope. It is computed for each call
   * from the {@linkplain Corpus#mentions() mentions} of the corpus, so this method costs nothing.
   *
   * @throws dev.arag.core.error.NotIndexedException if the corpus stores no mentions
   */
  public static EntityGraph of(Corpus corpus) {
    return MentionGraph.of(corpus);
  }

  /**
   * Creates the tool {@code related_search}, which finds sections that are connected through names.
   * The tool knows sections, so it does not fit tools that know only chunks.
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
   * Returns a strategy that ranks chunks along the names that they mention, shows the best of them
   * and asks once. The ranking walks from the names in the question to other names, along the
   * sentences that are most similar to the question, and runs Personalised PageRank on what it
   * reached. The ranking needs no model. An application that looks up strategies by name adds this
   * one to its {@link dev.arag.agent.Strategies}; its option {@code k} is the number of chunks.
   *
   * <p>The corpus needs an {@linkplain #of entity graph}. Otherwise the run ends with a {@link
   * dev.arag.core.error.NotIndexedException}.
   *
   * <p>Source: LinearRAG (Zhuang et al., 2025), written from its description. Cost: 1 model call
   * and the text of {@code k} chunks. When to use it: questions with several steps, weak models,
   * many questions on one corpus. Weaknesses: names are found by their spelling; a question without
   * names is ranked by the search alone.
   *
   * @param chunks the number of chunks, 1 to 1,000
   */
  public static Strategy linear(int chunks) {
    if (chunks < 1 || chunks > MAX_CHUNKS) {
      throw new IllegalArgumentException("k must be 1 to " + MAX_CHUNKS + ", was " + chunks);
    }
    return new Linear(chunks == LINEAR_CHUNKS ? LINEAR : LINEAR + ":k=" + chunks, chunks);
  }
}
