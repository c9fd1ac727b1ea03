package dev.arag.core.text;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A contiguous run of a document's text: the unit that is read whole. The chunks of a document,
 * joined in order, are its text.
 *
 * @param id identifies this text only
 * @param location its position in the document
 * @param text exactly as in the document
 * @param sentences the non-blank trimmed spans of the text, in order; only white space separates
 *     them
 * @param tokens length of the text in o200k tokens
 * @param previous the chunk before it in the same document, null for the first
 * @param next the chunk after it in the same document, null for the last
 */
public record Chunk(
    ChunkId id,
    Location location,
    String text,
    List<Sentence> sentences,
    int tokens,
    @Nullable ChunkId previous,
    @Nullable ChunkId next) {
  public Chunk {
    if (tokens < 0) {
      throw new IllegalArgumentException("tokens must be >= 0, was " + tokens + " (" + id + ")");
    }
    sentences = List.copyOf(sentences);
    for (Sentence sentence : sentences) {
      requireInside(id, location, text, sentence);
    }
  }

  private static void requireInside(ChunkId id, Location location, String text, Sentence sentence) {
    int start = sentence.offset() - location.offset();
    if (start < 0 || !text.startsWith(sentence.text(), start)) {
      throw new IllegalArgumentException(
          "The sentence at offset " + sentence.offset() + " is not in the text of " + id);
    }
  }
}
