package dev.arag.core.internal.fold;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A table with one 32-bit word of properties for each code point. The table is divided into blocks,
 * and all blocks that repeat the same word share their storage.
 */
final class WordTrie {
  private static final int CODE_POINTS = Character.MAX_CODE_POINT + 1;
  private static final int BLOCK_SHIFT = 7;
  private static final int BLOCK_SIZE = 1 << BLOCK_SHIFT;
  private static final int IN_BLOCK = BLOCK_SIZE - 1;

  private final char[] blocks = new char[CODE_POINTS >> BLOCK_SHIFT];
  private int[] words = new int[512 * BLOCK_SIZE];
  private final Map<Integer, Character> uniform = new HashMap<>();
  private int blockCount;
  private int filled;

  int word(int codePoint) {
    return words[place(codePoint)];
  }

  private int place(int codePoint) {
    return (blocks[codePoint >> BLOCK_SHIFT] << BLOCK_SHIFT) | (codePoint & IN_BLOCK);
  }

  boolean isComplete() {
    return filled == CODE_POINTS;
  }

  /** Assigns a word to the next {@code count} code points. */
  void append(int word, int count) {
    int end = filled + count;
    while (filled < end) {
      boolean startsBlock = (filled & IN_BLOCK) == 0;
      if (startsBlock && end - filled >= BLOCK_SIZE) {
        blocks[filled >> BLOCK_SHIFT] = uniform.computeIfAbsent(word, this::newUniformBlock);
        filled += BLOCK_SIZE;
      } else {
        appendWithinBlock(word, end, startsBlock);
      }
    }
  }

  private void appendWithinBlock(int word, int end, boolean startsBlock) {
    if (startsBlock) {
      blocks[filled >> BLOCK_SHIFT] = newBlock();
    }
    int count = Math.min(end, (filled | IN_BLOCK) + 1) - filled;
    int start = place(filled);
    Arrays.fill(words, start, start + count, word);
    filled += count;
  }

  private char newUniformBlock(int word) {
    char block = newBlock();
    int start = block << BLOCK_SHIFT;
    Arrays.fill(words, start, start + BLOCK_SIZE, word);
    return block;
  }

  private char newBlock() {
    if (blockCount << BLOCK_SHIFT == words.length) {
      words = Arrays.copyOf(words, words.length * 2);
    }
    return (char) blockCount++;
  }
}
