package dev.arag.agent.citation;

import dev.arag.agent.internal.citation.QuoteLocator;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chunk cited as a source of an answer, and the result of checking it.
 *
 * @param chunk the chunk the model cited; if it was never shown, the id as the model wrote it
 * @param quote the quote of the model, without quotation marks; for {@link Verdict#LOCATED} the
 *     sentence attached instead; empty if there is none
 * @param location the location of the cited chunk, or for {@link Verdict#MISATTRIBUTED} of the
 *     chunk that contains the quote; null if the cited chunk was never shown. Its heading is that
 *     of the quoted sentence if the corpus could be read
 * @param start the start of the quote in the document's text, in UTF-16 units; -1 if unknown or if
 *     the quote is not contiguous
 * @param end the end, exclusive; -1 if unknown
 * @param claim the sentence of the answer that cites it, the first of several; empty if the chunk
 *     is cited only in the evidence block
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

  /** A citation without a claim or differences. */
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
   * A word that differs between a quote and the text it is close to.
   *
   * @param quoted the word in the quote; empty if the quote omits it
   * @param shown the word in the text; empty if the quote adds it
   */
  public record Difference(String quoted, String shown) {}

  /** Whether {@link #start()} and {@link #end()} are known. */
  public boolean hasSpan() {
    return start >= 0;
  }

  /**
   * The spans of the quote in a text, compared as {@link Verdict} describes, for highlighting. A
   * quote with an ellipsis has one span for each part that is found.
   */
  public List<Span> spansIn(String text) {
    return QuoteLocator.find(text, quote);
  }
}
