package dev.arag.agent.citation;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.SectionId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A citation of a chunk in an answer, and the result of checking the citation.
 *
 * @param number the number of the cited source, starting at 1. Each cited chunk is one source.
 *     Sources are numbered in the order in which the answer first cites them. Several citations of
 *     a chunk therefore have the same number, even if they quote different pages of the chunk. 0 if
 *     the citation is not part of an answer
 * @param chunkId the id of the cited chunk; if the chunk was never shown to the model, the id as
 *     the model wrote it
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
 *     cited only in the evidence block (the quotes that follow the answer)
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

  /** The page of the quote; empty if the document has no pages or the page is unknown. */
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
  public View view() {
    boolean isMarked = !markers.isEmpty();
    return new View(
        chunkId.value(),
        section < 0 ? null : new SectionId(chunkId, section).toString(),
        quote,
        verdict.name(),
        location == null ? null : location.documentId(),
        hasSpan() ? start : null,
        hasSpan() ? end : null,
        page().isPresent() ? page().getAsInt() : null,
        location == null ? null : location.title(),
        location == null ? List.of() : location.heading(),
        location == null ? null : location.language().orElse(null),
        number,
        verdict.isVerified(),
        claim,
        isMarked ? markers.get(0).start() : null,
        isMarked ? markers.get(0).end() : null,
        differences);
  }

  /**
   * A source that an answer cites. The citations of the source may not have been checked yet.
   *
   * @param number the number of the source, see {@link Citation#number()}
   * @param chunkId the id of the cited chunk; if the chunk was never shown to the model, the id as
   *     the model wrote it
   * @param location the location of the chunk; null if the chunk was never shown
   */
  public record Source(int number, ChunkId chunkId, @Nullable Location location) {
    public Source {
      requireNonNull(chunkId, "chunkId");
    }
  }

  /**
   * A citation marker in the text of an answer: a pair of brackets with one or more chunk ids, such
   * as {@code [q7k2m#12]}.
   *
   * @param start the index of the opening bracket in the text of the answer, in UTF-16 units
   * @param end the index after the closing bracket
   * @param citations the citations of the marker, sorted by {@link Citation#number()}; at least
   *     one. There are several citations of one source if several quotes that follow the answer
   *     (the evidence block) are from this source
   */
  public record Marker(int start, int end, List<Citation> citations) {
    public Marker {
      citations = List.copyOf(requireNonNull(citations, "citations"));
    }

    /**
     * Returns the markers of the given citations, in the order of the text.
     *
     * @param citations the citations of one answer
     */
    public static List<Marker> of(List<Citation> citations) {
      Map<Span, List<Citation>> bySpan = new TreeMap<>(Comparator.comparingInt(Span::start));
      for (Citation citation : requireNonNull(citations, "citations")) {
        for (Span span : citation.markers()) {
          bySpan.computeIfAbsent(span, unused -> new ArrayList<>()).add(citation);
        }
      }
      return bySpan.entrySet().stream().map(each -> of(each.getKey(), each.getValue())).toList();
    }

    private static Marker of(Span span, List<Citation> citations) {
      List<Citation> sorted =
          citations.stream().sorted(Comparator.comparingInt(Citation::number)).toList();
      return new Marker(span.start(), span.end(), sorted);
    }

    /** The first citation of each source of this marker, sorted by {@link Citation#number()}. */
    public List<Citation> sources() {
      Map<Integer, Citation> first = new LinkedHashMap<>();
      citations.forEach(citation -> first.putIfAbsent(citation.number(), citation));
      return List.copyOf(first.values());
    }
  }

  /**
   * A citation as plain values, for JSON. {@link Citation} describes the values; unknown values are
   * null. The metadata of the document is omitted, because it can contain values that users should
   * not see.
   *
   * @param section the id of the section that contains the quote, see {@link Citation#section()}
   * @param source the number of the source
   * @param verified whether the verdict is SUPPORTED, NEAR or LOCATED
   * @param answerStart the start of the citation's first marker in the answer, in UTF-16 units;
   *     null if it has no marker
   * @param answerEnd the end of the first marker, exclusive
   */
  public record View(
      String chunk,
      @Nullable String section,
      String quote,
      String verdict,
      @Nullable String document,
      @Nullable Integer start,
      @Nullable Integer end,
      @Nullable Integer page,
      @Nullable String title,
      List<String> heading,
      @Nullable String language,
      int source,
      boolean verified,
      String claim,
      @Nullable Integer answerStart,
      @Nullable Integer answerEnd,
      List<Difference> differences) {}
}
