package dev.arag.tools;

import dev.arag.core.text.ChunkId;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The conversation state and the limits that apply to one tool call.
 *
 * @param tracker the tracker of the conversation
 * @param stillInRequest whether the next request will contain the text of a chunk; null if unknown
 * @param maxResultTokens the limit on the corpus text in one result, in o200k tokens
 */
record CallContext(
    ContextTracker tracker, @Nullable Predicate<ChunkId> stillInRequest, int maxResultTokens) {
  /** The limit on the corpus text that a search shows, in o200k tokens. */
  private static final int MAX_SEARCH_TOKENS = 2_000;

  int maxSearchTokens() {
    return Math.min(MAX_SEARCH_TOKENS, maxResultTokens);
  }

  /**
   * Whether the next request contains the whole text of the chunk. If the content of the next
   * request is unknown, it is assumed to contain every chunk that was read.
   */
  boolean isInContext(ChunkId chunk) {
    return tracker.isRead(chunk) && (stillInRequest == null || stillInRequest.test(chunk));
  }

  /**
   * Whether the text of the chunk should be omitted from the result, because the model already has
   * it. If the content of the next request is unknown, the text is not omitted twice in a row: if
   * the next call of the model requests the chunk again, the text is sent.
   */
  boolean shouldWithhold(ChunkId chunk) {
    boolean isRepeated = stillInRequest == null && tracker.wasWithheldByLastCall(chunk);
    return isInContext(chunk) && !isRepeated;
  }

  String nameOf(ChunkId chunk) {
    return tracker.nameOf(chunk);
  }
}
