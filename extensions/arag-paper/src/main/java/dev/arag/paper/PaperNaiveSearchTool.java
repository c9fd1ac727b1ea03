package dev.arag.paper;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.tools.CallContext;
import dev.arag.tools.CorpusTool;
import dev.arag.tools.Observation;
import dev.arag.tools.ToolArguments;
import dev.arag.tools.ToolDefinition;
import dev.arag.tools.Toolbox;
import java.util.List;

/**
 * The {@code naive_embedding_search} tool, which finds chunks by meaning and shows their full text.
 */
record PaperNaiveSearchTool(Corpus corpus) implements CorpusTool {
  private static final ToolDefinition DEFINITION =
      PaperText.definition(Toolbox.NAIVE_EMBEDDING_SEARCH);
  private static final int DEFAULT_TOP_K = 5;
  private static final int MAX_TOP_K = 20;
  private static final int MAX_OFFSET = 100_000;

  @Override
  public ToolDefinition definition() {
    return DEFINITION;
  }

  @Override
  public String example() {
    return "{\"query\": \"birthplace of Ada Lovelace\", \"top_k\": 5}";
  }

  @Override
  public String canonicalize(ToolArguments arguments) {
    return arguments.text("query") + " " + topK(arguments) + " " + offset(arguments);
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    String text = arguments.text("query");
    int topK = topK(arguments);
    offset(arguments);
    List<SemanticHit> hits = corpus.semanticSearch(PaperSemanticSearchTool.query(text), topK, 0);
    return hits.isEmpty()
        ? PaperSemanticSearchTool.notFound(text)
        : PaperText.join(
            hits.stream().map(hit -> PaperText.full(hit.content(), call)).toList(), call);
  }

  private static int topK(ToolArguments arguments) {
    return arguments.number("top_k", DEFAULT_TOP_K, 1, MAX_TOP_K);
  }

  /** Reads the argument for its note about an invalid value. The search starts at the best hit. */
  private static int offset(ToolArguments arguments) {
    return arguments.number("offset", 0, 0, MAX_OFFSET);
  }
}
