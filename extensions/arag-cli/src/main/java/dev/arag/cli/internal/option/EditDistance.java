package dev.arag.cli.internal.option;

import java.util.Collection;
import java.util.List;

/** The Levenshtein distance of two words, in UTF-16 units. */
public final class EditDistance {
  private static final int SIMILAR = 2;

  private EditDistance() {}

  /** Returns the names that begin with a word, or else the nearest, at most two edits away. */
  public static List<String> similar(String word, Collection<String> names) {
    List<String> longer = names.stream().filter(name -> name.startsWith(word)).toList();
    return longer.isEmpty() ? nearest(word, names) : longer;
  }

  private static List<String> nearest(String word, Collection<String> names) {
    int least = names.stream().mapToInt(name -> between(word, name)).min().orElse(SIMILAR + 1);
    return least > SIMILAR
        ? List.of()
        : names.stream().filter(name -> between(word, name) == least).toList();
  }

  static int between(String left, String right) {
    int[] row = new int[right.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(diagonal, row[j - 1]) + 1);
      }
    }
    return row[right.length()];
  }
}
