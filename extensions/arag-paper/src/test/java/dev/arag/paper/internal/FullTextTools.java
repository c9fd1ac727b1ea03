package dev.arag.paper.internal;

import dev.arag.core.corpus.Corpus;
import dev.arag.tools.Toolbox;

/** Gives the tests of other packages the toolboxes of {@link FullTextSearch}. */
public final class FullTextTools {
  private FullTextTools() {}

  public static Toolbox over(Corpus corpus) {
    return FullTextSearch.over(corpus);
  }

  public static Toolbox overNaive(Corpus corpus) {
    return FullTextSearch.overNaive(corpus);
  }
}
