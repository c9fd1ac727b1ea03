package dev.arag.web.internal.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import dev.arag.web.internal.http.HttpFailure;
import dev.arag.web.internal.http.ServerRequest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Searches the documents. */
public final class Searches {
  private static final int HITS = 10;
  private static final int MAX_HITS = 1_000;
  private static final int MAX_QUERY_LENGTH = 1_000;

  /** The hits that a search by words and meaning ranks, so that the first pages are consistent. */
  private static final int SEARCHED = 100;

  private final Catalogue documents;

  public Searches(Catalogue documents) {
    this.documents = documents;
  }

  /**
   * A chunk that was found, with the spans of its sentences in the document. The heading and the
   * page are those of the first sentence.
   */
  record HitView(
      String chunk,
      String document,
      String title,
      List<String> heading,
      @Nullable Integer page,
      List<SentenceView> sentences) {
    static HitView of(Hit hit) {
      Optional<Sentence> first = hit.sentences().stream().findFirst();
      Location place = hit.location();
      OptionalInt page =
          first.map(each -> hit.chunk().pageAt(each.offset())).orElseGet(place::page);
      return new HitView(
          hit.chunkId().value(),
          place.documentId(),
          hit.title(),
          first.map(Sentence::heading).orElseGet(place::heading),
          page.isPresent() ? page.getAsInt() : null,
          hit.sentences().stream().map(SentenceView::of).toList());
    }
  }

  /**
   * @param table the header of the table of which the sentence is a row; null if it is no row
   */
  record SentenceView(String text, int start, int end, @Nullable String table) {
    static SentenceView of(Sentence sentence) {
      TableHeader table = sentence.isTableHeader() ? null : sentence.table();
      return new SentenceView(
          sentence.text(), sentence.offset(), sentence.end(), table == null ? null : table.line());
    }
  }

  /**
   * A page of hits.
   *
   * @param total the number of chunks found; null unless the mode is keyword, because the other
   *     modes rank all chunks
   * @param keywords the words and phrases that were searched; none if the mode is semantic
   * @param note what the reader should know about the hits; null if nothing
   */
  record HitsView(
      List<HitView> hits,
      @Nullable Long total,
      List<String> keywords,
      @Nullable String note,
      boolean hasMore) {}

  public void search(ServerRequest request) throws IOException {
    JsonNode body = request.body(10_000);
    String query = ServerRequest.text(body, "query", MAX_QUERY_LENGTH).strip();
    int offset = number(body, "offset", 0, 0);
    int size = Math.min(number(body, "size", HITS, 1), MAX_HITS - offset);
    if (query.isEmpty()) {
      throw HttpFailure.badRequest("Write what you are looking for.");
    }
    request.json(
        200,
        size < 1
            ? new HitsView(List.of(), null, List.of(), null, false)
            : switch (ServerRequest.text(body, "mode", 20)) {
              case "hybrid" -> hybrid(query, offset, size);
              case "keyword" -> keyword(query, offset, size);
              case "semantic" -> semantic(query, offset, size);
              default ->
                  throw HttpFailure.badRequest("The mode must be hybrid, keyword or semantic.");
            });
  }

  private static int number(JsonNode body, String field, int ifMissing, int least) {
    return Math.min(MAX_HITS, Math.max(least, body.path(field).asInt(ifMissing)));
  }

  private HitsView hybrid(String query, int offset, int size) {
    // Another k changes the ranks of some hits, so that a later page could repeat an earlier hit.
    int k = (offset + size + SEARCHED) / SEARCHED * SEARCHED;
    List<Hit> hits = documents.search(query, k).stream().skip(offset).toList();
    List<String> keywords =
        KeywordQuery.fromText(query).map(KeywordQuery::keywords).orElse(List.of());
    return view(hits, offset, size, keywords, null);
  }

  private static HitsView view(
      List<? extends Hit> hits,
      int offset,
      int size,
      List<String> keywords,
      @Nullable String note) {
    return new HitsView(
        hits.stream().limit(size).map(HitView::of).toList(),
        null,
        keywords,
        note,
        hits.size() > size && offset + size < MAX_HITS);
  }

  private HitsView keyword(String query, int offset, int size) {
    Optional<KeywordQuery> keywords = KeywordQuery.fromText(query);
    if (keywords.isEmpty()) {
      return new HitsView(
          List.of(), 0L, List.of(), "The text contains no word to search for.", false);
    }
    KeywordHits found = documents.keywordSearch(keywords.get(), size, offset);
    int end = offset + found.hits().size();
    return new HitsView(
        found.hits().stream().map(HitView::of).toList(),
        found.total(),
        keywords.get().keywords(),
        found.ignoringAccents().isEmpty() ? null : "Accents were ignored.",
        end < found.total() && end < MAX_HITS);
  }

  private HitsView semantic(String query, int offset, int size) {
    List<SemanticHit> hits = documents.semanticSearch(SemanticQuery.of(query), size + 1, offset);
    OptionalDouble weakBelow = documents.weakBelow();
    boolean isWeak =
        offset == 0
            && !hits.isEmpty()
            && weakBelow.isPresent()
            && hits.get(0).score() < weakBelow.getAsDouble();
    return view(hits, offset, size, List.of(), isWeak ? "Only weak matches were found." : null);
  }
}
