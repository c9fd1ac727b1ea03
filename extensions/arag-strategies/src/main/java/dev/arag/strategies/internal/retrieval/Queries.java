package dev.arag.strategies.internal.retrieval;

import java.util.Locale;

/** Compares queries. */
public final class Queries {
  private Queries() {}

  /** Returns the words of a query. Two queries with the same words count as repeated. */
  public static String key(String query) {
    return query.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{M}\\p{N}]+", " ").strip();
  }
}
