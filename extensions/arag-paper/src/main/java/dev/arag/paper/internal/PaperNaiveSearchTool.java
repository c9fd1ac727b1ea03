package dev.arag.paper.internal;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.CorpusTool;
import dev.arag.tools.spi.ToolDefinition;
import dev.arag.tools.spi.TopKRange;
import java.util.List;
import java.util.Optional;

/**
 * The {@code naive_embedding_search} tool, which finds chunks by meaning and shows their full text.
 */
record PaperNaiveSearchTool(Corpus corpus) implements CorpusTool {
  private static final ToolDefinition DEFINITION =
      ToolDefinition.read(PaperText.class, FullTextSearch.NAIVE_EMBEDDING_SEARCH);

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
    return arguments.text("query") + " " + TopKRange.of(arguments).topK();
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    String text = arguments.text("query");
    int topK = TopKRange.of(arguments).topK();
    List<SemanticHit> hits = corpus.semanticSearch(PaperSemanticSearchTool.query(text), topK, 0);
    return hits.isEmpty()
        ? PaperSemanticSearchTool.notFound(text)
        : PaperText.join(
            hits.stream().map(hit -> PaperText.full(hit.chunk(), call)).toList(), call);
  }
}
