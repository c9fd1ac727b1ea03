package dev.arag.index.internal.mention;

import dev.arag.core.text.Chunk;
import java.util.Comparator;

/**
 * A mention as a chunk stores it.
 *
 * @param sentence the index of the sentence in its chunk
 * @param start the offset in the sentence, in UTF-16 units
 * @param length the length of the name in UTF-16 units
 */
record StoredMention(int sentence, int start, int length) {
  /** Returns whether the chunk has the sentence, and the sentence has the name. */
  boolean isIn(Chunk chunk) {
    return sentence < chunk.sentences().size()
        && length > 0
        && start + (long) length <= chunk.sentences().get(sentence).text().length();
  }

  /** Returns the name as the text writes it. */
  String form(Chunk chunk) {
    return chunk.sentences().get(sentence).text().substring(start, start + length);
  }

  /** Returns whether this mention comes after another one in the order of the file. */
  boolean isAfter(StoredMention last) {
    return Comparator.comparingInt(StoredMention::sentence)
            .thenComparingInt(StoredMention::start)
            .thenComparingInt(StoredMention::length)
            .compare(last, this)
        < 0;
  }
}
