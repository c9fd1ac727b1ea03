package dev.arag.agent.internal.citation;

import java.util.function.IntPredicate;

/**
 * A search pattern of the algorithm of Knuth, Morris and Pratt: the time is linear in both lengths.
 * Quotes are untrusted, and a naive search of repetitive text takes quadratic time.
 */
final class KmpPattern {
  private final String key;

  /** The length of the longest border of each prefix. */
  private final int[] borders;

  KmpPattern(String key) {
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

  /** The first accepted match at or after {@code from}; -1 if there is none. */
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
