package dev.arag.tools.internal.context;

import java.util.Set;

/** The names of the built-in tools, and the default limit on their results. */
public final class BuiltInTools {
  public static final String KEYWORD_SEARCH = "keyword_search";
  public static final String SEMANTIC_SEARCH = "semantic_search";
  public static final String CHUNK_READ = "chunk_read";
  public static final String OUTLINE = "outline";
  public static final String FIND = "find";

  /** The names of the tools that every toolbox of a corpus has. */
  public static final Set<String> NAMES = Set.of(KEYWORD_SEARCH, SEMANTIC_SEARCH, CHUNK_READ);

  /** The limit on the corpus text in one result, in o200k tokens. */
  public static final int MAX_RESULT_TOKENS = 6_000;

  private BuiltInTools() {}
}
