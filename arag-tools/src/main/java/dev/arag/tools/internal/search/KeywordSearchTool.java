package dev.arag.tools.internal.search;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordOperators;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import dev.arag.tools.internal.context.BuiltInTools;
import dev.arag.tools.internal.text.QuotedInput;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.CorpusTool;
import dev.arag.tools.spi.RenderedHits;
import dev.arag.tools.spi.ToolDefinition;
import dev.arag.tools.spi.TopKRange;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The {@code keyword_search} tool, which finds chunks that contain keywords.
 *
 * @param takesOperators whether the tool has the argument {@code operators}
 */
public record KeywordSearchTool(Corpus corpus, boolean takesOperators) implements CorpusTool {
  private static final ToolDefinition DEFINITION =
      ToolDefinition.read(KeywordSearchTool.class, BuiltInTools.KEYWORD_SEARCH);

  private static final ToolDefinition WITH_OPERATORS =
      ToolDefinition.read(
          KeywordSearchTool.class,
          BuiltInTools.KEYWORD_SEARCH,
          BuiltInTools.KEYWORD_SEARCH + ".txt",
          BuiltInTools.KEYWORD_SEARCH + "-operators.json");

  private static final String OPERATORS = "operators";
  private static final int MAX_PROBLEM_LENGTH = 200;

  @Override
  public ToolDefinition definition() {
    return takesOperators ? WITH_OPERATORS : DEFINITION;
  }

  @Override
  public Optional<String> example() {
    return Optional.of("{\"keywords\": [\"Marie Curie\", \"1911\"], \"top_k\": 5}");
  }

  @Override
  public String canonicalize(ToolArguments arguments) {
    List<String> keywords = arguments.texts("keywords").stream().map(String::strip).toList();
    return keywords + " " + TopKRange.of(arguments) + canonicalOperators(arguments);
  }

  private static String canonicalOperators(ToolArguments arguments) {
    String operators = operators(arguments);
    return operators.isEmpty() ? "" : " " + operators;
  }

  /** Returns the operators, or an empty text. Some models write a list instead of one text. */
  private static String operators(ToolArguments arguments) {
    return arguments.has(OPERATORS) && !arguments.isEmptyList(OPERATORS)
        ? String.join(" ", arguments.texts(OPERATORS)).strip()
        : "";
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    KeywordOperators read =
        KeywordOperators.parse(operators(arguments), query(arguments.texts("keywords")));
    read.problem().ifPresent(problem -> arguments.addNote(notApplied(problem)));
    KeywordQuery query = read.query();
    TopKRange range = TopKRange.of(arguments);
    KeywordHits hits = corpus.keywordSearch(query, range.topK(), range.offset());
    String without = without(query);
    return hits.total() == 0 ? notFound(hits, without, call) : render(hits, without, range, call);
  }

  private static String notApplied(String problem) {
    return "\"operators\" were not applied: "
        + QuotedInput.truncate(problem, MAX_PROBLEM_LENGTH)
        + " Their words were searched as plain keywords.";
  }

  /** Names the excluded keywords, after a space; empty if there are none. */
  private static String without(KeywordQuery query) {
    return query.excluded().isEmpty()
        ? ""
        : query.excluded().stream()
            .map(QuotedInput::quote)
            .collect(Collectors.joining(" or ", " without ", ""));
  }

  private static KeywordQuery query(List<String> keywords) {
    try {
      return KeywordQuery.of(keywords);
    } catch (IllegalArgumentException e) {
      throw new InvalidArgumentException("\"keywords\": " + e.getMessage());
    }
  }

  private static Observation notFound(KeywordHits hits, String without, CallContext call) {
    String keywords =
        hits.chunksWith().keySet().stream()
            .map(QuotedInput::quote)
            .collect(Collectors.joining(" or "));
    return new Observation.Found(
        "Nothing"
            + without
            + " contains "
            + keywords
            + ". Try one word of a name"
            + (call.tools().contains(BuiltInTools.SEMANTIC_SEARCH)
                ? ", another spelling, or semantic_search."
                : " or another spelling."),
        List.of());
  }

  private Observation render(KeywordHits hits, String without, TopKRange range, CallContext call) {
    KeywordOccurrences occurrences = new KeywordOccurrences(hits);
    RenderedHits rendered =
        RenderedHit.join(
            hits.hits(), call, hit -> RenderedHit.of(hit, hit.omitted(), occurrences, call));
    StringBuilder text = new StringBuilder(occurrences.accentNotes());
    text.append(count(hits.total())).append(without).append(": ").append(counts(hits)).append(". ");
    text.append(range.header(rendered.hits()));
    if (rendered.hits() > 0) {
      text.append('\n').append(call.fence(rendered.text()));
    }
    text.append(more(range, hits.total(), rendered.hits()));
    return new Observation.Found(text.toString(), rendered.shown());
  }

  /** Returns the line after the hits with the offset of the next hits. */
  private static String more(TopKRange range, long total, int hits) {
    long rest = total - range.end(hits);
    return rest <= 0 || hits == 0 ? "" : "\n" + rest + " more: offset " + range.end(hits) + ".";
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
