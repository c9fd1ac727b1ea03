package dev.arag.core.text;

import static java.util.Objects.requireNonNull;

/**
 * Identifies one chunk of a corpus. Ids can only be compared for equality; their characters have no
 * meaning. An id never identifies two different texts: when a document changes, its changed chunks
 * get new ids.
 *
 * @param value the id as printed, not blank
 */
public record ChunkId(String value) {
  public ChunkId {
    requireNonNull(value, "value");
    if (value.isBlank()) {
      throw new IllegalArgumentException("A chunk id must not be blank.");
    }
  }

  public static ChunkId of(String value) {
    return new ChunkId(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
