package dev.arag.index.internal.mention;

import java.util.List;

/** Reads the keys of a mentions file in ascending order, one group at a time. Not thread-safe. */
final class KeyCursor {
  private final MentionReader reader;
  private List<StoredKey> group = List.of();
  private int nextGroup;
  private int at = -1;

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
    return true;
  }

  StoredKey key() {
    return group.get(at);
  }
}
