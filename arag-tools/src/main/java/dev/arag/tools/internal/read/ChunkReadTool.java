package dev.arag.tools.internal.read;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Section;
import dev.arag.core.text.SectionId;
import dev.arag.tools.call.ChunkNames;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import dev.arag.tools.internal.context.BuiltInTools;
import dev.arag.tools.internal.context.ConversationTracker;
import dev.arag.tools.internal.text.QuotedInput;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.CorpusTool;
import dev.arag.tools.spi.ToolDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The {@code chunk_read} tool, which shows the full text of chunks and sections. If a section
 * exceeds the result limit, each call returns the next part of the section. A part ends at the end
 * of a sentence if possible.
 */
public record ChunkReadTool(Corpus corpus) implements CorpusTool {
  private static final ToolDefinition DEFINITION =
      ToolDefinition.read(ChunkReadTool.class, BuiltInTools.CHUNK_READ);

  private static final int MAX_IDS = 20;
  private static final int MAX_NEIGHBORS = 2;
  private static final int MAX_UNKNOWN_NAMED = 2;
  private static final int MAX_NOT_SENT_NAMED = 10;

  @Override
  public ToolDefinition definition() {
    return DEFINITION;
  }

  @Override
  public Optional<String> example() {
    return Optional.of("{\"chunk_ids\": [\"q7k2m#12.4\"], \"neighbors\": 1}");
  }

  @Override
  public String canonicalize(ToolArguments arguments) {
    return splitIds(arguments.texts("chunk_ids")) + " " + neighbors(arguments);
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    List<String> written = splitIds(arguments.texts("chunk_ids"));
    int neighbors = neighbors(arguments);
    ResolvedIds resolved = ResolvedIds.of(written, corpus, ConversationTracker.of(call.tracker()));
    if (resolved.passages().isEmpty()) {
      return new Observation.Rejected(String.join(" ", unknownNotes(resolved, call)));
    }
    Neighborhood neighborhood = new Neighborhood(corpus);
    ReadPlan plan = ReadPlan.of(resolved.passages(), neighbors, neighborhood, call);
    return new Observation.Found(
        text(plan, neighborhood, unknownNotes(resolved, call), call), plan.snippets());
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

  private static String text(
      ReadPlan plan, Neighborhood neighborhood, List<String> unknownNotes, CallContext call) {
    List<String> parts = new ArrayList<>();
    if (!plan.sent().isEmpty()) {
      List<String> blocks =
          plan.sent().stream().map(block -> block.render(neighborhood, call)).toList();
      parts.add(call.fence(String.join("\n\n", blocks)));
    }
    plan.parts().stream()
        .filter(part -> !part.isLast())
        .forEach(part -> parts.add(continuationNote(part, call)));
    List<SectionId> sent = plan.parts().stream().map(part -> part.section().id()).toList();
    plan.withheld().forEach(passage -> parts.add(withhold(passage, sent, call)));
    if (!plan.notSent().isEmpty()) {
      parts.add(notSentNote(plan.notSent()));
    }
    parts.addAll(unknownNotes);
    return String.join("\n", parts);
  }

  private static String continuationNote(SectionPart part, CallContext call) {
    return "["
        + call.nameOf(part.section())
        + "] goes on ("
        + part.percentShown()
        + " % shown). "
        + (ConversationTracker.of(call.tracker()).isOfOneCall()
            ? "Search for words of the rest."
            : "Read it again for the next part.");
  }

  private static String withhold(Passage passage, List<SectionId> sent, CallContext call) {
    passage.sections().forEach(section -> call.withhold(section.id()));
    List<String> unread = RecentNames.unread(sent, call);
    return shownBefore(passage, call)
        + (unread.isEmpty() ? "" : " Not read yet: " + String.join(", ", unread) + ".");
  }

  /** Returns the notice that replaces a text that the next request already contains. */
  public static String shownBefore(Passage passage, CallContext call) {
    return "[" + passage.name(call) + "] This text has been shown before; it is above.";
  }

  private static String notSentNote(List<String> names) {
    int more = names.size() - MAX_NOT_SENT_NAMED;
    String named = String.join(", ", names.stream().limit(MAX_NOT_SENT_NAMED).toList());
    return "Not sent (limit): "
        + named
        + (more > 0 ? " and " + more + " more" : "")
        + ". Ask again for "
        + (names.size() == 1 ? "it" : "them")
        + ".";
  }

  private static List<String> unknownNotes(ResolvedIds resolved, CallContext call) {
    List<String> notes = new ArrayList<>();
    if (!resolved.unknown().isEmpty()) {
      notes.add(unknownNote(resolved.unknown(), call));
    }
    resolved.withoutSection().entrySet().stream()
        .limit(MAX_UNKNOWN_NAMED)
        .map(entry -> unknownSectionNote(entry.getKey(), entry.getValue(), call))
        .forEach(notes::add);
    return notes;
  }

  /** Returns a note with the ids of the sections that the chunk has. */
  private static String unknownSectionNote(String written, Passage chunk, CallContext call) {
    List<Section> sections = chunk.sections();
    String start = "No section " + QuotedInput.quote(written) + ": ";
    return sections.size() == 1
        ? start + chunk.name(call) + " is one section."
        : start
            + chunk.name(call)
            + " has the sections "
            + call.nameOf(sections.get(0))
            + " to "
            + call.nameOf(sections.get(sections.size() - 1))
            + ".";
  }

  private static String unknownNote(List<String> written, CallContext call) {
    List<String> seen = RecentNames.seen(call);
    return noChunk(written)
        + " "
        + (seen.isEmpty()
            ? "Search first: search results show the ids."
            : "Ids you have seen: " + String.join(", ", seen) + ".");
  }

  /** Returns the sentence that says which chunks are not in the corpus or not in scope. */
  public static String noChunk(List<String> written) {
    List<String> ids = written.stream().distinct().map(QuotedInput::quote).toList();
    String more =
        ids.size() > MAX_UNKNOWN_NAMED ? " or " + (ids.size() - MAX_UNKNOWN_NAMED) + " others" : "";
    return "No chunk "
        + String.join(" or ", ids.stream().limit(MAX_UNKNOWN_NAMED).toList())
        + more
        + ".";
  }
}
