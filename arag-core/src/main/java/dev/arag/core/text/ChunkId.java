package dev.arag.core.text;

/**
 * Identifies one chunk of a corpus. Only equality is meaningful. An id never identifies two texts;
 * the chunks of a changed document get new ids.
 *
 * @param value the id as printed, not blank
 */
public record ChunkId(String value) {
  public ChunkId {
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
