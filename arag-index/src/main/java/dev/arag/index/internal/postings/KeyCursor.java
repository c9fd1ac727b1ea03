package dev.arag.index.internal.postings;

import org.jspecify.annotations.Nullable;

/** Reads the keys of a file in ascending order, one group at a time. Not thread-safe. */
final class KeyCursor {
  private final int number;
  private final PostingsReader reader;
  private @Nullable KeyGroup group;
  private int nextGroup;
  private int at;
  private StoredKey key = new StoredKey("", 0, 0, false);

  /**
   * @param number the number of the file among those that are read together
   */
  KeyCursor(int number, PostingsReader reader) {
    this.number = number;
    this.reader = reader;
  }

  int number() {
    return number;
  }

  /**
   * Moves to the next key. The first call moves to the first one.
   *
   * @return false if there are no more keys
   */
  boolean next() {
    at++;
    if (group == null || at == group.size()) {
      if (nextGroup == reader.groups()) {
        return false;
      }
      group = reader.group(nextGroup++);
      at = 0;
    }
    StoredKey next = group.key(at);
    if (key.latin1().compareTo(next.latin1()) >= 0) {
      throw reader.corrupt(
          reader.groupAt(nextGroup - 1), "the keys are not in ascending order: " + next.text());
    }
    key = next;
    return true;
  }

  StoredKey key() {
    return key;
  }
}
