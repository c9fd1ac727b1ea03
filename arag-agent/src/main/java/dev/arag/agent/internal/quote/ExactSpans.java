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
            chunk ->
                find(citation, span, chunk)
                    .map(
                        found ->
                            withRegions(place(inText(found), citation, chunk), citation, chunk))
                    .orElseGet(() -> new Citation.Place(place.location(), null, null)))
        .map(citation::withPlace)
        .orElse(citation);
  }

  /**
   * Returns the place with the section, the heading and the page of the quoted words, because a
   * chunk may contain several sections and pages. The section is set only if the cited chunk
   * contains the quote.
   */
  private Citation.Place place(Span span, Citation citation, Chunk chunk) {
    Section section = sectionAt(span.start(), chunk);
    OptionalInt page = pageAt(span.start(), chunk);
    return new Citation.Place(
        chunk.location().withPart(section.heading(), page),
        span,
        chunk.id().equals(citation.chunkId()) ? section.id() : null);
  }

  /** Returns the page of a position, which may be in an earlier chunk if a table began there. */
  private OptionalInt pageAt(int offset, Chunk chunk) {
    Optional<Chunk> holder = Optional.of(chunk);
    for (int i = 0; i < MAX_CHUNKS_BEFORE && chunk.location().page().isPresent(); i++) {
      if (holder.isEmpty() || holder.get().location().offset() <= offset) {
        break;
      }
      holder =
          Optional.ofNullable(holder.get().previous())
              .flatMap(id -> chunks.computeIfAbsent(id, corpus::read));
    }
    return holder
        .filter(each -> each.location().offset() <= offset)
        .map(each -> each.pageAt(offset))
        .orElse(OptionalInt.empty());
  }

  private Citation.Place withRegions(Citation.Place place, Citation citation, Chunk chunk) {
    Span span = place.span();
    if (span == null || !citation.verdict().isVerified() || !(corpus instanceof Catalogue pages)) {
      return place;
    }
    List<Region> regions =
        parts(span, citation.quote().orElse(""), chunk).stream()
            .flatMap(
                it -> pages.regions(place.location().documentId(), it.start(), it.end()).stream())
            .toList();
    return new Citation.Place(place.location(), span, place.section(), regions);
  }

  /**
   * Returns the spans of the parts of a quote that has ellipses or begins in the repeated header of
   * a table; otherwise the span of the quote.
   */
  private static List<Span> parts(Span span, String quote, Chunk chunk) {
    int base = chunk.location().offset();
    Optional<TableHeader> table = headerBefore(chunk).filter(it -> span.start() < base);
    if (table.isPresent()) {
      return partsWithHeader(quote, table.get(), chunk);
    }
    Span inChunk = span.shift(-base);
    if (QuoteParts.keys(quote).size() < 2
        || inChunk.start() < 0
        || inChunk.end() > chunk.text().length()) {
      return List.of(span);
    }
    return QuoteLocator.find(chunk.text().substring(inChunk.start(), inChunk.end()), quote).stream()
        .map(part -> part.shift(span.start()))
        .toList();
  }

  private static List<Span> partsWithHeader(String quote, TableHeader table, Chunk chunk) {
    String header = textBefore(chunk, table);
    int rows = header.length() + 1;
    int toChunk = chunk.location().offset() - rows;
    return QuoteLocator.find(header + "\n" + chunk.text(), quote).stream()
        .flatMap(
            part ->
                Stream.of(
                    new Span(part.start(), Math.min(part.end(), rows - 1)).shift(table.offset()),
                    new Span(Math.max(part.start(), rows), part.end()).shift(toChunk)))
        .filter(part -> part.start() < part.end())
        .toList();
  }

  /** Returns the part of a header that is before a chunk. */
  private static String textBefore(Chunk chunk, TableHeader table) {
    int length = chunk.location().offset() - table.offset();
    return table.text().substring(0, Math.min(table.text().length(), length));
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

  /** Finds the quote in the stored text. */
  private Optional<Span> find(Citation citation, Span shown, Chunk chunk) {
    int base = chunk.location().offset();
    String quote = citation.quote().orElse("");
    List<String> parts = QuoteParts.keys(quote);
    if (shown.start() < 0) {
      Optional<Span> inText = findInText(parts, chunk);
      if (inText.isPresent()) {
        return inText;
      }
    }
    Optional<TableHeader> header = headerBefore(chunk);
    if (header.isPresent() && shown.start() < base && citation.verdict() != Verdict.NEAR) {
      return findWithHeader(parts, header.get(), chunk);
    }
    if (citation.verdict() == Verdict.NEAR || isExact(quote, shown.shift(-base), chunk)) {
      return Optional.of(shown);
    }
    return citation
        .section()
        .flatMap(section -> findInSection(section.number(), chunk, parts))
        .or(() -> find(textOf(chunk), parts).map(found -> found.shift(base)));
  }

  private NormalizedText textOf(Chunk chunk) {
    return texts.computeIfAbsent(chunk.id(), id -> NormalizedText.of(chunk.text()));
  }

  /** Returns the header of the table that the chunk continues. */
  private static Optional<TableHeader> headerBefore(Chunk chunk) {
    return chunk.sections().get(0).table().filter(it -> it.offset() < chunk.location().offset());
  }

  /** Finds a quote that begins in the header of the table that the chunk continues. */
  private static Optional<Span> findWithHeader(List<String> parts, TableHeader table, Chunk chunk) {
    int base = chunk.location().offset();
    String header = textBefore(chunk, table);
    int toChunk = base - header.length() - 1;
    return find(NormalizedText.of(header + "\n" + chunk.text()), parts)
        .map(
            found ->
                new Span(
                    found.start() + (found.start() < header.length() ? table.offset() : toChunk),
                    found.end() + (found.end() <= header.length() ? table.offset() : toChunk)));
  }

  /** Finds a quote of the title line in the text, in which a page can mark it. */
  private static Optional<Span> findInText(List<String> parts, Chunk chunk) {
    int textStart = Math.min(chunk.text().length(), -chunk.location().offset());
    return find(NormalizedText.of(chunk.text().substring(textStart)), parts);
  }

  /** Finds a quote in the section in which the model was shown it. */
  private static Optional<Span> findInSection(int number, Chunk chunk, List<String> parts) {
    List<Section> sections = chunk.sections();
    if (number >= sections.size()) {
      return Optional.empty();
    }
    Section section = sections.get(number);
    return find(NormalizedText.of(section.text()), parts)
        .map(found -> found.shift(section.offset()));
  }

  /** Whether the text of the span equals the quote when both are normalized. */
  private static boolean isExact(String quote, Span span, Chunk chunk) {
    boolean isInside = span.start() >= 0 && span.end() <= chunk.text().length();
    return isInside
        && NormalizedText.key(chunk.text().substring(span.start(), span.end()))
            .equals(NormalizedText.key(quote));
  }

  private static Optional<Span> find(NormalizedText text, List<String> parts) {
    int start = -1;
    int from = 0;
    for (String part : parts) {
      Optional<Span> found = text.find(new KmpPattern(part), from);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      start = start < 0 ? found.get().start() : start;
      from = found.get().end();
    }
    return start < 0 ? Optional.empty() : Optional.of(text.sourceOf(start, from));
  }
}
