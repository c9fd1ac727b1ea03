package dev.arag.index.internal.keyword;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.WordEdges;
import java.nio.charset.StandardCharsets;

/**
 * A keyword as bytes: no character of UTF-8 begins inside of another, so bytes are equal exactly
 * where characters are. They are searched as strings of one character each, since that is what the
 * JDK has fast code for. Immutable.
 */
final class BytePattern {
  private static final int ASCII = 0x80;
  private static final int SHORTEST_REST = 3;

  /** For each character of ASCII whether it leaves an edge free that is not free anyway. */
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
   * How many bytes are searched for only where the others are. All characters of a writing begin
   * alike, so that a search for the first bytes would stop at each.
   */
  private static int skipped(String bytes) {
    int lead = bytes.charAt(0);
    int skipped = lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    return bytes.length() - skipped < SHORTEST_REST ? 0 : skipped;
  }

  /** Where it occurs next in bytes as characters, or -1. */
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
   * Whether it stands as a whole word, as {@link WordEdges#isWhole} has it.
   *
   * @param at where it occurs
   * @param start of the text
   * @param end of the text
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
