package dev.arag.tools.internal.text;

import java.util.random.RandomGenerator;

/**
 * Creates short codes of lower-case letters and the digits 2 to 7. The digits 0 and 1 are not used,
 * because they are easily confused with letters.
 */
public final class Base32 {
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

  private Base32() {}

  public static String random(RandomGenerator random, int length) {
    StringBuilder code = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      code.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return code.toString();
  }

  /**
   * Returns the first characters of the base-32 encoding of the bytes, starting with the high bits.
   */
  public static String prefix(byte[] bytes, int length) {
    StringBuilder code = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      code.append(ALPHABET.charAt(fiveBits(bytes, i * 5)));
    }
    return code.toString();
  }

  private static int fiveBits(byte[] bytes, int bit) {
    int at = bit / 8;
    int pair = (bytes[at] & 0xff) << 8 | (at + 1 < bytes.length ? bytes[at + 1] & 0xff : 0);
    return pair >>> (11 - bit % 8) & 31;
  }
}
