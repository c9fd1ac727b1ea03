package dev.arag.agent.citation;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Region;
import dev.arag.core.text.SectionId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A citation of a chunk in an answer, and the result of checking the citation. Immutable. */
public final class Citation {
  private final int number;
  private final ChunkId chunkId;
  private final Verdict verdict;
  private final @Nullable String quote;
  private final List<Difference> differences;
  private final @Nullable Place place;
  private final @Nullable String claim;
  private final List<Span> markers;

  private Citation(int number, Citation other, @Nullable Place place) {
    requireOwnSection(other.chunkId, place);
    this.number = number;
    this.place = place;
    chunkId = other.chunkId;
    verdict = other.verdict;
    quote = other.quote;
    differences = other.differences;
    claim = other.claim;
    markers = other.markers;
  }

  private Citation(
      ChunkId chunkId,
      Verdict verdict,
      @Nullable String quote,
      List<Difference> differences,
      @Nullable Place place,
      @Nullable String claim,
      List<Span> markers) {
    requireText("quote", quote);
    requireText("claim", claim);
    requireOwnSection(requireNonNull(chunkId, "chunkId"), place);
    number = 1;
    this.chunkId = chunkId;
    this.verdict = requireNonNull(verdict, "verdict");
    this.quote = quote;
    this.differences = List.copyOf(requireNonNull(differences, "differences"));
    this.place = place;
    this.claim = claim;
    this.markers = List.copyOf(requireNonNull(markers, "markers"));
  }

  private static void requireText(String name, @Nullable String value) {
    if (value != null && value.isEmpty()) {
      throw new IllegalArgumentException(name + " must not be empty; use null for none");
    }
  }

  private static void requireOwnSection(ChunkId chunkId, @Nullable Place place) {
    SectionId section = place == null ? null : place.section();
    if (section != null && !section.chunkId().equals(chunkId)) {
      throw new IllegalArgumentException(
          "The section " + section + " is not a section of the cited chunk " + chunkId);
    }
  }

  /**
   * Creates a citation with number 1. {@link ParsedAnswer} sets the numbers. Applications need this
   * method only in tests.
   *
   * @param quote null if there is neither a quote nor an attached sentence
   * @param place null if the cited chunk was never shown
   * @param claim null if no sentence of an answer contains the citation
   */
  public static Citation of(
      ChunkId chunkId,
      Verdict verdict,
      @Nullable String quote,
      List<Difference> differences,
      @Nullable Place place,
      @Nullable String claim,
      List<Span> markers) {
    return new Citation(chunkId, verdict, quote, differences, place, claim, markers);
  }

  /**
   * The place of a citation in a document. If the corpus could be read and the span is known, the
   * heading and the page of the location are those of the first quoted word.
   *
   * @param location the location of the cited chunk. If the verdict is {@link
   *     Verdict#MISATTRIBUTED}, the location of the chunk that contains the quote
   * @param span the span of the quote in the text of the document, in UTF-16 units. A quote that
   *     begins in the {@linkplain dev.arag.core.text.Document#title() title line} before the text
   *     has a negative start. Null if the span is unknown or the quote is not contiguous
   * @param section the section of the cited chunk that contains the start of the quote, or that
   *     continues the table whose header the quote is from; null if the span is unknown, or if the
   *     cited chunk does not contain the quote
   * @param regions see {@link Citation#regions()}
   */
  public record Place(
      Location location, @Nullable Span span, @Nullable SectionId section, List<Region> regions) {
    public Place {
      requireNonNull(location, "location");
      regions = List.copyOf(requireNonNull(regions, "regions"));
      if (span != null && span.end() < span.start()) {
        throw new IllegalArgumentException("The span must not end before its start, was " + span);
      }
    }

    /** Creates a place without regions. */
    public Place(Location location, @Nullable Span span, @Nullable SectionId section) {
      this(location, span, section, List.of());
    }
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
    return new Citation(other, this, place);
  }

  /** Returns a copy with another place. */
  public Citation withPlace(Place other) {
    return new Citation(number, this, requireNonNull(other, "other"));
  }

  /**
   * The number of the cited source, starting at 1. Each cited chunk is one source. Sources are
   * numbered in the order in which the answer first cites them. Several citations of a chunk
   * therefore have the same number, even if they quote different pages of the chunk.
   */
  public int number() {
    return number;
  }

  /**
   * The id of the cited chunk; if the chunk was never shown to the model, the id as the model wrote
   * it.
   */
  public ChunkId chunkId() {
    return chunkId;
  }

  /** The result of the check. */
  public Verdict verdict() {
    return verdict;
  }

