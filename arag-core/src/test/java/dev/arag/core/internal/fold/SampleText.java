package dev.arag.core.internal.fold;

import java.util.Random;

/** Generates random text of mixed scripts, including characters that are difficult to fold. */
final class SampleText {
  /** The ranges of code points to choose from: first code point and length. */
  private static final int[][] RANGES = {
    {' ', 95},
    {'A', 26},
    {'a', 26},
    {0, 0x30},
    {0x80, 0x100},
    {0x180, 0xD0},
    {0x2B0, 0x50},
    {0x300, 0x70},
    {0x300, 8},
    {0x345, 1},
    {0x370, 0x90},
    {0x400, 0x130},
    {0x591, 0x35},
    {0x600, 0x100},
    {0x900, 0x80},
    {0x980, 0x80},
    {0xB80, 0x80},
    {0xD00, 0x80},
    {0xE00, 0x80},
    {0xF00, 0xC0},
    {0x1000, 0xA0},
    {0x1100, 0x100},
    {0x13A0, 0x60},
    {0x1E00, 0x100},
    {0x1F00, 0x100},
    {0x2000, 0x70},
    {0x2100, 0x90},
    {0x2C00, 0x80},
    {0x3000, 0x100},
    {0x4E00, 0x200},
    {0xA640, 0x60},
    {0xAC00, 0x2BA4},
    {0xF900, 0x100},
    {0xFB00, 0x50},
    {0xFE00, 0x10},
    {0xFEFF, 1},
    {0x10400, 0x50},
    {0x11080, 0x50},
    {0x11300, 0x80},
    {0x16100, 0x40},
    {0x16D40, 0x40},
    {0x1D150, 0x80},
    {0x1F300, 0x100},
    {0x2F800, 0x100},
    {0xE0000, 0x80},
  };

  private SampleText() {}

  /**
   * Returns a text of fewer than 40 code points from at most four ranges, so that adjacent
   * characters often belong to the same script.
   */
  static String next(Random random) {
    int[][] ranges = new int[1 + random.nextInt(4)][];
    for (int i = 0; i < ranges.length; i++) {
      ranges[i] = RANGES[random.nextInt(RANGES.length)];
    }
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(40); length > 0; length--) {
      int[] range = ranges[random.nextInt(ranges.length)];
      text.appendCodePoint(range[0] + random.nextInt(range[1]));
    }
    return text.toString();
  }
}
