package dev.arag.tools.internal.context;

import java.util.Set;

/** The names of the three built-in tools. */
public final class BuiltInTools {
  public static final String KEYWORD_SEARCH = "keyword_search";
  public static final String SEMANTIC_SEARCH = "semantic_search";
  public static final String CHUNK_READ = "chunk_read";
  public static final Set<String> NAMES = Set.of(KEYWORD_SEARCH, SEMANTIC_SEARCH, CHUNK_READ);

  private BuiltInTools() {}
}
