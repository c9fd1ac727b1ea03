package dev.arag.solr.internal.query;

import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;

/** Searches for keywords. */
public final class KeywordSearch {
  private KeywordSearch() {}

  /** Returns one page of hits. */
  @SuppressWarnings("DoNotCallSuggester")
  public static KeywordHits search(View view, KeywordQuery query, int topK, int offset) {
    throw new UnsupportedOperationException();
  }
}
