package dev.arag.tools;

import dev.arag.core.text.ChunkId;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The circumstances of one call.
 *
 * @param context what the conversation has seen
 * @param stillInRequest whether a chunk's text will be in the next request; null: not known
 * @param maxResultTokens the most corpus text one result may hold
 */
record CallContext(
    ContextTracker context, @Nullable Predicate<ChunkId> stillInRequest, int maxResultTokens) {
  /** The most corpus text a search shows, in o200k tokens, however much a result may hold. */
  private static final int MAX_SEARCH_TOKENS = 2_000;

  int maxSearchTokens() {
    return Math.min(MAX_SEARCH_TOKENS, maxResultTokens);
  }

  /** Whether the model has the chunk's whole text before it. */
  boolean isAbove(ChunkId chunk) {
    return context.isRead(chunk) && (stillInRequest == null || stillInRequest.test(chunk));
  }

  /**
   * Whether the chunk's text need not be sent. Where nobody knows what the model still has, one
   * that asks twice in succession gets it.
   */
  boolean withholds(ChunkId chunk) {
    boolean insists = stillInRequest == null && context.wasWithheldBefore(chunk);
    return isAbove(chunk) && !insists;
  }

  String nameOf(ChunkId chunk) {
    return context.nameOf(chunk);
  }
}
