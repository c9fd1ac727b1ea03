package dev.arag.paper.internal;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Corpus;
import dev.arag.tools.Toolbox;

/**
 * The tools of the A-RAG paper. They show whole chunks instead of sections, in the text format of
 * the reference implementation. They limit the text in one result only if {@link
 * Toolbox#withMaxResultTokens} sets a limit.
 */
public final class PaperTools {
  private PaperTools() {}

  /**
   * Creates a toolbox with the three tools {@code keyword_search}, {@code semantic_search} and
   * {@code chunk_read}.
   */
  public static Toolbox of(Corpus corpus) {
    requireNonNull(corpus, "corpus");
    return Toolbox.empty()
        .with(new PaperKeywordSearchTool(corpus, false))
        .with(new PaperSemanticSearchTool(corpus, false))
        .with(new PaperChunkReadTool(corpus))
        .withMaxResultTokens(Integer.MAX_VALUE);
  }

  /**
   * Creates a toolbox with {@code keyword_search} and {@code semantic_search} whose results show
   * the full text of chunks, for the ablation "w/o Chunk Read".
   */
  public static Toolbox fullText(Corpus corpus) {
    requireNonNull(corpus, "corpus");
    return Toolbox.empty()
        .with(new PaperKeywordSearchTool(corpus, true))
        .with(new PaperSemanticSearchTool(corpus, true))
        .withMaxResultTokens(Integer.MAX_VALUE);
  }

  /** Creates a toolbox with the single tool {@code naive_embedding_search}, for "A-RAG (Naive)". */
  public static Toolbox naiveSearch(Corpus corpus) {
    requireNonNull(corpus, "corpus");
    return Toolbox.empty().with(new PaperNaiveSearchTool(corpus));
  }
}
