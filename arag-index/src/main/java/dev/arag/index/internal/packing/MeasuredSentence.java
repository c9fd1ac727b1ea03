package dev.arag.index.internal.packing;

import dev.arag.core.text.Sentence;
import java.util.List;

/**
 * A sentence and its length in tokens. {@link ChunkPacker} packs these sentences into chunks.
 *
 * @param path the titles of the sections that contain the sentence. For a heading line, the last
 *     title is the heading itself
 * @param tokens the length of the sentence and the white space after it, in tokens
 */
public record MeasuredSentence(Sentence sentence, List<String> path, int tokens) {}
