package dev.arag.tools;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import dev.arag.tools.internal.text.QuotedInput;
import java.util.ArrayList;
import java.util.List;

/**
 * The {@code chunk_read} tool, which shows the full text of chunks. If a chunk exceeds the result
 * limit, each call returns the next part of the chunk. A part ends at the end of a sentence if
 * possible.
 */
record ChunkReadTool(Corpus corpus) implements BuiltInTool {
  private static final ToolDefinition DEFINITION = ToolDefinition.read(Toolbox.CHUNK_READ);

  private static final int MAX_IDS = 50;
  private static final int MAX_NEIGHBORS = 2;
  private static final int MAX_UNKNOWN_NAMED = 2;

  @Override
  public ToolDefinition definition() {
    return DEFINITION;
  }

  @Override
  public String example() {
    return "{\"chunk_ids\": [\"q7k2m#12\"], \"neighbors\": 1}";
  }

  @Override
  public String canonicalize(ToolArguments arguments) {
    return splitIds(arguments.texts("chunk_ids")) + " " + neighbors(arguments);
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    List<String> written = splitIds(arguments.texts("chunk_ids"));
    int neighbors = neighbors(arguments);
    ResolvedIds resolved = ResolvedIds.of(written, corpus, call.tracker());
    if (resolved.chunks().isEmpty()) {
      return new Observation.Rejected(unknownNote(resolved.unknown(), call));
    }
    ReadPlan plan = ReadPlan.of(resolved.chunks(), neighbors, corpus, call);
    return new Observation.Found(text(plan, resolved.unknown(), call), plan.snippets());
  }

  private static int neighbors(ToolArguments arguments) {
    return arguments.number("neighbors", 0, 0, MAX_NEIGHBORS);
  }

  /**
   * Splits elements that contain several ids, because models do not always write one id per
   * element.
   */
  private static List<String> splitIds(List<String> texts) {
    List<String> ids = new ArrayList<>();
    for (String text : texts) {
      for (String id : text.split("[,;\n]", -1)) {
        if (!ChunkNames.normalize(id).isEmpty()) {
          ids.add(id);
        }
      }
    }
    if (ids.isEmpty() || ids.size() > MAX_IDS) {
      throw new InvalidArgumentException(
          "\"chunk_ids\" must hold 1 to " + MAX_IDS + " ids, was " + ids.size() + ".");
    }
    return ids;
  }

  private static String text(ReadPlan plan, List<String> unknown, CallContext call) {
    List<String> parts = new ArrayList<>();
    if (!plan.sent().isEmpty()) {
      String blocks =
          String.join("\n\n", plan.sent().stream().map(part -> part.render(call)).toList());
      parts.add(call.tracker().fence(blocks));
    }
    plan.sent().stream()
        .filter(part -> !part.isLast())
        .forEach(part -> parts.add(continuationNote(part, call)));
    plan.withheld().forEach(chunk -> parts.add(withhold(chunk, call)));
    if (!plan.notSent().isEmpty()) {
      parts.add(notSentNote(plan.notSent(), call));
    }
    if (!unknown.isEmpty()) {
      parts.add(unknownNote(unknown, call));
    }
    return String.join("\n", parts);
  }

  private static String continuationNote(ChunkPart part, CallContext call) {
    return "["
        + call.nameOf(part.chunk().id())
        + "] goes on ("
        + part.percentShown()
        + " % shown). Read it again for the next part.";
  }

  private static String withhold(ChunkId chunk, CallContext call) {
    call.tracker().withhold(chunk);
    List<String> unread = RecentChunkNames.unread(call);
    return "["
        + call.nameOf(chunk)
        + "] This chunk has been read before; its text is above."
        + (unread.isEmpty() ? "" : " Not read yet: " + String.join(", ", unread) + ".");
  }

  private static String notSentNote(List<ChunkId> chunks, CallContext call) {
    String names = String.join(", ", chunks.stream().map(call::nameOf).toList());
    String them = chunks.size() == 1 ? "it" : "them";
    return "Not sent (limit): " + names + ". Ask again for " + them + ".";
  }

  private static String unknownNote(List<String> written, CallContext call) {
    List<String> ids = written.stream().distinct().map(QuotedInput::quote).toList();
    String more =
        ids.size() > MAX_UNKNOWN_NAMED ? " or " + (ids.size() - MAX_UNKNOWN_NAMED) + " others" : "";
    List<String> seen = RecentChunkNames.seen(call);
    return "No chunk "
        + String.join(" or ", ids.stream().limit(MAX_UNKNOWN_NAMED).toList())
        + more
        + ". "
        + (seen.isEmpty()
            ? "Search first: ids stand in search results."
            : "Ids you have seen: " + String.join(", ", seen) + ".");
  }
}
