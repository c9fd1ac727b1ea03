package dev.arag.agent.internal.quote;

import java.util.function.IntPredicate;

/**
 * A search pattern of the Knuth-Morris-Pratt algorithm. A search takes time linear in the lengths
 * of the pattern and the text. This matters because quotes are untrusted input: a naive search for
 * a repetitive quote in repetitive text takes quadratic time.
 */
public final class KmpPattern {
  private final String key;

  /**
   * For each prefix of the pattern, the length of its longest border: the longest proper prefix
   * that is also a suffix.
   */
  private final int[] borders;

  public KmpPattern(String key) {
    this.key = key;
    this.borders = new int[key.length()];
    for (int i = 1, matched = 0; i < key.length(); i++) {
      matched = advance(matched, key.charAt(i));
      borders[i] = matched;
    }
  }

  int length() {
    return key.length();
  }

  /**
   * Returns the start of the first match at or after {@code from} that the predicate accepts; -1 if
   * there is none.
   */
  int indexIn(CharSequence text, int from, IntPredicate accepts) {
    for (int i = from, matched = 0; i < text.length(); i++) {
      matched = advance(matched, text.charAt(i));
      if (matched == key.length() && accepts.test(i + 1 - matched)) {
        return i + 1 - matched;
      }
    }
    return -1;
  }

  private int advance(int matched, char next) {
    int length = matched;
    while (length > 0 && (length == key.length() || key.charAt(length) != next)) {
      length = borders[length - 1];
    }
    return key.charAt(length) == next ? length + 1 : length;
  }
}
