package dev.arag.tools;

import dev.arag.core.text.ChunkId;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The conversation state and the limits that apply to one tool call.
 *
 * @param tracker the chunks read and shown in the conversation
 * @param stillInRequest whether the next request will contain a chunk's text; null if unknown
 * @param maxResultTokens limit of the corpus text in one result, in o200k tokens
 */
record CallContext(
    ContextTracker tracker, @Nullable Predicate<ChunkId> stillInRequest, int maxResultTokens) {
  /** Limit of the corpus text that a search shows, in o200k tokens. */
  private static final int MAX_SEARCH_TOKENS = 2_000;

  int maxSearchTokens() {
    return Math.min(MAX_SEARCH_TOKENS, maxResultTokens);
  }

  /** Whether the next request contains the whole text of the chunk, as far as is known. */
  boolean isInContext(ChunkId chunk) {
    return tracker.isRead(chunk) && (stillInRequest == null || stillInRequest.test(chunk));
  }

  /**
   * Whether the chunk's text need not be sent again. If the content of the next request is unknown,
   * a second request in succession gets the text.
   */
  boolean shouldWithhold(ChunkId chunk) {
    boolean isRepeated = stillInRequest == null && tracker.wasWithheldByLastCall(chunk);
    return isInContext(chunk) && !isRepeated;
  }

  String nameOf(ChunkId chunk) {
    return tracker.nameOf(chunk);
  }
}
