package dev.arag.index.internal.mention;

import dev.arag.core.error.CorpusException;
import dev.arag.core.graph.MentionFinder;
import org.jspecify.annotations.Nullable;

/**
 * The finder of mentions of an open index.
 *
 * @param given the finder that the caller has set; null if the index keeps its own
 */
public record FinderChoice(@Nullable MentionFinder given) {
  /**
   * Returns the finder for new sentences; null if the index has no graph.
   *
   * @param stored the fingerprint of the finder of the stored mentions; null if there are none
   * @throws CorpusException if the finder of the stored mentions is not part of this library, and
   *     the caller has not set one
   */
  public @Nullable MentionFinder forSentences(@Nullable String stored, Object location) {
    if (given != null || stored == null) {
      return given;
    }
    if (!stored.startsWith(PhraseFinder.NAME)) {
      throw new CorpusException(
          "The entity graph of "
              + location
              + " was made with the finder "
              + stored
              + ", which is not part of this library. Open the index with"
              + " Index.builder(path).graph(finder) to add documents.");
    }
    return new PhraseFinder();
  }
}
