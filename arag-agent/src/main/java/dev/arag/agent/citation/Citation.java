package dev.arag.agent.citation;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import org.jspecify.annotations.Nullable;

/**
 * A chunk named as the source of an answer, and what checking it found.
 *
 * @param chunk the chunk the model cited; where it was never shown, the id as the model wrote it
 * @param quote the words the model gave, without quotation marks; for {@link Verdict#LOCATED} the
 *     sentence attached for it; empty where there is none
 * @param location the chunk that holds the quote: the cited one, or the other for {@link
 *     Verdict#MISATTRIBUTED}; the cited chunk where none holds it; null if it was never shown
 * @param start where the quote starts in the document's text, in UTF-16 units; -1 if unknown, and
 *     where the quote is not one text
 * @param end where it ends, exclusive; -1 if unknown
 */
public record Citation(
    ChunkId chunk, String quote, Verdict verdict, @Nullable Location location, int start, int end) {
  public Citation {
    boolean isUnknown = start == -1 && end == -1;
    if (!isUnknown && (start < 0 || end < start)) {
      throw new IllegalArgumentException("Not a span: " + start + " to " + end);
    }
  }

  /** Whether {@link #start()} and {@link #end()} say where the quote stands. */
  public boolean hasSpan() {
    return start >= 0;
  }

  Citation withSpan(Span span) {
    return new Citation(chunk, quote, verdict, location, span.start(), span.end());
  }
}
