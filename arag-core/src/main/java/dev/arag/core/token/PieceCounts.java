package dev.arag.core.token;

import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the length in tokens of some thousand short pieces met lately, at most a few megabytes.
 * Safe for use by several threads: they read and write the same slots without waiting for each
 * other, since what stands in a slot never changes.
 */
final class PieceCounts {
  private static final int SLOTS = 1 << 15;

  /** Longer pieces hardly come again. In UTF-16 units. */
  private static final int LONGEST = 32;

  private record Piece(String text, int tokens) {}

  private final @Nullable Piece[] slots = new Piece[SLOTS];
  private final ToIntFunction<String> counter;

  /**
   * @param counter tells what is not remembered
   */
  PieceCounts(ToIntFunction<String> counter) {
    this.counter = counter;
  }

  /** The length of the piece between two places of a text, in tokens. */
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
    Piece piece = isKnown ? before : counted(text.substring(from, to));
    slots[slot + 1] = last;
    slots[slot] = piece;
    return piece.tokens();
  }

  private Piece counted(String piece) {
    return new Piece(piece, counter.applyAsInt(piece));
  }

  private static boolean isAt(String piece, String text, int from, int to) {
    return piece.length() == to - from && text.startsWith(piece, from);
  }

  /**
   * The first of the two places of a piece, of which it takes the one that was used less lately.
   */
  private static int slot(String text, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return (hash * 0x9E3779B9) >>> (Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS)) & ~1;
  }
}
