package dev.arag.agent.citation;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A citation of a chunk in an answer, and the result of checking the citation.
 *
 * @param number the number of the cited source, starting at 1. Each cited chunk is one source.
 *     Sources are numbered in the order in which the answer first cites them. Several citations of
 *     a chunk therefore have the same number, even if they quote different pages of the chunk. 0 if
 *     the citation is not part of an answer
 * @param chunkId the id of the cited chunk; if the chunk was never shown to the model, the id as the
 *     model wrote it
 * @param quote the quote that the model wrote, without quotation marks. If the verdict is {@link
 *     Verdict#LOCATED}, the model wrote no quote, and the value is the sentence that was attached
 *     instead. Empty if there is neither a quote nor an attached sentence
 * @param verdict the result of the check
 * @param location the location of the cited chunk. If the verdict is {@link Verdict#MISATTRIBUTED},
 *     the location of the chunk that contains the quote. Null if the cited chunk was never shown.
 *     If the corpus could be read and {@code start} is known, the heading and the page are those of
 *     the first quoted word
 * @param start the start of the quote in the text of the document, in UTF-16 units; negative if the
 *     quote begins in the {@linkplain dev.arag.core.text.Document#title() title line}. {@code
 *     start} and {@code end} are both -1 if the start is unknown or the quote is not contiguous
 * @param end the end of the quote, exclusive
 * @param claim the first sentence of the answer that contains the citation. Empty if the chunk is
 *     cited only in the evidence block
 * @param differences the words in which a quote with the verdict {@link Verdict#NEAR} differs from
 *     the text, in the order of the quote; empty for any other verdict
 * @param section the number of the section of the cited chunk that contains the start of the quote;
 *     -1 if the start is unknown, or if the cited chunk does not contain the quote
 * @param markers the spans of the markers in the text of the answer that contain this citation, in
 *     order. A marker is a pair of brackets with one or more chunk ids. Empty if the chunk is cited
 *     only in the evidence block, or without brackets, as in "chunk 12"
 */
public record Citation(
    int number,
    ChunkId chunkId,
    String quote,
    Verdict verdict,
    @Nullable Location location,
    int start,
    int end,
    String claim,
    List<Difference> differences,
    int section,
    List<Span> markers) {
  public Citation {
    requireNonNull(chunkId, "chunkId");
    requireNonNull(quote, "quote");
    requireNonNull(verdict, "verdict");
    requireNonNull(claim, "claim");
    if (end < start) {
      throw new IllegalArgumentException(
          "end must be >= start; start was " + start + ", end was " + end);
    }
    differences = List.copyOf(requireNonNull(differences, "differences"));
    markers = List.copyOf(requireNonNull(markers, "markers"));
  }

  /**
   * Creates a citation that is not part of an answer: its number is 0, and it has no claim, no
   * differences and no markers.
   */
  public Citation(
      ChunkId chunk,
      String quote,
      Verdict verdict,
      @Nullable Location location,
      int start,
      int end) {
    this(0, chunk, quote, verdict, location, start, end, "", List.of(), -1, List.of());
  }

  /**
   * A word that differs between a quote and the similar text that was shown.
   *
   * @param quoted the word in the quote; empty if the quote omits a word
   * @param shown the word in the text; empty if the quote adds a word
   */
  public record Difference(String quoted, String shown) {
    public Difference {
      requireNonNull(quoted, "quoted");
      requireNonNull(shown, "shown");
    }
  }

  /** Returns a copy with another number. */
  Citation withNumber(int other) {
    return new Citation(
        other, chunkId, quote, verdict, location, start, end, claim, differences, section, markers);
  }

  /**
   * The title of the document that contains the quote, or the document id if there is no title. The
   * chunk id if the location is unknown.
   */
  public String title() {
    return location == null ? chunkId.value() : location.title();
  }

  /** The page of the quote, at least 1; empty if the document has no pages or it is unknown. */
  public OptionalInt page() {
    return location == null ? OptionalInt.empty() : location.page();
  }

  /** Whether {@link #start()} and {@link #end()} are known and in the text of the document. */
  public boolean hasSpan() {
    return start >= 0;
  }

  /**
   * Returns this citation as plain values, for JSON. Jackson writes the same JSON for the citation
   * itself.
   */
  @JsonValue
  public CitationView view() {
    return CitationView.of(this);
  }
}
