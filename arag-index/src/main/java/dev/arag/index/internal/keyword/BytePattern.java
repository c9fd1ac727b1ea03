package dev.arag.index.internal.keyword;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.WordEdges;
import java.nio.charset.StandardCharsets;

/**
 * A keyword as UTF-8 bytes. In UTF-8 no character begins inside another, so a match of bytes is a
 * match of characters. Bytes are searched as Latin-1 strings, for which the JDK has fast code.
 * Immutable.
 */
final class BytePattern {
  private static final int ASCII = 0x80;
  private static final int SHORTEST_REST = 3;

  /**
   * For each ASCII character outside an occurrence: whether the edge is free if the script does not
   * free it.
   */
  private static final boolean[] FREE = new boolean[ASCII];

  static {
    for (int i = 0; i < ASCII; i++) {
      FREE[i] = WordEdges.isFree(i, 'a');
    }
  }

  private final String bytes;
  private final int skipped;
  private final String rest;
  private final int first;
  private final int last;
  private final boolean isStartFree;
  private final boolean isEndFree;

  BytePattern(String folded) {
    bytes = new String(folded.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    skipped = skipped(bytes);
    rest = bytes.substring(skipped);
    first = folded.codePointAt(0);
    last = folded.codePointBefore(folded.length());
    isStartFree = CharacterClass.isUnspacedScript(first);
    isEndFree = CharacterClass.isUnspacedScript(last);
  }

  int length() {
    return bytes.length();
  }

  /**
   * Number of leading bytes that are compared only after the rest has matched. All characters of a
   * script begin with the same bytes, so a search for these would stop at each character.
   */
  private static int skipped(String bytes) {
    int lead = bytes.charAt(0);
    int skipped = lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    return bytes.length() - skipped < SHORTEST_REST ? 0 : skipped;
  }

  /** Index of the next occurrence, or -1. */
  int next(String latin1, int from) {
    if (skipped == 0) {
      return latin1.indexOf(bytes, from);
    }
    int at = latin1.indexOf(rest, from + skipped);
    while (at >= 0 && !latin1.startsWith(bytes, at - skipped)) {
      at = latin1.indexOf(rest, at + 1);
    }
    return at < 0 ? at : at - skipped;
  }

  /**
   * Whether an occurrence is a whole word, as {@link WordEdges#isWhole} defines it.
   *
   * @param at index of the occurrence
   * @param start index of the start of the text
   * @param end index of the end of the text
   */
  boolean isWhole(byte[] utf8, int at, int start, int end) {
    int after = at + bytes.length();
    return (isStartFree || at == start || isFree(Utf8.before(utf8, at, start), first))
        && (isEndFree || after == end || isFree(Utf8.at(utf8, after, end), last));
  }

  private static boolean isFree(int outside, int inside) {
    return outside < ASCII ? FREE[outside] : WordEdges.isFree(outside, inside);
  }
}
