package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.Verdict;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.tools.Snippet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Corrects the span of a citation to the position of the quote in the stored text of the chunk.
 * Removes the span if the stored text does not contain the quote.
 */
final class ExactSpans {
  private final Corpus corpus;
  private final Map<Location, ChunkId> idAt = new HashMap<>();
  private final Map<ChunkId, Optional<Chunk>> chunks = new HashMap<>();
  private final Map<ChunkId, NormalizedText> texts = new HashMap<>();

  ExactSpans(Corpus corpus, List<Snippet> shown) {
    this.corpus = corpus;
    shown.forEach(snippet -> idAt.putIfAbsent(snippet.location(), snippet.chunk()));
  }

  Citation correct(Citation citation) {
    Location location = citation.location();
    if (!citation.hasSpan() || location == null) {
      return citation;
    }
    ChunkId holder = idAt.getOrDefault(location, citation.chunk());
    return chunks
        .computeIfAbsent(holder, corpus::read)
        .map(chunk -> withPlace(with(correct(citation, chunk), location, citation), chunk))
        .orElse(citation);
  }

  /**
   * Replaces the heading and the page of the chunk with those of the quoted words, because a chunk
   * may contain several sections and pages.
   */
  private static Citation withPlace(Citation citation, Chunk chunk) {
    Location location = chunk.location();
    List<String> heading = location.heading();
    for (Sentence sentence : chunk.sentences()) {
      heading = sentence.offset() <= citation.start() ? sentence.heading() : heading;
    }
    OptionalInt page = chunk.pageAt(citation.start());
    boolean isPlaceOfChunk = heading.equals(location.heading()) && page.equals(location.page());
    return citation.hasSpan() && !isPlaceOfChunk
        ? with(new Span(citation.start(), citation.end()), at(heading, page, location), citation)
        : citation;
  }

  private static Citation with(Span span, Location location, Citation citation) {
    return new Citation(
        citation.number(),
        citation.chunk(),
        citation.quote(),
        citation.verdict(),
        location,
        span.start(),
        span.end(),
        citation.claim(),
        citation.differences(),
        span.equals(Span.UNKNOWN) ? -1 : citation.section(),
        citation.markers());
  }

  private static Location at(List<String> heading, OptionalInt page, Location chunk) {
    return Location.builder(chunk.documentId())
        .title(chunk.title())
        .heading(heading)
        .page(page.orElse(0))
        .ordinal(chunk.ordinal())
        .offset(chunk.offset())
        .metadata(chunk.metadata())
        .build();
  }

  private Span correct(Citation citation, Chunk chunk) {
    int base = chunk.location().offset();
    Span given = new Span(citation.start(), citation.end()).shift(-base);
    if (citation.verdict() == Verdict.NEAR || isExact(citation, given, chunk)) {
      return given.shift(base);
    }
    NormalizedText text = texts.computeIfAbsent(chunk.id(), id -> NormalizedText.of(chunk.text()));
    Span found = find(text, QuoteParts.keys(citation.quote()));
    return found.equals(Span.UNKNOWN) ? found : found.shift(base);
  }

  /** Whether the text of the span equals the quote when both are normalized. */
  private static boolean isExact(Citation citation, Span span, Chunk chunk) {
    boolean isInside = span.start() >= 0 && span.end() <= chunk.text().length();
    return isInside
        && NormalizedText.key(chunk.text().substring(span.start(), span.end()))
            .equals(NormalizedText.key(citation.quote()));
  }

  private static Span find(NormalizedText text, List<String> parts) {
    int start = -1;
    int from = 0;
    for (String part : parts) {
      int at = text.find(new KmpPattern(part), from);
      if (at < 0) {
        return Span.UNKNOWN;
      }
      start = start < 0 ? at : start;
      from = at + part.length();
    }
    return start < 0 ? Span.UNKNOWN : text.sourceOf(start, from);
  }
}
