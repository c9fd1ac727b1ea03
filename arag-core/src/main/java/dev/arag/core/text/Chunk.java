package dev.arag.core.text;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A contiguous part of the text of a document, and the unit in which tools read text. The texts of
 * all chunks of a document, concatenated in order, are the text of the document, after its
 * {@linkplain Document#title() title line} if it has one.
 *
 * @param id the id of the chunk; the same id never identifies a different text
 * @param location the position of the chunk in the document
 * @param text the text, exactly as in the document. If the offset of the location is negative, the
 *     text begins with the title line or a part of it.
 * @param sentences the trimmed sentences of the text, in order. Between them, there is only white
 *     space and characters without meaning for a reader: invisible ones, and those of lines such as
 *     {@code ---}.
 * @param tokens the length of the text in {@linkplain dev.arag.core.token.TokenCounter#o200k()
 *     o200k tokens}
 * @param previous the id of the previous chunk of the same document, or null for the first chunk
 * @param next the id of the next chunk of the same document, or null for the last chunk
 * @param pageStarts the pages that begin inside the text, in text order. The page on which the
 *     chunk begins is not in the list, but in {@link Location#page()}
 */
public record Chunk(
    ChunkId id,
    Location location,
    String text,
    List<Sentence> sentences,
    int tokens,
    @Nullable ChunkId previous,
    @Nullable ChunkId next,
    List<Document.Page> pageStarts) {
  public Chunk {
    requireNonNull(id, "id");
    requireNonNull(location, "location");
    requireNonNull(text, "text");
    requireNonNull(sentences, "sentences");
    requireNonNull(pageStarts, "pageStarts");
    if (tokens < 0) {
      throw new IllegalArgumentException("tokens must be >= 0, was " + tokens + " (" + id + ")");
    }
    sentences = List.copyOf(sentences);
    for (Sentence sentence : sentences) {
      requireInside(id, location, text, sentence);
    }
    pageStarts = List.copyOf(pageStarts);
    int last = location.offset();
    for (Document.Page page : pageStarts) {
      if (page.offset() <= last || page.offset() >= location.offset() + text.length()) {
        throw new IllegalArgumentException(
            "The page at offset " + page.offset() + " is not in order or not in the text of " + id);
      }
      last = page.offset();
    }
  }

  /** Creates a chunk in whose text no page begins. */
  public Chunk(
      ChunkId id,
      Location location,
      String text,
      List<Sentence> sentences,
      int tokens,
      @Nullable ChunkId previous,
      @Nullable ChunkId next) {
    this(id, location, text, sentences, tokens, previous, next, List.of());
  }

  /**
   * Returns the number of the page that contains a character of this chunk, at least 1. Empty if
   * the document has no page at this offset.
   *
   * @param offset the offset of the character in the text of the document, in UTF-16 units
   */
  public OptionalInt pageAt(int offset) {
    OptionalInt number = location.page();
    for (Document.Page page : pageStarts) {
      if (page.offset() > offset) {
        break;
      }
      number = OptionalInt.of(page.number());
    }
    return number;
  }

  /**
   * Returns the sections of this chunk, in text order; at least one. Each call computes the
   * sections again.
   */
  public List<Section> sections() {
    return Section.of(this);
  }

  /** Returns the whole chunk as one section with the number 0. */
  public Section asOneSection() {
    return new Section(
        new SectionId(id, 0), 1, location.heading(), text, location.offset(), sentences);
  }

  /** Returns this chunk as plain values, for JSON. */
  public ChunkView view() {
    return ChunkView.of(this);
  }

  /**
   * Returns one section of this chunk as plain values, for JSON.
   *
   * @param section a section of this chunk
   */
  public ChunkView view(Section section) {
    requireNonNull(section, "section");
    if (!section.id().chunkId().equals(id)) {
      throw new IllegalArgumentException(section.id() + " is not a section of " + id);
    }
    return ChunkView.of(this, section);
  }

  private static void requireInside(ChunkId id, Location location, String text, Sentence sentence) {
    int start = sentence.offset() - location.offset();
    if (start < 0 || !text.startsWith(sentence.text(), start)) {
      throw new IllegalArgumentException(
          "The sentence at offset " + sentence.offset() + " is not in the text of " + id);
    }
  }
}
