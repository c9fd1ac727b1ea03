package dev.arag.paper.internal;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.CorpusTool;
import dev.arag.tools.spi.ToolDefinition;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The {@code keyword_search} tool of the paper profile.
 *
 * @param showsFullText whether results show the full text of chunks instead of sentences
 */
record PaperKeywordSearchTool(Corpus corpus, boolean showsFullText) implements CorpusTool {
  private static final ToolDefinition DEFINITION =
      ToolDefinition.read(PaperText.class, Toolbox.KEYWORD_SEARCH);
  private static final ToolDefinition FULL_TEXT_DEFINITION =
      PaperText.definition(Toolbox.KEYWORD_SEARCH, "keyword_search-full-text.txt");

  @Override
  public ToolDefinition definition() {
    return showsFullText ? FULL_TEXT_DEFINITION : DEFINITION;
  }

  @Override
  public Optional<String> example() {
    return Optional.of("{\"keywords\": [\"Marie Curie\", \"1911\"], \"top_k\": 5}");
  }

  @Override
  public String canonicalize(ToolArguments arguments) {
    return arguments.texts("keywords") + " " + PaperText.topK(arguments);
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    List<String> keywords = arguments.texts("keywords");
    int topK = PaperText.topK(arguments);
    List<KeywordHit> hits = corpus.keywordSearch(query(keywords), topK, 0).hits();
    return hits.isEmpty()
        ? new Observation.Found(notFound(keywords), List.of())
        : PaperText.join(hits.stream().map(hit -> render(hit, call)).toList(), call);
  }

  private PaperText.Hit render(KeywordHit hit, CallContext call) {
    return showsFullText ? PaperText.full(hit.chunk(), call) : text(hit, call);
  }

  private static KeywordQuery query(List<String> keywords) {
    try {
      return KeywordQuery.of(keywords, PaperRanking.INSTANCE);
    } catch (IllegalArgumentException e) {
      throw new InvalidArgumentException("\"keywords\": " + e.getMessage());
    }
  }

  private static String notFound(List<String> keywords) {
    return keywords.stream()
        .map(PaperText::written)
        .collect(Collectors.joining(", ", "No results found for keywords: ", ""));
  }

  static PaperText.Hit text(KeywordHit hit, CallContext call) {
    String start =
        "Chunk ID: " + PaperText.nameOf(hit.chunkId(), call) + ", Matched keywords in chunk: ";
    return hit.sentences().isEmpty()
        ? new PaperText.Hit(start + "(no exact sentence match)", List.of())
        : PaperText.Hit.of(start, hit.chunk(), hit.sentences(), call);
  }
}
