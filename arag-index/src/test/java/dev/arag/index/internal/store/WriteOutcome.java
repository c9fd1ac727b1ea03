package dev.arag.index.internal.store;

import java.util.Random;

/**
 * The outcome of a write that was not durable when the power failed.
 *
 * @param detail for a cut write, the file offset of the first lost sector; for a scattered write,
 *     the seed that selects the written sectors; otherwise unused
 */
public record WriteOutcome(OutcomeKind kind, long detail) {
  static final int SECTOR_BYTES = 512;
  static final WriteOutcome KEPT = new WriteOutcome(OutcomeKind.KEPT, 0);
  static final WriteOutcome LOST = new WriteOutcome(OutcomeKind.LOST, 0);
  static final WriteOutcome ZEROS = new WriteOutcome(OutcomeKind.ZEROS, 0);

  enum OutcomeKind {
    KEPT,
    /** The write was lost. The length of the file is unchanged. */
    LOST,
    /** The file has its new length, but the bytes of this write are zeros. */
    ZEROS,
    /** The file ends in the middle of this write. */
    CUT,
    /** The file has its new length, but from some offset on, the bytes of this write are zeros. */
    CUT_AND_ZEROS,
    /** Some sectors were written; the others are zeros. */
    SCATTERED
  }

  static WriteOutcome draw(Random random, int start, int end) {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> KEPT;
      case 3, 4 -> LOST;
      case 5 -> ZEROS;
      case 6 -> new WriteOutcome(OutcomeKind.SCATTERED, random.nextLong());
      default -> cut(random, start, end);
    };
  }

  private static WriteOutcome cut(Random random, int start, int end) {
    int sectors = (end - 1) / SECTOR_BYTES - start / SECTOR_BYTES;
    if (sectors <= 0) {
      return LOST;
    }
    long at = (start / SECTOR_BYTES + 1L + random.nextInt(sectors)) * SECTOR_BYTES;
    return new WriteOutcome(random.nextBoolean() ? OutcomeKind.CUT : OutcomeKind.CUT_AND_ZEROS, at);
  }

  /** Returns the minimum length that the file has after this outcome. */
  int length(int end) {
    return switch (kind) {
      case LOST -> 0;
      case CUT -> (int) detail;
      default -> end;
    };
  }

  /** Copies the bytes that were written to the target. */
  void copy(byte[] whole, byte[] target, int start, int end) {
    switch (kind) {
      case KEPT -> System.arraycopy(whole, start, target, start, end - start);
      case CUT, CUT_AND_ZEROS ->
          System.arraycopy(whole, start, target, start, (int) detail - start);
      case SCATTERED -> scatter(whole, target, start, end);
      default -> {}
    }
  }

  private void scatter(byte[] whole, byte[] target, int start, int end) {
    Random random = new Random(detail);
    int from = start;
    while (from < end) {
      int to = Math.min(end, (from / SECTOR_BYTES + 1) * SECTOR_BYTES);
      if (random.nextBoolean()) {
        System.arraycopy(whole, from, target, from, to - from);
      }
      from = to;
    }
  }
}
