package dev.arag.core.text;

/**
 * Names one chunk of a corpus. Opaque: only equality means something. An id never names two texts;
 * a changed document's chunks get new ids.
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
