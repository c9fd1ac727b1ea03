package dev.arag.tools;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;

/**
 * Corpus text that was shown to the model.
 *
 * @param chunk the chunk it is from
 * @param location where the chunk stands
 * @param text exactly as shown, without the fence and marks around it
 * @param offset where it starts in the document, in UTF-16 units
 * @param tokens its length in o200k tokens, the heading shown with it included
 * @param isWholeChunk whether it is the chunk's full text
 */
public record Snippet(
    ChunkId chunk, Location location, String text, int offset, int tokens, boolean isWholeChunk) {}