  /**
   * The quote that the model wrote, without quotation marks. If the verdict is {@link
   * Verdict#LOCATED}, the model wrote no quote, and the value is the sentence that was attached
   * instead. Empty if there is neither a quote nor an attached sentence.
   */
  public Optional<String> quote() {
    return Optional.ofNullable(quote);
  }

  /**
   * The words in which a quote with the verdict {@link Verdict#NEAR} or {@link Verdict#FABRICATED}
   * differs from the most similar text of the cited chunk that was shown, in the order of the
   * quote. Empty for any other verdict. Also empty for FABRICATED if no text is similar: if the
   * quote has less than four words, or differs in several words and in more than one of five.
   */
  public List<Difference> differences() {
    return differences;
  }

  /**
   * The title of the document that contains the quote, or the document id if there is no title. The
   * chunk id if the location is unknown.
   */
  public String title() {
    return place == null ? chunkId.value() : place.location().title();
  }

  /** The page of the quote; empty if the document has no pages or the page is unknown. */
  public OptionalInt page() {
    return place == null ? OptionalInt.empty() : place.location().page();
  }

  /** The location of the quote, see {@link Place}; empty if the cited chunk was never shown. */
  public Optional<Location> location() {
    return place().map(Place::location);
  }

  /**
   * The span of the quote in the text of the document, in UTF-16 units. Empty if the span is
   * unknown, the quote is not contiguous, or it begins in the title line before the text.
   */
  public Optional<Span> span() {
    return place().flatMap(each -> Optional.ofNullable(each.span())).filter(it -> it.start() >= 0);
  }

  /**
   * The section of the cited chunk that contains the start of the quote; empty if it is unknown, or
   * if the cited chunk does not contain the quote.
   */
  public Optional<SectionId> section() {
    return place().flatMap(each -> Optional.ofNullable(each.section()));
  }

  /**
   * The rectangles around the quoted words on the pages of the document, one for each line, in text
   * order. If the quote contains an ellipsis, each of its parts has its own rectangles. Empty if
   * the verdict is not {@linkplain Verdict#isVerified() verified}, or if the corpus does not know
   * where the words are.
   */
  public List<Region> regions() {
    return verdict.isVerified() && place != null ? place.regions() : List.of();
  }

  /** The place of the citation; empty if the cited chunk was never shown. */
  public Optional<Place> place() {
    return Optional.ofNullable(place);
  }

  /**
   * The first sentence of the answer that contains the citation. Empty if the chunk is cited only
   * in the evidence block (the quotes that follow the answer).
   */
  public Optional<String> claim() {
    return Optional.ofNullable(claim);
  }

  /**
   * The spans of the markers in the text of the answer that contain this citation, in order. A
   * marker is a pair of brackets with one or more chunk ids. Empty if the chunk is cited only in
   * the evidence block, or without brackets, as in "chunk 12".
   */
  public List<Span> markers() {
    return markers;
  }

  /**
   * Returns this citation as plain values, for JSON. Jackson writes the same JSON for the citation
   * itself.
   */
  @JsonValue
  public View view() {
    Optional<Location> location = location();
    Optional<Span> marker = markers.stream().findFirst();
    return new View(
        chunkId.value(),
        section().map(SectionId::toString).orElse(null),
        quote().orElse(""),
        verdict.name(),
        location.map(Location::documentId).orElse(null),
        span().map(Span::start).orElse(null),
        span().map(Span::end).orElse(null),
        page().isPresent() ? page().getAsInt() : null,
        location.map(Location::title).orElse(null),
        location.map(Location::heading).orElse(List.of()),
        location.flatMap(Location::language).orElse(null),
        number,
        verdict.isVerified(),
        claim().orElse(""),
        marker.map(Span::start).orElse(null),
        marker.map(Span::end).orElse(null),
        differences,
        regions());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Citation that && values().equals(that.values());
  }

  @Override
  public int hashCode() {
    return values().hashCode();
  }

  private List<Object> values() {
    return List.of(number, chunkId, verdict, quote(), differences, place(), claim(), markers);
  }

  /** Such as {@code [q7k2m#12.4] "born in Tarn" SUPPORTED}. */
  @Override
  public String toString() {
    String id = section().map(SectionId::toString).orElse(chunkId.value());
    return "[" + id + "] " + quote().map(it -> "\"" + it + "\" ").orElse("") + verdict;
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
   * @param quote the empty string if there is none
   * @param source the number of the source
   * @param verified whether the verdict is SUPPORTED, NEAR or LOCATED
   * @param claim the empty string if there is none
   * @param answerStart the start of the citation's first marker in the answer, in UTF-16 units;
   *     null if it has no marker
   * @param answerEnd the end of the first marker, exclusive
   * @param regions see {@link Citation#regions()}
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
      List<Difference> differences,
      List<Region> regions) {}
}
