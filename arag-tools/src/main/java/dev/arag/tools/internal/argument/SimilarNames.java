package dev.arag.tools.internal.argument;

import java.util.Collection;
import java.util.List;

/** The names that a user may have meant. */
public final class SimilarNames {
  private static final int SIMILAR = 2;

  private SimilarNames() {}

  /**
   * Returns the names that begin with a word, or else the nearest, at most two edits away. Returns
   * none for an empty word.
   */
  public static List<String> of(String word, Collection<String> names) {
    if (word.isEmpty()) {
      return List.of();
    }
    List<String> longer = names.stream().filter(name -> name.startsWith(word)).toList();
    return longer.isEmpty() ? nearest(word, names) : longer;
  }

  private static List<String> nearest(String word, Collection<String> names) {
    int least =
        names.stream().mapToInt(name -> EditDistance.between(word, name)).min().orElse(SIMILAR + 1);
    return least > SIMILAR
        ? List.of()
        : names.stream().filter(name -> EditDistance.between(word, name) == least).toList();
  }
}
