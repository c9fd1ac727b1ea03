package dev.arag.web.internal.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.CitationReader;
import dev.arag.agent.citation.Span;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.Region;
import dev.arag.web.internal.http.HttpFailure;
import dev.arag.web.internal.http.ServerRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Shows the text of documents. */
public final class Passages {
  private static final int MAX_QUOTE_LENGTH = 20_000;

  /** The text shown on each side of a quote, and the most text of one response. */
  private static final int AROUND = 1_500;

  private static final int MAX_SHOWN = 60_000;

  private final Catalogue documents;
  private final Predicate<String> hasPages;

  /**
   * @param hasPages whether the server can draw the pages of the document with an id
   */
  public Passages(Catalogue documents, Predicate<String> hasPages) {
    this.documents = documents;
    this.hasPages = hasPages;
  }

  /**
   * A part of the text of a document.
   *
   * @param text the text from {@code from} to {@code to}
   * @param spans the spans to mark, in the document
   * @param regions where these spans are on pages that the server can draw
   * @param note what the reader should know about the marks; null if nothing
   */
  record PassageView(
      String document,
      String title,
      @Nullable String url,
      String text,
      int from,
      int to,
      int length,
      List<Span> spans,
      List<Region> regions,
      @Nullable String note) {}

  /**
   * Answers with the text around a quote. The request names a document or a chunk, and the span of
   * the quote, the quote itself, or neither for the start of the document.
   */
  public void passage(ServerRequest request) throws IOException {
    JsonNode body = request.body(100_000);
    Optional<Chunk> chunk =
        body.path("chunk").isTextual()
            ? documents.read(new ChunkId(ServerRequest.text(body, "chunk", 1_000)))
            : Optional.empty();
    Document document = document(body, chunk);
    Place found = locate(body, document, chunk);
    int from = body.path("from").isInt() ? body.get("from").intValue() : found.start() - AROUND;
    int to = body.path("to").isInt() ? body.get("to").intValue() : found.end() + AROUND;
    request.json(200, view(document, found, from, to));
  }

  private Document document(JsonNode body, Optional<Chunk> chunk) {
    String id =
        body.path("document").isTextual()
            ? ServerRequest.text(body, "document", 10_000)
            : chunk.map(each -> each.location().documentId()).orElse("");
    if (id.isBlank()) {
      throw changed();
    }
    return documents
        .document(id)
        .orElseThrow(() -> chunk.isPresent() ? changed() : QuestionScope.unknown(id));
  }

  private static HttpFailure changed() {
    return HttpFailure.notFound(
        "This text is not in the index. Its document may have been changed or removed.");
  }

  /** The part of a document to show, and what to mark in it. */
  private record Place(int start, int end, List<Span> spans, @Nullable String note) {}

  private static Place locate(JsonNode body, Document document, Optional<Chunk> chunk) {
    int length = document.text().length();
    List<Span> spans = spans(body, length);
    // A chunk id never names two texts, so an unknown id means that the document was replaced.
    boolean isChanged = body.path("chunk").isTextual() && chunk.isEmpty();
    if (isChanged || spans.isEmpty()) {
      spans = find(body, document, isChanged ? Optional.empty() : chunk);
    }
    String note =
        isChanged
            ? "The document has changed since it was quoted."
            : spans.isEmpty() && isInTitle(body, document) ? "The quote is in the title." : null;
    if (!spans.isEmpty()) {
      return new Place(spans.get(0).start(), spans.get(spans.size() - 1).end(), spans, note);
    }
    int start = chunk.map(each -> inText(each.location().offset(), length)).orElse(0);
    int end =
        chunk
            .map(each -> inText(each.location().offset() + each.text().length(), length))
            .orElse(start);
    return new Place(start, end, List.of(), note);
  }

  /** Returns the nearest offset in the text; the title line before it has negative offsets. */
  private static int inText(int offset, int length) {
    return Math.max(0, Math.min(length, offset));
  }

  private static List<Span> spans(JsonNode body, int length) {
    List<Span> spans = new ArrayList<>();
    for (JsonNode each : body.path("spans")) {
      int start = each.path("start").asInt(-1);
      int end = each.path("end").asInt(-1);
      if (start >= 0 && start < end && end <= length && spans.size() < 100) {
        spans.add(new Span(start, end));
      }
    }
    return inOrder(spans);
  }

  private static List<Span> inOrder(List<Span> spans) {
    List<Span> sorted = new ArrayList<>();
    spans.stream()
        .sorted(Comparator.comparingInt(Span::start))
        .filter(span -> span.start() < span.end())
        .forEach(
            span -> {
              if (sorted.isEmpty() || sorted.get(sorted.size() - 1).end() <= span.start()) {
                sorted.add(span);
              }
            });
    return List.copyOf(sorted);
  }

  private static boolean isInTitle(JsonNode body, Document document) {
    return document.title().filter(title -> !spansOf(quote(body), title).isEmpty()).isPresent();
  }

  private static String quote(JsonNode body) {
    return body.path("quote").isTextual()
        ? ServerRequest.text(body, "quote", MAX_QUOTE_LENGTH)
        : "";
  }

  private static List<Span> spansOf(String quote, String text) {
    return quote.isBlank() ? List.of() : CitationReader.find(quote, text);
  }

  /** Finds the words of a quote in its chunk or, if there is none, in the whole document. */
  private static List<Span> find(JsonNode body, Document document, Optional<Chunk> chunk) {
    boolean isInDocument =
        chunk.filter(each -> each.location().documentId().equals(document.id())).isPresent();
    String text = isInDocument ? chunk.orElseThrow().text() : document.text();
    int offset = isInDocument ? chunk.orElseThrow().location().offset() : 0;
    return inOrder(
        spansOf(quote(body), text).stream()
            .map(span -> span.shift(offset))
            .map(span -> new Span(Math.max(0, span.start()), span.end()))
            .toList());
  }

  private PassageView view(Document document, Place found, int from, int to) {
    String text = document.text();
    int start = boundary(text, Math.max(0, Math.min(from, text.length())));
    int end = boundary(text, Math.max(start, Math.min(text.length(), to)));
    end = Math.min(end, boundary(text, (int) Math.min(text.length(), (long) start + MAX_SHOWN)));
    Location place = Location.builder(document.id()).metadata(document.metadata()).build();
    return new PassageView(
        document.id(),
        document.title().orElse(document.id()),
        place.url().orElse(null),
        text.substring(start, end),
        start,
        end,
        text.length(),
        found.spans(),
        hasPages.test(document.id()) ? regions(document.id(), found.spans()) : List.of(),
        found.note());
  }

  private List<Region> regions(String document, List<Span> spans) {
    return spans.stream()
        .flatMap(span -> documents.regions(document, span.start(), span.end()).stream())
        .toList();
  }

  /** The index itself, or the one before it if it is in the middle of a surrogate pair. */
  private static int boundary(String text, int index) {
    boolean isInside =
        index > 0
            && index < text.length()
            && Character.isLowSurrogate(text.charAt(index))
            && Character.isHighSurrogate(text.charAt(index - 1));
    return isInside ? index - 1 : index;
  }
}
