package dev.arag.index.internal.sync;

import dev.arag.core.graph.MentionFinder;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.Segment;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Finds the mentions of all stored documents again, in one commit. */
public final class MentionRun {
  private MentionRun() {}

  /**
   * Sets the finder of an index. If the stored mentions were found by another one, or there are
   * none, the mentions of all stored documents are found first.
   *
   * @param finder the finder; null if the index has no graph
   * @param limits the limits of the heap
   */
  public static void applyFinder(
      WriteSession session, @Nullable MentionFinder finder, BatchLimits limits) throws IOException {
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
