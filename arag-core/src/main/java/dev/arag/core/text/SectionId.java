package dev.arag.core.text;

import static java.util.Objects.requireNonNull;

/**
 * Identifies one section of a chunk.
 *
 * @param chunkId the id of the chunk
 * @param number the number of the section in the chunk, starting at 0
 */
public record SectionId(ChunkId chunkId, int number) {
  public SectionId {
    requireNonNull(chunkId, "chunkId");
    if (number < 0) {
      throw new IllegalArgumentException("number must be >= 0, was " + number);
    }
  }

  /** The id as printed, such as {@code q7k2m#12.4}: the chunk id, a dot and the number. */
  @Override
  public String toString() {
    return chunkId + "." + number;
  }
}
