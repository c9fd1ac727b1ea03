package dev.arag.agent.internal.quote;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.Verdict;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Section;
import dev.arag.tools.call.Snippet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Corrects the span of a citation to the position of the quote in the stored text of the chunk.
 * Removes the span if the stored text does not contain the quote.
 */
public final class ExactSpans {
  private final Corpus corpus;
  private final Map<Location, ChunkId> idAt = new HashMap<>();
  private final Map<ChunkId, Optional<Chunk>> chunks = new HashMap<>();
  private final Map<ChunkId, NormalizedText> texts = new HashMap<>();

  public ExactSpans(Corpus corpus, List<Snippet> shown) {
    this.corpus = corpus;
    shown.forEach(snippet -> idAt.putIfAbsent(snippet.location(), snippet.chunkId()));
  }

  public Citation correct(Citation citation) {
    Location location = citation.location();
    if (!isKnown(citation) || location == null) {
      return citation;
    }
    ChunkId holder = idAt.getOrDefault(location, citation.chunkId());
    return chunks
        .computeIfAbsent(holder, corpus::read)
        .map(
            chunk ->
                withPlace(with(inText(correct(citation, chunk)), location, -1, citation), chunk))
        .orElse(citation);
  }

  /**
   * Sets the section, the heading and the page to those of the quoted words, because a chunk may
   * contain several sections and pages. The section is set only if the cited chunk contains the
   * quote.
   */
  private static Citation withPlace(Citation citation, Chunk chunk) {
    if (!isKnown(citation)) {
      return citation;
    }
    Section section = sectionAt(citation.start(), chunk);
    int number = chunk.id().equals(citation.chunkId()) ? section.id().number() : -1;
    OptionalInt page = chunk.pageAt(citation.start());
    Location place = chunk.location().withPart(section.heading(), page);
    return with(new Span(citation.start(), citation.end()), place, number, citation);
  }

  /** Whether the span is known. A quote of the title line has negative offsets. */
  private static boolean isKnown(Citation citation) {
    return !new Span(citation.start(), citation.end()).equals(Span.UNKNOWN);
  }

  private static Section sectionAt(int offset, Chunk chunk) {
    Section found = chunk.sections().get(0);
    for (Section section : chunk.sections()) {
      found = section.offset() <= offset ? section : found;
    }
    return found;
  }

  private static Citation with(Span span, Location location, int section, Citation citation) {
    return new Citation(
        citation.number(),
        citation.chunkId(),
        citation.quote(),
        citation.verdict(),
        location,
        span.start(),
        span.end(),
        citation.claim(),
        citation.differences(),
        section,
        citation.markers());
  }

  /** Cuts the title line from a span that begins in it and ends in the text. */
  private static Span inText(Span span) {
    return span.start() < 0 && span.end() > 0 ? new Span(0, span.end()) : span;
  }

  private Span correct(Citation citation, Chunk chunk) {
    int base = chunk.location().offset();
    if (citation.start() < 0) {
      Span inText = findInText(citation, chunk);
      if (!inText.equals(Span.UNKNOWN)) {
        return inText;
      }
    }
    Span given = new Span(citation.start(), citation.end()).shift(-base);
    if (citation.verdict() == Verdict.NEAR || isExact(citation, given, chunk)) {
      return given.shift(base);
    }
    List<String> parts = QuoteParts.keys(citation.quote());
    Span inSection = findInSection(citation.section(), chunk, parts);
    if (!inSection.equals(Span.UNKNOWN)) {
      return inSection;
    }
    NormalizedText text = texts.computeIfAbsent(chunk.id(), id -> NormalizedText.of(chunk.text()));
    Span found = find(text, parts);
    return found.equals(Span.UNKNOWN) ? found : found.shift(base);
  }

  /** Finds a quote of the title line in the text, in which a page can mark it. */
  private static Span findInText(Citation citation, Chunk chunk) {
    int textStart = Math.min(chunk.text().length(), -chunk.location().offset());
    return find(
        NormalizedText.of(chunk.text().substring(textStart)), QuoteParts.keys(citation.quote()));
  }

  /** Finds a quote in the section in which the model was shown it. */
  private static Span findInSection(int number, Chunk chunk, List<String> parts) {
    List<Section> sections = chunk.sections();
    if (number < 0 || number >= sections.size()) {
      return Span.UNKNOWN;
    }
    Section section = sections.get(number);
    Span found = find(NormalizedText.of(section.text()), parts);
    return found.equals(Span.UNKNOWN) ? found : found.shift(section.offset());
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
