package dev.arag.index.internal.mention;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.index.internal.file.LittleEndian;
import java.util.ArrayList;
import java.util.List;

/**
 * The words of the keys of one group as a bit set, so that a search for a word can skip most
 * groups. A group whose keys contain a word has the bit of this word.
 */
final class KeyWords {
  static final int BYTES = 64;

  private static final int MULTIPLIER = 0x9E3779B1;
  private static final int SHIFT = Integer.SIZE - 9;

  private final long[] bits = new long[BYTES / Long.BYTES];

  /** Returns the words of a key: its longest runs of letters, numbers and marks. */
  static List<String> of(String key) {
    List<String> words = new ArrayList<>();
    int start = -1;
    for (int i = 0; i < key.length(); ) {
      int codePoint = key.codePointAt(i);
      boolean isPart = CharacterClass.isWordPart(codePoint);
      if (isPart && start < 0) {
        start = i;
      } else if (!isPart && start >= 0) {
        words.add(key.substring(start, i));
        start = -1;
      }
      i += Character.charCount(codePoint);
    }
    if (start >= 0) {
      words.add(key.substring(start));
    }
    return words;
  }

  /** Returns the number of the bit of a word. */
  static int bit(String word) {
    return (word.hashCode() * MULTIPLIER) >>> SHIFT;
  }

  void add(String key) {
    for (String word : of(key)) {
      int bit = bit(word);
      bits[bit / Long.SIZE] |= 1L << (bit % Long.SIZE);
    }
  }

  /** Returns the bits and clears them. */
  byte[] take() {
    byte[] bytes = new byte[BYTES];
    for (int i = 0; i < bits.length; i++) {
      LittleEndian.putLong(bytes, i * Long.BYTES, bits[i]);
      bits[i] = 0;
    }
    return bytes;
  }

  static boolean has(byte[] stored, int bit) {
    return (stored[bit / Byte.SIZE] >>> (bit % Byte.SIZE) & 1) != 0;
  }
}
