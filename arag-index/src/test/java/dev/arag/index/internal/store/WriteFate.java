package dev.arag.index.internal.store;

import java.util.Random;

/**
 * What became of a write that was not durable when the power failed.
 *
 * @param detail for a torn write the offset in the file of its first lost sector, or the seed of
 *     which sectors are lost
 */
public record WriteFate(Kind kind, long detail) {
  static final int SECTOR_BYTES = 512;
  static final WriteFate KEPT = new WriteFate(Kind.KEPT, 0);
  static final WriteFate LOST = new WriteFate(Kind.LOST, 0);
  static final WriteFate ZEROS = new WriteFate(Kind.ZEROS, 0);

  enum Kind {
    KEPT,
    /** Not even the file's length tells of it. */
    LOST,
    /** The file has its length, but zeros in its place. */
    ZEROS,
    /** The file ends inside of it. */
    CUT,
    /** The file has its length, but zeros from some place of it on. */
    CUT_AND_ZEROS,
    /** Some sectors came through, others are zeros. */
    SCATTERED
  }

  static WriteFate draw(Random random, int start, int end) {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> KEPT;
      case 3, 4 -> LOST;
      case 5 -> ZEROS;
      case 6 -> new WriteFate(Kind.SCATTERED, random.nextLong());
      default -> cut(random, start, end);
    };
  }

  private static WriteFate cut(Random random, int start, int end) {
    int sectors = (end - 1) / SECTOR_BYTES - start / SECTOR_BYTES;
    if (sectors <= 0) {
      return LOST;
    }
    long at = (start / SECTOR_BYTES + 1L + random.nextInt(sectors)) * SECTOR_BYTES;
    return new WriteFate(random.nextBoolean() ? Kind.CUT : Kind.CUT_AND_ZEROS, at);
  }

  /** How long the file is at least. */
  int length(int end) {
    return switch (kind) {
      case LOST -> 0;
      case CUT -> (int) detail;
      default -> end;
    };
  }

  /** Copies what came through. */
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
