package dev.arag.agent.citation;

import dev.arag.agent.internal.citation.QuoteLocator;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A citation of a chunk in an answer, and the result of checking the citation.
 *
 * @param chunk the id of the cited chunk; if the chunk was never shown to the model, the id as the
 *     model wrote it
 * @param quote the quote that the model wrote, without quotation marks. If the verdict is {@link
 *     Verdict#LOCATED}, the model wrote no quote, and the value is the sentence that was attached
 *     instead. Empty if there is neither a quote nor an attached sentence
 * @param verdict the result of the check
 * @param location the location of the cited chunk. If the verdict is {@link Verdict#MISATTRIBUTED},
 *     the location of the chunk that contains the quote. Null if the cited chunk was never shown.
 *     If the corpus could be read and {@code start} is known, the heading and the page are those of
 *     the first quoted word
 * @param start the start of the quote in the text of the document, in UTF-16 units; -1 if the start
 *     is unknown or the quote is not contiguous
 * @param end the end of the quote, exclusive; -1 if {@code start} is -1
 * @param claim the first sentence of the answer that contains the citation. Empty if the chunk is
 *     cited only in the evidence block
 * @param differences the words in which a quote with the verdict {@link Verdict#NEAR} differs from
 *     the text, in the order of the quote; empty for any other verdict
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
      throw new IllegalArgumentException(
          "start and end must both be -1, or 0 <= start <= end; start was "
              + start
              + ", end was "
              + end);
    }
    differences = List.copyOf(differences);
  }

  /** Creates a citation without a claim or differences. */
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
   * A word that differs between a quote and the similar text that was shown.
   *
   * @param quoted the word in the quote; empty if the quote omits a word
   * @param shown the word in the text; empty if the quote adds a word
   */
  public record Difference(String quoted, String shown) {}

  /** Whether {@link #start()} and {@link #end()} are known. */
  public boolean hasSpan() {
    return start >= 0;
  }

  /**
   * Finds the quote in a text, for example to highlight it. The comparison ignores the differences
   * that {@link Verdict} lists. If the quote contains an ellipsis, each part that is found has a
   * separate span.
   */
  public List<Span> spansIn(String text) {
    return QuoteLocator.find(text, quote);
  }
}
