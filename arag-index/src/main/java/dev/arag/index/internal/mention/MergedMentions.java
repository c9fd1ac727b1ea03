package dev.arag.index.internal.mention;

import java.util.function.IntUnaryOperator;

/**
 * A mentions file that is merged with others.
 *
 * @param newChunks returns the number of a chunk in the new file; -1 if the chunk is omitted.
 *     Larger numbers of chunks have larger new numbers
 */
public record MergedMentions(MentionReader reader, IntUnaryOperator newChunks) {
  int newChunk(int chunk) {
    return newChunks.applyAsInt(chunk);
  }
}
