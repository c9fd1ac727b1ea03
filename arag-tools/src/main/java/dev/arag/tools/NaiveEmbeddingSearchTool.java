package dev.arag.tools;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.tools.internal.text.EmptyCorpus;
import java.util.List;

/**
 * The {@code naive_embedding_search} tool, which finds chunks by meaning and shows their full text.
 */
record NaiveEmbeddingSearchTool(Corpus corpus) implements CorpusTool {
  private static final ToolDefinition DEFINITION =
      ToolDefinition.read(Toolbox.NAIVE_EMBEDDING_SEARCH);

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
    return arguments.text("query") + " " + TopKRange.of(arguments);
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    String text = arguments.text("query");
    TopKRange range = TopKRange.of(arguments);
    List<SemanticHit> hits = corpus.semanticSearch(SemanticSearchTool.query(text), range.topK(), 0);
    RenderedHits rendered = FullText.of(hits, corpus, call);
    if (rendered.hits() == 0) {
      return new Observation.Found(EmptyCorpus.MESSAGE, List.of());
    }
    return new Observation.Found(
        SemanticSearchTool.weakMatchNote(hits, range, corpus)
            + range.header(rendered.hits())
            + "\n"
            + call.fence(rendered.text()),
        rendered.shown());
  }
}
