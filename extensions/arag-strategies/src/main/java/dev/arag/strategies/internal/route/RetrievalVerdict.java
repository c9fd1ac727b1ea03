package dev.arag.strategies.internal.route;

import java.util.Arrays;

/** The verdict of CRAG on the texts that a search found. */
enum RetrievalVerdict {
  /** At least one text states the answer. */
  CORRECT,
  /** Some texts may help. */
  AMBIGUOUS,
  /** No text helps. */
  INCORRECT;

  static final int LOWEST = 0;
  static final int HIGHEST = 10;

  /** A text with at least this grade states the answer. */
  static final int CORRECT_FROM = 7;

  /** A text with a lower grade is left out. */
  static final int USEFUL_FROM = 3;

  static RetrievalVerdict of(int[] grades) {
    int best = Arrays.stream(grades).max().orElse(LOWEST);
    return best >= CORRECT_FROM ? CORRECT : best >= USEFUL_FROM ? AMBIGUOUS : INCORRECT;
  }
}
