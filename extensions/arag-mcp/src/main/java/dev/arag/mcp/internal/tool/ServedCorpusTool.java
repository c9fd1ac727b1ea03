package dev.arag.mcp.internal.tool;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.SectionId;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import dev.arag.tools.internal.context.ConversationTracker;
import dev.arag.tools.internal.text.SingleLine;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One of the tools of a {@link Toolbox}. Each call has a new {@link ContextTracker}, because calls
 * of several conversations may arrive in any order, and reads its own snapshot of the corpus.
 */
final class ServedCorpusTool implements ServedTool {
  /** A sentence that is true only of calls that share a tracker. */
  private static final String ONLY_ONCE = " Text you already have is not sent again.";

  /** The start of the line after the quoted text. No line of the quoted text has it. */
  private static final String FENCE_END = "\n>>>";

  private static final Map<String, String> TITLES =
      Map.of(
          Toolbox.KEYWORD_SEARCH,
          "Search by keyword",
          Toolbox.SEMANTIC_SEARCH,
          "Search by meaning",
          Toolbox.CHUNK_READ,
          "Read text",
          Toolbox.OUTLINE,
          "Outline documents",
          Toolbox.FIND,
          "Find and count");

  private static final Map<String, Object> BOUNDS = TextResource.readJson("bounds.json");

  private final Corpus corpus;
  private final Function<Corpus, Toolbox> toolbox;
  private final RetrievalTool tool;
  private final ToolNames names;

  private ServedCorpusTool(
      Corpus corpus, Function<Corpus, Toolbox> toolbox, RetrievalTool tool, ToolNames names) {
    this.corpus = corpus;
    this.toolbox = toolbox;
    this.tool = tool;
    this.names = names;
  }

  static List<ServedTool> all(Corpus corpus, Function<Corpus, Toolbox> toolbox, ToolNames names) {
    return toolbox.apply(corpus).tools().stream()
        .<ServedTool>map(tool -> new ServedCorpusTool(corpus, toolbox, tool, names))
        .toList();
  }

  @Override
  public String name() {
    return names.of(tool.name());
  }

  @Override
  public String title() {
    return TITLES.getOrDefault(tool.name(), tool.name());
  }

  @Override
  public String description() {
    return names.in(tool.description().replace(ONLY_ONCE, ""));
  }

  /** Adds the bounds of the numbers. The tool applies them, but its own schema is shorter. */
  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> schema = TextResource.parseJson(tool.parameters());
    if (schema.get("properties") instanceof Map<?, ?> properties) {
      properties.forEach((name, property) -> addBounds(BOUNDS.get(name), property));
    }
    return schema;
  }

  @SuppressWarnings("unchecked")
  private static void addBounds(@Nullable Object bounds, @Nullable Object property) {
    if (bounds != null && property != null) {
      ((Map<String, Object>) property).putAll((Map<String, Object>) bounds);
    }
  }

  @Override
  public Optional<Map<String, Object>> outputSchema() {
    return Toolbox.isSearch(tool.name())
        ? Optional.of(TextResource.readJson("search-output.json"))
        : Optional.empty();
  }

  @Override
  public CallResult call(Map<String, Object> arguments, ProgressListener progress) {
    ContextTracker tracker = Toolbox.newContextOfOneCall();
    Observation observation =
        toolbox.apply(corpus.snapshot()).call(ToolCall.of(tool.name(), arguments), tracker);
    boolean isRejected = observation instanceof Observation.Rejected;
    // Text of documents must stay as it is. Results without such text may name other tools.
    String text =
        observation.shown().isEmpty()
            ? names.in(observation.text())
            : withDocuments(observation, tracker);
    if (isRejected) {
      return CallResult.error(text);
    }
    return outputSchema().isPresent()
        ? CallResult.of(text, "hits", hits(observation, tracker))
        : CallResult.of(text);
  }

  /** A section that is shown, or a part of it. The components are the fields of the schema. */
  record Hit(String id, String document, boolean complete) {}

  /** Returns the text of documents. An outline or a table of counts is not part of a document. */
  private static List<Snippet> shown(Observation observation) {
    return observation.shown().stream()
        .filter(snippet -> !ConversationTracker.isSourceId(snippet.chunkId()))
        .toList();
  }

  private static List<Hit> hits(Observation observation, ContextTracker tracker) {
    Map<SectionId, Hit> hits = new LinkedHashMap<>();
    for (Snippet snippet : shown(observation)) {
      hits.merge(
          snippet.section(),
          new Hit(
              tracker.nameOf(snippet.section()),
              SingleLine.of(snippet.location().documentId()),
              snippet.isWholeSection()),
          (one, other) -> one.complete() ? one : other);
    }
    return List.copyOf(hits.values());
  }

  /** Adds the document of each chunk, as the last lines of the quoted text. */
  private static String withDocuments(Observation observation, ContextTracker tracker) {
    Map<String, Set<String>> chunks = new LinkedHashMap<>();
    for (Snippet snippet : shown(observation)) {
      chunks
          .computeIfAbsent(
              SingleLine.of(snippet.location().documentId()), unused -> new LinkedHashSet<>())
          .add(tracker.nameOf(snippet.chunkId()));
    }
    if (chunks.isEmpty()) {
      return observation.text();
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
