package dev.arag.index.internal.mention;

import dev.arag.core.corpus.CorpusOrder;
import java.util.List;

/** Reads the keys of a mentions file in ascending order, one group at a time. Not thread-safe. */
final class KeyCursor {
  private final MentionReader reader;
  private List<StoredKey> group = List.of();
  private int nextGroup;
  private int at = -1;
  private String last = "";

  KeyCursor(MentionReader reader) {
    this.reader = reader;
  }

  /**
   * Moves to the next key. The first call moves to the first one.
   *
   * @return false if there are no more keys
   */
  boolean next() {
    at++;
    if (at == group.size()) {
      if (nextGroup == reader.groups()) {
        return false;
      }
      group = reader.group(nextGroup++);
      at = 0;
    }
    requireAscending();
    return true;
  }

  private void requireAscending() {
    String key = key().key();
    if (CorpusOrder.compareCodePoints(last, key) >= 0) {
      throw reader.corrupt(
          reader.offsetOfGroup(nextGroup - 1), "the keys are not in ascending order: " + key);
    }
    last = key;
  }

  StoredKey key() {
    return group.get(at);
  }
}
