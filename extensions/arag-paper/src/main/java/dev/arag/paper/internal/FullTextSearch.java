package dev.arag.paper.internal;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Corpus;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.CorpusTool;
import dev.arag.tools.spi.ToolDefinition;
import java.util.Optional;

/**
 * A search of the default profile whose results show the full text of chunks. A text that the next
 * request already contains is replaced with a notice.
 *
 * @param search the search that shows excerpts
 */
record FullTextSearch(CorpusTool search, ToolDefinition definition) implements CorpusTool {
  static final String NAIVE_EMBEDDING_SEARCH = "naive_embedding_search";

  /** Creates a toolbox with {@code keyword_search} and {@code semantic_search}. */
  static Toolbox over(Corpus corpus) {
    return Toolbox.empty()
        .with(of(Toolbox.KEYWORD_SEARCH, corpus))
        .with(of(Toolbox.SEMANTIC_SEARCH, corpus));
  }

  private static FullTextSearch of(String name, Corpus corpus) {
    CorpusTool search = search(name, corpus);
    String description =
        ToolDefinition.read(PaperText.class, name, "standard/" + name + ".txt", name + ".json")
            .description();
    return new FullTextSearch(search, new ToolDefinition(name, description, search.parameters()));
  }

  /**
   * Creates a toolbox with the single tool {@code naive_embedding_search}, which finds chunks by
   * meaning. It has no argument {@code offset}.
   */
  static Toolbox overNaive(Corpus corpus) {
    String file = "standard/" + NAIVE_EMBEDDING_SEARCH;
    return Toolbox.empty()
        .with(
            new FullTextSearch(
                search(Toolbox.SEMANTIC_SEARCH, corpus),
                ToolDefinition.read(
                    PaperText.class, NAIVE_EMBEDDING_SEARCH, file + ".txt", file + ".json")));
  }

  private static CorpusTool search(String name, Corpus corpus) {
    return Toolbox.of(requireNonNull(corpus, "corpus")).tools().stream()
        .filter(tool -> tool.name().equals(name))
        .map(CorpusTool.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public Optional<String> example() {
    return search.example();
  }

  @Override
  public String canonicalize(ToolArguments arguments) {
    return search.canonicalize(arguments);
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    Observation found = search.call(arguments, call.withFullText());
    return name().equals(NAIVE_EMBEDDING_SEARCH)
        ? new Observation.Found(withoutOffset(found.text()), found.shown())
        : found;
  }

  /** Removes the last line if it contains the offset of the next hits. */
  private static String withoutOffset(String text) {
    int last = text.lastIndexOf('\n');
    return text.startsWith("\nMore: offset ", last) ? text.substring(0, last) : text;
  }
}
