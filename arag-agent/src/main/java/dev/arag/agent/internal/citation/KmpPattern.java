package dev.arag.agent.internal.citation;

import java.util.function.IntPredicate;

/**
 * A text to look for, in time linear in both lengths whatever they hold (Knuth, Morris and Pratt):
 * quotes come from outside, and a naive search of repetitive text takes the product.
 */
final class KmpPattern {
  private final String key;

  /** For each prefix of the key the length of its longest border. */
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

  /** Where the key first starts, at or after {@code from}, in a place accepted; -1 if nowhere. */
  int in(CharSequence text, int from, IntPredicate accepts) {
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
