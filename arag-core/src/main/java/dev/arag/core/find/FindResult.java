package dev.arag.core.find;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a {@link FindQuery}. The totals are exact if the search {@linkplain #isComplete is
 * complete}; otherwise they are lower bounds.
 *
 * @param matches a part of the matching sentences, in corpus order
 * @param sentences the number of all matching sentences. If the unit is a section or document,
 *     these are the sentences of matching units in which at least one condition holds.
 * @param units the number of matching units
 * @param documents the number of documents with a match
 * @param counts the number of matching units by value, the largest number first, then in the order
 *     of the values; empty if the query does not count. The sum is {@code units}.
 * @param searchedChunks the number of chunks in scope that were searched before the time ran out,
 *     including those that need not be read
 * @param totalChunks the number of chunks in scope
 */
public record FindResult(
    List<Match> matches,
    long sentences,
    long units,
    long documents,
    List<Count> counts,
    long searchedChunks,
    long totalChunks) {
  public FindResult {
    matches = List.copyOf(requireNonNull(matches, "matches"));
    counts = List.copyOf(requireNonNull(counts, "counts"));
  }

  /** A matching sentence in its section and chunk. */
  public record Match(Chunk chunk, Section section, Sentence sentence) {
    public Match {
      requireNonNull(chunk, "chunk");
      requireNonNull(section, "section");
      requireNonNull(sentence, "sentence");
    }
  }

  /**
   * The number of matching units with one value.
   *
   * @param value the value; null for the units of documents that do not have it
   */
  public record Count(@Nullable String value, long units) {}

  /** Whether all chunks in scope were searched. */
  public boolean isComplete() {
    return searchedChunks == totalChunks;
  }
}
