package dev.arag.core.text;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A contiguous part of the text of a document, and the unit in which tools read text. The texts of
 * all chunks of a document, concatenated in order, are the text of the document.
 *
 * @param id the id of the chunk; the same id never identifies a different text
 * @param location the position of the chunk in the document
 * @param text the text, exactly as in the document
 * @param sentences the trimmed sentences of the text, in order; only white space is between them
 * @param tokens the length of the text in o200k tokens
 * @param previous the id of the previous chunk of the same document, or null for the first chunk
 * @param next the id of the next chunk of the same document, or null for the last chunk
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
    requireNonNull(id, "id");
    requireNonNull(location, "location");
    requireNonNull(text, "text");
    requireNonNull(sentences, "sentences");
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
