package dev.arag.index.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;

/** Random changes of the bytes of a file. */
final class ByteChanges {
  private ByteChanges() {}

  /**
   * Returns a copy with one to four changes, most of them at offsets where the file stores numbers.
   */
  static byte[] changed(byte[] body, Random random) {
    byte[] bytes = body.clone();
    for (int left = random.nextInt(1 + random.nextInt(4)); left >= 0; left--) {
      bytes = changedOnce(bytes, random);
    }
    return bytes;
  }

  private static byte[] changedOnce(byte[] bytes, Random random) {
    if (bytes.length < 64) {
      return bytes;
    }
    ByteBuffer at = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    switch (random.nextInt(10)) {
      case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      case 2 -> at.putInt(place(bytes, 4, random), (int) odd(bytes.length, random));
      case 3 -> at.putLong(place(bytes, 8, random), odd(bytes.length, random));
      case 4 -> {
        int place = place(bytes, 4, random);
        at.putInt(place, at.getInt(place) + random.nextInt(9) - 4);
      }
      case 5 -> at.putInt(place(bytes, 4, random), at.getInt(place(bytes, 4, random)));
      case 6 -> at.putLong(place(bytes, 8, random), at.getLong(place(bytes, 8, random)));
      case 7 -> {
        int place = place(bytes, 8, random);
        at.putLong(place, at.getLong(place) + (1L << random.nextInt(Long.SIZE)));
      }
      case 8 -> shift(at, bytes.length, random);
      default -> {
        return resized(bytes, random);
      }
    }
    return bytes;
  }

  /** Changes two counts in the trailer so that their sum stays the same. */
  private static void shift(ByteBuffer at, int length, Random random) {
    int less = length - 8 * (1 + random.nextInt(8));
    int more = length - 8 * (1 + random.nextInt(8));
    int count = 1 + random.nextInt(8);
    at.putLong(less, at.getLong(less) - count);
    at.putLong(more, at.getLong(more) + count);
  }

  /**
   * Returns a random offset: in the trailer, a multiple of the number width from the end, or
   * anywhere.
   */
  private static int place(byte[] bytes, int width, Random random) {
    if (random.nextInt(6) == 0) {
      return bytes.length - 8 * (1 + random.nextInt(8));
    }
    if (random.nextBoolean()) {
      return bytes.length - width * (1 + random.nextInt(bytes.length / width));
    }
    return random.nextInt(bytes.length - width);
  }

  private static long odd(int length, Random random) {
    long[] values = {
      0,
      1,
      -1,
      length,
      length - 1L,
      length + 1L,
      Integer.MAX_VALUE,
      Integer.MIN_VALUE,
      Integer.MAX_VALUE - 8,
      Long.MAX_VALUE,
      Long.MIN_VALUE,
      1L << 32,
      1L << 61,
      random.nextInt(length),
      random.nextInt(),
      random.nextLong()
    };
    return values[random.nextInt(values.length)];
  }

  /** Inserts or removes some bytes at a random offset. */
  private static byte[] resized(byte[] bytes, Random random) {
    int place = random.nextInt(bytes.length);
    int count = random.nextInt(1 + Math.min(40, bytes.length - place));
    boolean isCut = random.nextBoolean();
    byte[] resized = Arrays.copyOf(bytes, bytes.length + (isCut ? -count : count));
    int rest = isCut ? place + count : place;
    int target = isCut ? place : place + count;
    System.arraycopy(bytes, rest, resized, target, bytes.length - rest);
    return resized;
  }
}
