package dev.arag.agent.citation;

import dev.arag.agent.internal.citation.QuoteLocator;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chunk named as the source of an answer, and what checking it found.
 *
 * @param chunk the chunk the model cited; where it was never shown, the id as the model wrote it
 * @param quote the words the model gave, without quotation marks; for {@link Verdict#LOCATED} the
 *     sentence attached for it; empty where there is none
 * @param location the chunk that holds the quote: the cited one, or the other for {@link
 *     Verdict#MISATTRIBUTED}; the cited chunk where none holds it; null if it was never shown. Its
 *     heading is that of the quoted sentence where the corpus could be asked
 * @param start where the quote starts in the document's text, in UTF-16 units; -1 if unknown, and
 *     where the quote is not one text
 * @param end where it ends, exclusive; -1 if unknown
 * @param claim the sentence of the answer that cites it, the first of several; empty where the
 *     chunk is named in the evidence block only
 * @param differences the words in which a {@link Verdict#NEAR} quote differs, in its order; else
 *     empty
 */
public record Citation(
    ChunkId chunk,
    String quote,
    Verdict verdict,
    @Nullable Location location,
    int start,
    int end,
    String claim,
    List<Difference> differences) {
  public Citation {
    boolean isUnknown = start == -1 && end == -1;
    if (!isUnknown && (start < 0 || end < start)) {
      throw new IllegalArgumentException("Not a span: " + start + " to " + end);
    }
    differences = List.copyOf(differences);
  }

  /** A citation that differs in nothing, of no sentence. */
  public Citation(
      ChunkId chunk,
      String quote,
      Verdict verdict,
      @Nullable Location location,
      int start,
      int end) {
    this(chunk, quote, verdict, location, start, end, "", List.of());
  }

  /**
   * A word that is not the same in a quote and in the text it is near to.
   *
   * @param quoted as the quote has it; empty if the quote leaves it out
   * @param shown as the text has it; empty if the quote adds it
   */
  public record Difference(String quoted, String shown) {}

  /** Whether {@link #start()} and {@link #end()} say where the quote stands. */
  public boolean hasSpan() {
    return start >= 0;
  }

  /**
   * Where the quote stands in a text, compared as {@link Verdict} says: to mark it for a reader. A
   * quote with an ellipsis has a span for each part; what is not there has none.
   */
  public List<Span> spansIn(String text) {
    return QuoteLocator.in(text, quote);
  }

  public Citation withSpan(Span span) {
    return new Citation(
        chunk, quote, verdict, location, span.start(), span.end(), claim, differences);
  }

  public Citation withLocation(Location other) {
    return new Citation(chunk, quote, verdict, other, start, end, claim, differences);
  }
}
