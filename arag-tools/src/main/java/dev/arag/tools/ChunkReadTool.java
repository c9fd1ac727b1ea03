package dev.arag.tools;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows the full text of chunks. A chunk longer than a result may be is sent in parts: the first
 * part that ends with a sentence, and the next one each time it is read again.
 */
record ChunkReadTool(Corpus corpus) implements CorpusTool {
  private static final ToolText TEXT = ToolText.read(Toolbox.CHUNK_READ);

  private static final int MOST_IDS = 50;
  private static final int MOST_NEIGHBORS = 2;
  private static final int MOST_NAMED = 2;

  @Override
  public ToolText text() {
    return TEXT;
  }

  @Override
  public String example() {
    return "{\"chunk_ids\": [\"q7k2m#12\"], \"neighbors\": 1}";
  }

  @Override
  public String asked(Arguments arguments) {
    return ids(arguments.texts("chunk_ids")) + " " + neighbors(arguments);
  }

  @Override
  public Observation call(Arguments arguments, CallContext turn) {
    List<String> written = ids(arguments.texts("chunk_ids"));
    int neighbors = neighbors(arguments);
    Resolved resolved = Resolved.of(written, corpus, turn.context());
    if (resolved.chunks().isEmpty()) {
      return new Observation.Rejected(unknown(resolved.unknown(), turn));
    }
    ReadPlan plan = ReadPlan.of(resolved.chunks(), neighbors, corpus, turn);
    return new Observation.Found(text(plan, resolved.unknown(), turn), plan.snippets());
  }

  private static int neighbors(Arguments arguments) {
    return arguments.number("neighbors", 0, 0, MOST_NEIGHBORS);
  }

  /** Ids as written, those in one text apart. */
  private static List<String> ids(List<String> texts) {
    List<String> ids = new ArrayList<>();
    for (String text : texts) {
      for (String id : text.split("[,;\n]", -1)) {
        if (!ChunkNames.normalize(id).isEmpty()) {
          ids.add(id);
        }
      }
    }
    if (ids.isEmpty() || ids.size() > MOST_IDS) {
      throw new ArgumentException(
          "\"chunk_ids\" must hold 1 to " + MOST_IDS + " ids, was " + ids.size() + ".");
    }
    return ids;
  }

  private static String text(ReadPlan plan, List<String> unknown, CallContext turn) {
    List<String> parts = new ArrayList<>();
    if (!plan.sent().isEmpty()) {
      String blocks =
          String.join("\n\n", plan.sent().stream().map(part -> part.text(turn)).toList());
      parts.add(turn.context().fence(blocks));
    }
    plan.sent().stream()
        .filter(part -> !part.isLast())
        .forEach(part -> parts.add(goesOn(part, turn)));
    plan.withheld().forEach(chunk -> parts.add(withheld(chunk, turn)));
    if (!plan.notSent().isEmpty()) {
      parts.add(notSent(plan.notSent(), turn));
    }
    if (!unknown.isEmpty()) {
      parts.add(unknown(unknown, turn));
    }
    return String.join("\n", parts);
  }

  private static String goesOn(ChunkPart part, CallContext turn) {
    return "["
        + turn.nameOf(part.chunk().id())
        + "] goes on ("
        + part.percentShown()
        + " % shown). Read it again for the next part.";
  }

  private static String withheld(ChunkId chunk, CallContext turn) {
    turn.context().withhold(chunk);
    List<String> unread = NameList.unread(turn);
    return "["
        + turn.nameOf(chunk)
        + "] This chunk has been read before; its text is above."
        + (unread.isEmpty() ? "" : " Not read yet: " + String.join(", ", unread) + ".");
  }

  private static String notSent(List<ChunkId> chunks, CallContext turn) {
    String names = String.join(", ", chunks.stream().map(turn::nameOf).toList());
    String them = chunks.size() == 1 ? "it" : "them";
    return "Not sent (limit): " + names + ". Ask again for " + them + ".";
  }

  private static String unknown(List<String> written, CallContext turn) {
    List<String> ids = written.stream().distinct().map(Quoted::of).toList();
    String more = ids.size() > MOST_NAMED ? " or " + (ids.size() - MOST_NAMED) + " others" : "";
    List<String> seen = NameList.seen(turn);
    return "No chunk "
        + String.join(" or ", ids.stream().limit(MOST_NAMED).toList())
        + more
        + ". "
        + (seen.isEmpty()
            ? "Search first: ids stand in search results."
            : "Ids you have seen: " + String.join(", ", seen) + ".");
  }
}
