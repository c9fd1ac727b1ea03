package dev.arag.index.internal.sync;

import dev.arag.core.error.CorpusException;
import dev.arag.core.spi.MentionFinder;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.Segment;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The finder of mentions of an open index.
 *
 * @param given the finder that the caller has set; null if the index keeps its own
 * @param known returns a finder by the fingerprint of the finder of the stored mentions
 */
public record FinderChoice(
    @Nullable MentionFinder given, Function<String, Optional<MentionFinder>> known) {
  /**
   * Returns the finder for new sentences; null if the index has no mentions.
   *
   * @param stored the fingerprint of the finder of the stored mentions; null if there are none
   * @throws CorpusException if the caller has not set a finder for the stored mentions
   */
  public @Nullable MentionFinder forSentences(@Nullable String stored, Object location) {
    if (given != null || stored == null) {
      return given;
    }
    return known
        .apply(stored)
        .orElseThrow(
            () ->
                new CorpusException(
                    ("The mentions in %s were found by the finder %s, but the index was opened"
                            + " without this finder. Open it with"
                            + " Index.builder(path).mentions(finder) to add documents.")
                        .formatted(location, stored)));
  }

  /**
   * Sets the finder of new mentions. If the stored mentions were found by another one, or there are
   * none, the mentions of all stored documents are found first, in one commit.
   *
   * @param finder the finder; null if the index has no mentions
   * @param limits the limits of the heap
   */
  public static void apply(@Nullable MentionFinder finder, WriteSession session, BatchLimits limits)
      throws IOException {
    if (finder == null) {
      return;
    }
    IndexTransaction transaction = session.transaction();
    boolean isSame = finder.fingerprint().equals(transaction.finder());
    transaction.finder(finder);
    if (isSame || transaction.published().segments().isEmpty()) {
      return;
    }
    for (Segment segment : transaction.published().segments()) {
      transaction.findMentions(segment, limits.heapBytes(), session.cancellation()::check);
    }
    session.commit();
  }
}
