package dev.arag.mcp.internal.tool;

import dev.arag.core.corpus.Corpus;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import dev.arag.tools.internal.text.SingleLine;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One of the three tools of {@link Toolbox}. Each call has a new {@link ContextTracker}, because
 * calls of several conversations may arrive in any order, and reads its own snapshot of the corpus.
 */
final class ServedCorpusTool implements ServedTool {
  /** A sentence that is true only of calls that share a tracker. */
  private static final String ONLY_ONCE = " Text you already have is not sent again.";

  /** The start of the line after the quoted text. No line of the quoted text has it. */
  private static final String FENCE_END = "\n>>>";

  private final Corpus corpus;
  private final RetrievalTool tool;
  private final ToolNames names;

  private ServedCorpusTool(Corpus corpus, RetrievalTool tool, ToolNames names) {
    this.corpus = corpus;
    this.tool = tool;
    this.names = names;
  }

  static List<ServedTool> all(Corpus corpus, ToolNames names) {
    return Toolbox.of(corpus).tools().stream()
        .<ServedTool>map(tool -> new ServedCorpusTool(corpus, tool, names))
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
    ContextTracker tracker = Toolbox.newContextOfOneCall();
    Observation observation =
        Toolbox.of(corpus.snapshot()).call(ToolCall.of(tool.name(), arguments), tracker);
    boolean isRejected = observation instanceof Observation.Rejected;
    // Text of documents must stay as it is. Results without such text may name other tools.
    return observation.shown().isEmpty()
        ? new CallResult(names.in(observation.text()), isRejected)
        : new CallResult(withDocuments(observation, tracker), isRejected);
  }

  /** Adds the document of each chunk, as the last lines of the quoted text. */
  private static String withDocuments(Observation observation, ContextTracker tracker) {
    Map<String, Set<String>> chunks = new LinkedHashMap<>();
    for (Snippet snippet : observation.shown()) {
      chunks
          .computeIfAbsent(
              SingleLine.of(snippet.location().documentId()), unused -> new LinkedHashSet<>())
          .add(tracker.nameOf(snippet.chunkId()));
    }
    StringBuilder lines = new StringBuilder("\n\nDocuments:");
    chunks.forEach(
        (document, ids) ->
            lines.append("\n").append(document).append(": ").append(String.join(", ", ids)));
    // Inside of the fence, because others choose the names of files.
    String text = observation.text();
    int end = text.lastIndexOf(FENCE_END);
    return end < 0 ? text + lines : text.substring(0, end) + lines + text.substring(end);
  }
}
