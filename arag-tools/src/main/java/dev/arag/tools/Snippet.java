package dev.arag.tools;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;

/**
 * Corpus text that was shown to the model.
 *
 * @param chunk the chunk that contains the text
 * @param location the location of the chunk
 * @param text the text exactly as shown, without the surrounding fence and formatting
 * @param offset the start of the text in the document, in UTF-16 units
 * @param tokens the length of the text and of the heading shown above it, in o200k tokens
 * @param isWholeChunk whether the text is the full text of the chunk
 */
public record Snippet(
    ChunkId chunk, Location location, String text, int offset, int tokens, boolean isWholeChunk) {
  public Snippet {
    requireNonNull(chunk, "chunk");
    requireNonNull(location, "location");
    requireNonNull(text, "text");
  }
}
