package dev.arag.paper.internal;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.text.Sentence;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.CorpusTool;
import dev.arag.tools.spi.ToolDefinition;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The {@code semantic_search} tool of the paper profile.
 *
 * @param showsFullText whether results show the full text of chunks instead of sentences
 */
record PaperSemanticSearchTool(Corpus corpus, boolean showsFullText) implements CorpusTool {
  private static final ToolDefinition DEFINITION =
      ToolDefinition.read(PaperText.class, Toolbox.SEMANTIC_SEARCH);
  private static final ToolDefinition FULL_TEXT_DEFINITION =
      PaperText.definition(Toolbox.SEMANTIC_SEARCH, "semantic_search-full-text.txt");

  private static final int DECIMALS = 3;

  @Override
  public ToolDefinition definition() {
    return showsFullText ? FULL_TEXT_DEFINITION : DEFINITION;
  }

  @Override
  public Optional<String> example() {
    return Optional.of("{\"query\": \"birthplace of Ada Lovelace\", \"top_k\": 5}");
  }

  @Override
  public String canonicalize(ToolArguments arguments) {
    return arguments.text("query") + " " + PaperText.topK(arguments);
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    String text = arguments.text("query");
    int topK = PaperText.topK(arguments);
    SemanticQuery query = query(text);
    List<SemanticHit> hits = corpus.semanticSearch(query, topK, 0);
    return hits.isEmpty()
        ? notFound(text)
        : PaperText.join(hits.stream().map(hit -> render(hit, call)).toList(), call);
  }

  static SemanticQuery query(String text) {
    try {
      return new SemanticQuery(text, PaperRanking.INSTANCE);
    } catch (IllegalArgumentException e) {
      throw new InvalidArgumentException("\"query\": " + e.getMessage());
    }
  }

  static Observation.Found notFound(String query) {
    return new Observation.Found("No results for: " + PaperText.written(query), List.of());
  }

  private PaperText.Hit render(SemanticHit hit, CallContext call) {
    return showsFullText ? PaperText.full(hit.chunk(), call) : text(hit, call);
  }

  static PaperText.Hit text(SemanticHit hit, CallContext call) {
    String similarity =
        new BigDecimal(hit.score()).setScale(DECIMALS, RoundingMode.HALF_EVEN).toPlainString();
    String start =
        "Chunk ID: "
            + PaperText.nameOf(hit.chunkId(), call)
            + " (Similarity: "
            + similarity
            + ")\nMatched: ";
    return PaperText.Hit.of(start, hit.chunk(), inOrderOfFirstOccurrence(hit), call);
  }

  /**
   * Sorts the sentences by the place where each text first occurs in the chunk, as the reference
   * implementation does. Sentences with the same place are sorted by score.
   */
  private static List<Sentence> inOrderOfFirstOccurrence(SemanticHit hit) {
    String chunk = hit.chunk().text();
    return hit.matches().stream()
        .sorted(
            Comparator.<SentenceHit>comparingInt(
                    match -> chunk.indexOf(match.sentence().textWithoutEndMarks()))
                .thenComparing(Comparator.comparingDouble(SentenceHit::score).reversed()))
        .map(SentenceHit::sentence)
        .toList();
  }
}
