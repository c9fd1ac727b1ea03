package dev.arag.core.token;

import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the token counts of recent short pieces, at most a few megabytes. Safe for use by
 * several threads without locks: slots hold immutable values.
 */
final class PieceCounts {
  private static final int SLOTS = 1 << 15;

  /** The longest cached piece, in UTF-16 units; longer ones rarely repeat. */
  private static final int LONGEST = 32;

  private record Piece(String text, int tokens) {}

  private final @Nullable Piece[] slots = new Piece[SLOTS];
  private final ToIntFunction<String> counter;

  /**
   * @param counter counts the pieces that are not cached
   */
  PieceCounts(ToIntFunction<String> counter) {
    this.counter = counter;
  }

  /** The length of the piece between two offsets of a text, in tokens. */
  int count(String text, int from, int to) {
    if (to - from > LONGEST) {
      return counter.applyAsInt(text.substring(from, to));
    }
    int slot = slot(text, from, to);
    Piece last = slots[slot];
    if (last != null && isAt(last.text(), text, from, to)) {
      return last.tokens();
    }
    Piece before = slots[slot + 1];
    boolean isKnown = before != null && isAt(before.text(), text, from, to);
    Piece piece = isKnown ? before : countAndCache(text.substring(from, to));
    slots[slot + 1] = last;
    slots[slot] = piece;
    return piece.tokens();
  }

  private Piece countAndCache(String piece) {
    return new Piece(piece, counter.applyAsInt(piece));
  }

  private static boolean isAt(String piece, String text, int from, int to) {
    return piece.length() == to - from && text.startsWith(piece, from);
  }

  /** The first of the two slots of a piece; a new piece replaces the less recently used one. */
  private static int slot(String text, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return (hash * 0x9E3779B9) >>> (Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS)) & ~1;
  }
}
