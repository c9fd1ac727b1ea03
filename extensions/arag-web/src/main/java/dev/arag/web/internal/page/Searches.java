package dev.arag.web.internal.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.web.internal.http.HttpFailure;
import dev.arag.web.internal.http.ServerRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Searches the documents. */
public final class Searches {
  private static final int HITS = 10;
  private static final int MAX_OFFSET = 1_000;
  private static final int MAX_QUERY_LENGTH = 1_000;
  private static final Pattern TERM = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  private final Catalogue documents;

  public Searches(Catalogue documents) {
    this.documents = documents;
  }

  /** A chunk that was found, with the spans of its sentences in the document. */
  record HitView(
      String chunk,
      String document,
      String title,
      List<String> heading,
      @Nullable Integer page,
      List<SentenceView> sentences) {
    static HitView of(Hit hit) {
      return new HitView(
          hit.chunkId().value(),
          hit.location().documentId(),
          hit.title(),
          hit.location().heading(),
          hit.location().page().isPresent() ? hit.location().page().getAsInt() : null,
          hit.sentences().stream()
              .map(each -> new SentenceView(each.text(), each.offset(), each.end()))
              .toList());
    }
  }

  record SentenceView(String text, int start, int end) {}

  /**
   * A page of hits.
   *
   * @param total the number of chunks found; null for a semantic search, which ranks all chunks
   * @param note what the reader should know about the hits; null if nothing
   */
  record HitsView(
      List<HitView> hits, @Nullable Long total, @Nullable String note, boolean hasMore) {}

  public void search(ServerRequest request) throws IOException {
    JsonNode body = request.body(10_000);
    String query = ServerRequest.text(body, "query", MAX_QUERY_LENGTH).strip();
    int offset = Math.min(MAX_OFFSET, Math.max(0, body.path("offset").asInt(0)));
    if (query.isEmpty()) {
      throw HttpFailure.badRequest("Write what you are looking for.");
    }
    request.json(
        200,
        switch (ServerRequest.text(body, "mode", 20)) {
          case "keyword" -> keyword(query, offset);
          case "semantic" -> semantic(query, offset);
          default -> throw HttpFailure.badRequest("The mode must be keyword or semantic.");
        });
  }

  private HitsView keyword(String query, int offset) {
    KeywordHits found = documents.keywordSearch(keywords(query), HITS, offset);
    return new HitsView(
        found.hits().stream().map(HitView::of).toList(),
        found.total(),
        found.ignoringAccents().isEmpty() ? null : "Accents were ignored.",
        offset + found.hits().size() < found.total() && offset < MAX_OFFSET);
  }

  /** Leaves out the words that a search cannot find, such as single letters, unless all are. */
  private static KeywordQuery keywords(String query) {
    List<String> keywords = new ArrayList<>();
    IllegalArgumentException problem = null;
    Matcher terms = TERM.matcher(query);
    while (terms.find() && keywords.size() < KeywordQuery.MAX_KEYWORDS) {
      String term = terms.group(1) == null ? terms.group(2) : terms.group(1);
      try {
        KeywordQuery.of(List.of(term));
        keywords.add(term);
      } catch (IllegalArgumentException e) {
        problem = e;
      }
    }
    if (keywords.isEmpty()) {
      throw HttpFailure.badRequest(
          problem == null ? "Write a word to search for." : String.valueOf(problem.getMessage()));
    }
    return KeywordQuery.of(keywords);
  }

  private HitsView semantic(String query, int offset) {
    List<SemanticHit> hits = documents.semanticSearch(SemanticQuery.of(query), HITS + 1, offset);
    OptionalDouble weakBelow = documents.weakBelow();
    boolean isWeak =
        offset == 0
            && !hits.isEmpty()
            && weakBelow.isPresent()
            && hits.get(0).score() < weakBelow.getAsDouble();
    return new HitsView(
        hits.stream().limit(HITS).map(HitView::of).toList(),
        null,
        isWeak ? "Only weak matches were found." : null,
        hits.size() > HITS && offset < MAX_OFFSET);
  }
}
