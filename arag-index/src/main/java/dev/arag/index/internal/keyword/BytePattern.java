package dev.arag.index.internal.keyword;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.WordEdges;
import java.nio.charset.StandardCharsets;

/**
 * Searches for the UTF-8 bytes of a keyword. The bytes of one UTF-8 character never contain the
 * start of another, so each match of bytes is also a match of characters. The bytes are stored in
 * Latin-1 strings because the JDK searches these very fast. Immutable.
 */
final class BytePattern {
  private static final int ASCII = 0x80;
  private static final int SHORTEST_REST = 3;

  /**
   * For each ASCII character, whether a word can end before it and begin after it. Not used if the
   * adjacent character of the word belongs to a script without spaces.
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
   * Returns how many leading bytes are compared only after the remaining bytes have matched. Most
   * characters of a script begin with the same bytes, so a search that starts with these bytes
   * would stop at almost every character.
   */
  private static int skipped(String bytes) {
    int lead = bytes.charAt(0);
    int skipped = lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    return bytes.length() - skipped < SHORTEST_REST ? 0 : skipped;
  }

  /** Returns the index of the next occurrence, or -1 if there is none. */
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
   * Returns whether an occurrence is a whole word as defined by {@link WordEdges#isWhole}.
   *
   * @param at the index of the occurrence
   * @param start the index at which the text starts
   * @param end the index after the last byte of the text
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
