package dev.arag.evaluation.internal.metric;

import static java.util.Objects.requireNonNull;

/**
 * Whether the model was shown, and has read, the text that contains the answer of a question (gold
 * support).
 */
public enum RetrievalState {
  /** Some of the gold support was never shown. */
  MISSING,
  /** All of the gold support was shown, but some of it was not read. */
  NOT_READ,
  /** All of the gold support was read. */
  READ;

  /**
   * @param gold the gold support; its chunks are used only if its paragraphs are unknown
   */
  public static RetrievalState of(ShownText shown, GoldSupport gold) {
    requireNonNull(shown, "shown");
    if (gold.hasParagraphs()) {
      return of(
          gold.paragraphsIn(shown.snippets()) == gold.paragraphCount(),
          gold.paragraphsIn(shown.read()) == gold.paragraphCount());
    }
    return of(
        ShownText.chunksOf(shown.snippets()).containsAll(gold.chunks()),
        ShownText.chunksOf(shown.read()).containsAll(gold.chunks()));
  }

  private static RetrievalState of(boolean isShown, boolean isRead) {
    if (isRead) {
      return READ;
    }
    return isShown ? NOT_READ : MISSING;
  }
}
