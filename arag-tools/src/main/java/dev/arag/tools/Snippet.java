package dev.arag.tools;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;

/**
 * Corpus text that was shown to the model.
 *
 * @param chunk the chunk that contains the text
 * @param location the location of the chunk
 * @param text exactly as shown, without the fence and formatting around it
 * @param offset start of the text in the document, in UTF-16 units
 * @param tokens length in o200k tokens, including the heading shown with it
 * @param isWholeChunk whether the text is the full text of the chunk
 */
public record Snippet(
    ChunkId chunk, Location location, String text, int offset, int tokens, boolean isWholeChunk) {}
