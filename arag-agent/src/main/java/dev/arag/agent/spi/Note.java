package dev.arag.agent.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.ChunkId;
import java.util.List;

/**
 * A text that a model derived from corpus text, such as a summary or a partial answer, with the
 * quotes that it is based on. {@link RunContext#check(Note)} removes quotes that no shown text
 * contains.
 *
 * @param text the derived text
 * @param quotes the quotes
 */
public record Note(String text, List<Quote> quotes) {
  public Note {
    requireNonNull(text, "text");
    quotes = List.copyOf(requireNonNull(quotes, "quotes"));
  }

  /**
   * A verbatim quote.
   *
   * @param chunkId the chunk that contains the quote
   * @param text the quoted text
   */
  public record Quote(ChunkId chunkId, String text) {
    public Quote {
      requireNonNull(chunkId, "chunkId");
      requireNonNull(text, "text");
    }
  }
}
