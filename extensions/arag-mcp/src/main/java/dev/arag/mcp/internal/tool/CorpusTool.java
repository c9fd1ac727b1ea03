package dev.arag.mcp.internal.tool;

import dev.arag.core.corpus.Corpus;
import dev.arag.tools.ContextTracker;
import dev.arag.tools.Observation;
import dev.arag.tools.RetrievalTool;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import java.util.List;
import java.util.Map;

/**
 * One of the three tools of {@link Toolbox}. Each call has a new {@link ContextTracker}, because
 * calls of several conversations may arrive in any order, and reads its own snapshot of the corpus.
 */
final class CorpusTool implements ServedTool {
  /** A sentence that is true only of calls that share a tracker. */
  private static final String ONLY_ONCE = " Text you already have is not sent again.";

  private final Corpus corpus;
  private final RetrievalTool tool;
  private final ToolNames names;

  private CorpusTool(Corpus corpus, RetrievalTool tool, ToolNames names) {
    this.corpus = corpus;
    this.tool = tool;
    this.names = names;
  }

  static List<ServedTool> all(Corpus corpus, ToolNames names) {
    return Toolbox.over(corpus).tools().stream()
        .<ServedTool>map(tool -> new CorpusTool(corpus, tool, names))
        .toList();
  }

  @Override
  public String name() {
    return names.of(tool.name());
  }

  @Override
  public String description() {
    return names.in(tool.description().replace(ONLY_ONCE, ""));
  }

  @Override
  public String parameters() {
    return tool.parameters();
  }

  @Override
  public CallResult call(Map<String, Object> arguments, ProgressListener progress) {
    Observation observation =
        Toolbox.over(corpus.snapshot())
            .call(ToolCall.of(tool.name(), arguments), ContextTracker.ofOneCall());
    boolean isRejected = observation instanceof Observation.Rejected;
    // Text of documents must stay as it is. Results without such text may name other tools.
    return observation.shown().isEmpty()
        ? new CallResult(names.in(observation.text()), isRejected)
        : new CallResult(observation.text(), isRejected);
  }
}
