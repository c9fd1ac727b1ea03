package dev.arag.tools.internal.search;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import dev.arag.tools.internal.context.BuiltInTools;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.CorpusTool;
import dev.arag.tools.spi.RenderedHits;
import dev.arag.tools.spi.ToolDefinition;
import dev.arag.tools.spi.TopKRange;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The {@code semantic_search} tool, which finds chunks by meaning. */
public record SemanticSearchTool(Corpus corpus) implements CorpusTool {
  /**
   * The result if there is no hit at all. A semantic search has a best hit whenever there is any
   * text, so the corpus is empty or its scope allows no document.
   */
  public static final String EMPTY_CORPUS = "There is no text to search.";

  private static final ToolDefinition DEFINITION =
      ToolDefinition.read(SemanticSearchTool.class, BuiltInTools.SEMANTIC_SEARCH);

  @Override
  public ToolDefinition definition() {
    return DEFINITION;
  }

  @Override
  public Optional<String> example() {
    return Optional.of("{\"query\": \"birthplace of Ada Lovelace\", \"top_k\": 5}");
  }

  @Override
  public String canonicalize(ToolArguments arguments) {
    return arguments.text("query") + " " + TopKRange.of(arguments);
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    SemanticQuery query = query(arguments.text("query"));
    TopKRange range = TopKRange.of(arguments);
    List<SemanticHit> hits = corpus.semanticSearch(query, range.topK(), range.offset());
    RenderedHits rendered =
        RenderedHit.join(hits, call, hit -> RenderedHit.of(hit, 0, best(hit), call));
    if (rendered.hits() == 0) {
      return new Observation.Found(none(range), List.of());
    }
    return new Observation.Found(
        weakMatchNote(hits, range, corpus)
            + range.header(rendered.hits())
            + "\n"
            + call.fence(rendered.text())
            + more(range, hits.size(), rendered.hits()),
        rendered.shown());
  }

  /**
   * Returns a line that warns the model if even the best hit is a weak match. A semantic search
   * always finds hits, even if the corpus contains no relevant text.
   */
  static String weakMatchNote(List<SemanticHit> hits, TopKRange range, Corpus corpus) {
    OptionalDouble limit = corpus.weakBelow();
    double best = hits.stream().mapToDouble(SemanticHit::score).max().orElse(0);
    boolean isWeak = range.offset() == 0 && limit.isPresent() && best < limit.getAsDouble();
    return isWeak ? "Weak matches only: no sentence is close to this query.\n" : "";
  }

  private static String none(TopKRange range) {
    return range.offset() == 0 ? EMPTY_CORPUS : range.header(0);
  }

  /**
   * Returns the line after the hits with the offset of the next hits. It is empty only if the
   * search has returned fewer hits than requested and all of them are shown.
   */
  private static String more(TopKRange range, int found, int shown) {
    boolean isLast = shown == found && found < range.topK();
    return isLast ? "" : "\nMore: offset " + range.end(shown) + ".";
  }

  static SemanticQuery query(String text) {
    try {
      return SemanticQuery.of(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidArgumentException("\"query\": " + e.getMessage());
    }
  }

  /** Selects the sentences of a hit with the highest score. */
  private static RenderedHit.Selector best(SemanticHit hit) {
    return sentences ->
        hit.matches().stream()
            .filter(match -> sentences.contains(match.sentence()))
            .max(Comparator.comparingDouble(SentenceHit::score))
            .map(SentenceHit::sentence)
            .stream()
            .toList();
  }
}
