package dev.arag.tools;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Profile;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import dev.arag.tools.internal.text.QuotedInput;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The {@code keyword_search} tool, which finds chunks that contain keywords.
 *
 * @param showsFullText whether results show the full text of chunks instead of excerpts
 */
record KeywordSearchTool(Corpus corpus, Profile profile, boolean showsFullText)
    implements BuiltInTool {
  private static final ToolDefinition DEFINITION = ToolDefinition.read(Toolbox.KEYWORD_SEARCH);
  private static final ToolDefinition FULL_TEXT_DEFINITION =
      ToolDefinition.readForFullText(Toolbox.KEYWORD_SEARCH);

  @Override
  public ToolDefinition definition() {
    return showsFullText ? FULL_TEXT_DEFINITION : DEFINITION;
  }

  @Override
  public String example() {
    return "{\"keywords\": [\"Marie Curie\", \"1911\"], \"top_k\": 5}";
  }

  @Override
  public String canonicalize(ToolArguments arguments) {
    List<String> keywords = arguments.texts("keywords").stream().map(String::strip).toList();
    return keywords + " " + TopKRange.of(arguments);
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    KeywordQuery query = query(arguments.texts("keywords"));
    TopKRange range = TopKRange.of(arguments);
    KeywordHits hits = corpus.keywordSearch(query, range.topK(), range.offset());
    return hits.total() == 0 ? notFound(hits, call) : render(hits, range, call);
  }

  private KeywordQuery query(List<String> keywords) {
    try {
      return KeywordQuery.of(keywords, profile);
    } catch (IllegalArgumentException e) {
      throw new InvalidArgumentException("\"keywords\": " + e.getMessage());
    }
  }

  private static Observation notFound(KeywordHits hits, CallContext call) {
    String keywords =
        hits.chunksWith().keySet().stream()
            .map(QuotedInput::quote)
            .collect(Collectors.joining(" or "));
    return new Observation.Found(
        "Nothing contains "
            + keywords
            + ". Try one word of a name"
            + (call.tools().contains(Toolbox.SEMANTIC_SEARCH)
                ? ", another spelling, or semantic_search."
                : " or another spelling."),
        List.of());
  }

  private Observation render(KeywordHits hits, TopKRange range, CallContext call) {
    KeywordOccurrences occurrences = new KeywordOccurrences(hits);
    RenderedHits rendered =
        showsFullText
            ? FullText.of(hits.hits(), corpus, profile, call)
            : RenderedHits.of(
                hits.hits(),
                call,
                hit -> RenderedHit.of(hit, hit.omitted(), occurrences, profile, call));
    StringBuilder text = new StringBuilder(occurrences.accentNotes());
    text.append(count(hits.total())).append(": ").append(counts(hits)).append(". ");
    text.append(range.header(rendered.hits()));
    if (rendered.hits() > 0) {
      text.append('\n').append(call.tracker().fence(rendered.text()));
    }
    text.append(range.more(hits.total(), rendered.hits()));
    return new Observation.Found(text.toString(), rendered.shown());
  }

  private static String count(long chunks) {
    return chunks == 1 ? "1 chunk" : chunks + " chunks";
  }

  private static String counts(KeywordHits hits) {
    return hits.chunksWith().keySet().stream()
        .map(keyword -> counts(hits, keyword))
        .collect(Collectors.joining(", "));
  }

  private static String counts(KeywordHits hits, String keyword) {
    long whole = hits.chunksWithWhole().getOrDefault(keyword, 0L);
    long inside = hits.chunksWith().getOrDefault(keyword, 0L) - whole;
    String text = QuotedInput.quote(keyword) + " " + whole;
    return inside == 0 ? text : text + ", and " + inside + " inside longer words";
  }
}
