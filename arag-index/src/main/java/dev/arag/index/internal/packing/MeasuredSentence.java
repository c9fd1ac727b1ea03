package dev.arag.index.internal.packing;

import dev.arag.core.text.Sentence;
import java.util.List;

/**
 * A sentence and its length in tokens. {@link ChunkPacker} packs these sentences into chunks.
 *
 * @param path the titles of the sections that contain the sentence. For a heading line, the last
 *     title is the heading itself
 * @param continuesRow whether the sentence is a part of the same row of a table as the sentence
 *     before it
 * @param tokens the length of the sentence and the white space after it, in tokens
 */
public record MeasuredSentence(
    Sentence sentence, List<String> path, boolean continuesRow, int tokens) {}
