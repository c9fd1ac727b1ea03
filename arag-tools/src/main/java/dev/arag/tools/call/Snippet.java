package dev.arag.tools.call;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.SectionId;

/**
 * Text of one section of a chunk that was shown to the model. The header of a table that was
 * repeated above rows is a snippet of the section of the rows; its offset may be before the chunk.
 *
 * @param section the section that contains the text
 * @param sections the number of sections in the chunk, at least 1
 * @param location the location of the chunk, with the heading of the section. The page is the one
 *     on which the text begins if {@code chunk_read} showed the text, and the one on which the
 *     chunk begins if a search showed it
 * @param text the text exactly as shown, without the surrounding marker lines and formatting
 * @param offset the start of the text in the document, in UTF-16 units
 * @param tokens the length of the text and of the heading shown above it, in o200k tokens
 * @param isWholeSection whether the text is the full text of the section
 */
public record Snippet(
    SectionId section,
    int sections,
    Location location,
    String text,
    int offset,
    int tokens,
    boolean isWholeSection) {
  public Snippet {
    requireNonNull(section, "section");
    requireNonNull(location, "location");
    requireNonNull(text, "text");
    if (section.number() >= sections) {
      throw new IllegalArgumentException(
          "The section " + section + " cannot be in a chunk with " + sections + " sections.");
    }
  }

  /**
   * Creates a snippet of a chunk with one section.
   *
   * @param isWholeChunk whether the text is the full text of the chunk
   */
  public Snippet(
      ChunkId chunk, Location location, String text, int offset, int tokens, boolean isWholeChunk) {
    this(
        new SectionId(requireNonNull(chunk, "chunk"), 0),
        1,
        location,
        text,
        offset,
        tokens,
        isWholeChunk);
  }

  /** The chunk that contains the text. */
  public ChunkId chunkId() {
    return section.chunkId();
  }

  /** Whether the text is the full text of a chunk with one section. */
  public boolean isWholeChunk() {
    return isWholeSection && sections == 1;
  }
}
