package dev.arag.tools;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Profile;
import dev.arag.core.text.Sentence;
import java.util.List;
import java.util.stream.Collectors;

/** Finds chunks by their words. */
record KeywordSearchTool(Corpus corpus, Profile profile) implements CorpusTool {
  private static final ToolText TEXT = ToolText.read(Toolbox.KEYWORD_SEARCH);

  @Override
  public ToolText text() {
    return TEXT;
  }

  @Override
  public String example() {
    return "{\"keywords\": [\"Marie Curie\", \"1911\"], \"top_k\": 5}";
  }

  @Override
  public String asked(Arguments arguments) {
    List<String> keywords = arguments.texts("keywords").stream().map(String::strip).toList();
    return keywords + " " + Paging.of(arguments);
  }

  @Override
  public Observation call(Arguments arguments, CallContext turn) {
    KeywordQuery query = query(arguments.texts("keywords"));
    Paging paging = Paging.of(arguments);
    KeywordHits hits = corpus.keywordSearch(query, paging.topK(), paging.offset());
    return hits.total() == 0 ? nothing(hits) : found(hits, paging, turn);
  }

  private KeywordQuery query(List<String> keywords) {
    try {
      return KeywordQuery.of(keywords, profile);
    } catch (IllegalArgumentException e) {
      throw new ArgumentException("\"keywords\": " + e.getMessage());
    }
  }

  private static Observation nothing(KeywordHits hits) {
    String keywords =
        hits.chunksWith().keySet().stream().map(Quoted::of).collect(Collectors.joining(" or "));
    return new Observation.Found(
        "Nothing contains "
            + keywords
            + ". Try one word of a name, another spelling, or semantic_search.",
        List.of());
  }

  private static Observation found(KeywordHits hits, Paging paging, CallContext turn) {
    KeywordSpelling spelling = new KeywordSpelling(hits);
    HitPage page = HitPage.of(hits.hits(), turn, hit -> render(hit, spelling, turn));
    StringBuilder text = new StringBuilder(spelling.accents());
    text.append(count(hits.total())).append(": ").append(counts(hits)).append(". ");
    text.append(paging.header(page.hits()));
    if (page.hits() > 0) {
      text.append('\n').append(turn.context().fence(page.text()));
    }
    text.append(paging.more(hits.total(), page.hits()));
    return new Observation.Found(text.toString(), page.shown());
  }

  private static HitText render(KeywordHit hit, KeywordSpelling spelling, CallContext turn) {
    if (!turn.isAbove(hit.chunk())) {
      return HitText.of(hit, hit.sentences(), hit.omitted(), spelling::matchStart, turn);
    }
    List<Sentence> best = spelling.best(hit.sentences());
    return HitText.of(hit, best, 0, spelling::matchStart, turn);
  }

  private static String count(long chunks) {
    return chunks == 1 ? "1 chunk" : chunks + " chunks";
  }

  private static String counts(KeywordHits hits) {
    return hits.chunksWith().entrySet().stream()
        .map(entry -> Quoted.of(entry.getKey()) + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
