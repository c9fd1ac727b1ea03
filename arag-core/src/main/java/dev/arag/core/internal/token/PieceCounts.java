package dev.arag.core.internal.token;

import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Caches the token counts of recent short pieces in at most a few megabytes. Thread-safe without
 * locks, because each slot contains a reference to an immutable value.
 */
public final class PieceCounts {
  private static final int SLOTS = 1 << 15;

  /** The maximum length of a cached piece, in UTF-16 units. Longer pieces rarely occur again. */
  private static final int LONGEST = 32;

  private record Piece(String text, int tokens) {}

  private final @Nullable Piece[] slots = new Piece[SLOTS];
  private final ToIntFunction<String> counter;

  /**
   * @param counter counts the tokens of a piece that is not cached
   */
  PieceCounts(ToIntFunction<String> counter) {
    this.counter = counter;
  }

  /** Returns the number of tokens of the piece between two offsets of a text. */
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

  /**
   * Returns the index of the first of two adjacent slots for a piece. A new piece replaces the less
   * recently used piece of the two slots.
   */
  private static int slot(String text, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return (hash * 0x9E3779B9) >>> (Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS)) & ~1;
  }
}
