package dev.arag.index.internal.mention;

import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.Chunk;

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

  /** Returns the folded name. */
  String key(Chunk chunk) {
    return Folding.key(form(chunk));
  }

  /** Returns whether this mention comes after another one in the order of the file. */
  boolean isAfter(StoredMention last) {
    if (last.sentence() != sentence) {
      return last.sentence() < sentence;
    }
    return last.start() < start || (last.start() == start && last.length() < length);
  }
}
