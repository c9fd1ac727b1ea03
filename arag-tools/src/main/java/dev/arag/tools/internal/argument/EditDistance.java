package dev.arag.tools.internal.argument;

/** Computes the Levenshtein distance of two words, in UTF-16 units. */
public final class EditDistance {
  private EditDistance() {}

  static boolean isAtMost(int limit, String left, String right) {
    return Math.abs(left.length() - right.length()) <= limit && between(left, right) <= limit;
  }

  public static int between(String left, String right) {
    int[] row = new int[right.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      advance(row, left.charAt(i - 1), right, i);
    }
    return row[right.length()];
  }

  /**
   * Updates the row of the distance matrix for the first {@code i - 1} characters of the left word
   * to the row for the first {@code i} characters.
   */
  private static void advance(int[] row, char character, String right, int i) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j < row.length; j++) {
      int above = row[j];
      int replaced = diagonal + (character == right.charAt(j - 1) ? 0 : 1);
      row[j] = Math.min(replaced, Math.min(above, row[j - 1]) + 1);
      diagonal = above;
    }
  }
}
