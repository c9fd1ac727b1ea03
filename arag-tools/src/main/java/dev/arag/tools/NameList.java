package dev.arag.tools;

import dev.arag.core.text.ChunkId;
import java.util.List;

/** The chunks a model is reminded of by name: the last few, in the order it saw them. */
final class NameList {
  private static final int MOST = 10;

  private NameList() {}

  /** Shown so far. */
  static List<String> seen(CallContext turn) {
    return last(turn.context().chunksSeen(), turn);
  }

  /** Shown so far, and not read. */
  static List<String> unread(CallContext turn) {
    ContextTracker context = turn.context();
    return last(context.chunksSeen().stream().filter(id -> !context.isRead(id)).toList(), turn);
  }

  private static List<String> last(List<ChunkId> chunks, CallContext turn) {
    int from = Math.max(0, chunks.size() - MOST);
    return chunks.subList(from, chunks.size()).stream().map(turn::nameOf).toList();
  }
}
