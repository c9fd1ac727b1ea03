package dev.arag.agent.internal.quote;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.Verdict;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Region;
import dev.arag.core.text.Section;
import dev.arag.core.text.TableHeader;
import dev.arag.tools.call.Snippet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Corrects the span of a citation to the position of the quote in the stored text of the chunk, and
 * adds the regions of a verified quote. Removes the span if the stored text does not contain the
 * quote.
 */
public final class ExactSpans {
  /** The maximum number of chunks to read to find the page of the header of a table. */
  private static final int MAX_CHUNKS_BEFORE = 20;

  private final Corpus corpus;
  private final Map<Location, ChunkId> idAt = new HashMap<>();
  private final Map<ChunkId, Optional<Chunk>> chunks = new HashMap<>();
  private final Map<ChunkId, NormalizedText> texts = new HashMap<>();

  public ExactSpans(Corpus corpus, List<Snippet> shown) {
    this.corpus = corpus;
    shown.forEach(snippet -> idAt.putIfAbsent(snippet.location(), snippet.chunkId()));
  }

  public Citation correct(Citation citation) {
    return citation.place().map(place -> correct(citation, place)).orElse(citation);
  }

  private Citation correct(Citation citation, Citation.Place place) {
    Span span = place.span();
    if (span == null) {
      return citation;
    }
    ChunkId holder = idAt.getOrDefault(place.location(), citation.chunkId());
    return chunks
        .computeIfAbsent(holder, corpus::read)
        .map(
            chunk -> {
              List<Span> parts = find(citation, span, chunk);
              return citation.withPlace(
                  parts.isEmpty()
                      ? new Citation.Place(place.location(), null, null)
                      : place(parts, citation, chunk));
            })
        .orElse(citation);
  }

  /**
   * Returns the place with the section, the heading and the page of the quoted words, because a
   * chunk may contain several sections and pages. The section is set only if the cited chunk
   * contains the quote.
   */
  private Citation.Place place(List<Span> parts, Citation citation, Chunk chunk) {
    Span span = inText(new Span(parts.get(0).start(), parts.get(parts.size() - 1).end()));
    Section section = sectionAt(span.start(), chunk);
    List<Region> regions = regions(parts, citation, chunk);
    OptionalInt page =
        span.start() < chunk.location().offset() && !regions.isEmpty()
            ? OptionalInt.of(regions.get(0).page())
            : pageAt(span.start(), chunk, MAX_CHUNKS_BEFORE);
    return new Citation.Place(
        chunk.location().withPart(section.heading(), page),
        span,
        chunk.id().equals(citation.chunkId()) ? section.id() : null,
        regions);
  }

  private List<Region> regions(List<Span> parts, Citation citation, Chunk chunk) {
    if (!citation.verdict().isVerified() || !(corpus instanceof Catalogue pages)) {
      return List.of();
    }
    String document = chunk.location().documentId();
    return parts.stream()
        .flatMap(part -> pages.regions(document, part.start(), part.end()).stream())
        .toList();
  }

  /** Returns the page of a position, which may be in an earlier chunk if a table began there. */
  private OptionalInt pageAt(int offset, Chunk chunk, int more) {
    Location location = chunk.location();
    if (location.offset() <= offset || more == 0 || location.page().isEmpty()) {
      return location.offset() <= offset ? chunk.pageAt(offset) : OptionalInt.empty();
    }
    return Optional.ofNullable(chunk.previous())
        .flatMap(id -> chunks.computeIfAbsent(id, corpus::read))
        .map(previous -> pageAt(offset, previous, more - 1))
        .orElse(OptionalInt.empty());
  }

  private static Section sectionAt(int offset, Chunk chunk) {
    Section found = chunk.sections().get(0);
    for (Section section : chunk.sections()) {
      found = section.offset() <= offset ? section : found;
    }
    return found;
  }

  /** Cuts the title line from a span that begins in it and ends in the text. */
  private static Span inText(Span span) {
    return span.start() < 0 && span.end() > 0 ? new Span(0, span.end()) : span;
  }

  /** Finds the parts of the quote in the stored text. Empty if a part is not found. */
  private List<Span> find(Citation citation, Span shown, Chunk chunk) {
    int base = chunk.location().offset();
    String quote = citation.quote().orElse("");
    List<String> parts = QuoteParts.keys(quote);
    List<Span> found = shown.start() < 0 ? findInText(parts, chunk) : List.of();
    if (found.isEmpty() && shown.start() < base) {
      found =
          headerBefore(chunk)
              .map(table -> findWithHeader(quote, parts.size(), table, chunk))
              .orElse(found);
    }
    if (!found.isEmpty()) {
      return found;
    }
    if (citation.verdict() == Verdict.NEAR || isExact(quote, shown.shift(-base), chunk)) {
      return List.of(shown);
    }
    List<Span> inSection =
        citation
            .section()
            .map(section -> findInSection(section.number(), chunk, parts))
            .orElse(List.of());
    return inSection.isEmpty() ? find(textOf(chunk), parts, base) : inSection;
  }

  private NormalizedText textOf(Chunk chunk) {
    return texts.computeIfAbsent(chunk.id(), id -> NormalizedText.of(chunk.text()));
  }

  /** Returns the header of the table that the chunk continues. */
  private static Optional<TableHeader> headerBefore(Chunk chunk) {
    return chunk.sections().get(0).table().filter(it -> it.offset() < chunk.location().offset());
  }

  /**
   * Finds a quote that begins in the header of the table that the chunk continues. A part that ends
   * in the rows has two spans.
   */
  private static List<Span> findWithHeader(
      String quote, int parts, TableHeader table, Chunk chunk) {
    int base = chunk.location().offset();
    int end = Math.min(table.text().length(), base - table.offset());
    String header = table.text().substring(0, end);
    List<Span> found = QuoteLocator.find(header + "\n" + chunk.text(), quote);
    return (found.size() < parts ? List.<Span>of() : found)
        .stream()
            .flatMap(
                part ->
                    Stream.of(
                        new Span(part.start(), Math.min(part.end(), end)).shift(table.offset()),
                        new Span(Math.max(part.start(), end + 1), part.end())
                            .shift(base - end - 1)))
            .filter(part -> part.start() < part.end())
            .toList();
  }

  /** Finds a quote of the title line in the text, in which a page can mark it. */
  private static List<Span> findInText(List<String> parts, Chunk chunk) {
    int textStart = Math.min(chunk.text().length(), -chunk.location().offset());
    return find(NormalizedText.of(chunk.text().substring(textStart)), parts, 0);
  }

  /** Finds a quote in the section in which the model was shown it. */
  private static List<Span> findInSection(int number, Chunk chunk, List<String> parts) {
    if (number >= chunk.sections().size()) {
      return List.of();
    }
    Section section = chunk.sections().get(number);
    return find(NormalizedText.of(section.text()), parts, section.offset());
  }

  /** Whether the text of the span equals the quote when both are normalized. */
  private static boolean isExact(String quote, Span span, Chunk chunk) {
    boolean isInside = span.start() >= 0 && span.end() <= chunk.text().length();
    return isInside
        && NormalizedText.key(chunk.text().substring(span.start(), span.end()))
            .equals(NormalizedText.key(quote));
  }

  private static List<Span> find(NormalizedText text, List<String> parts, int offset) {
    List<Span> found = QuoteLocator.find(text, parts);
    return found.size() < parts.size()
        ? List.of()
        : found.stream().map(part -> part.shift(offset)).toList();
  }
}
