package dev.arag.tools;

import dev.arag.core.text.ChunkId;
import java.util.List;

/**
 * Lists the names of the chunks shown last, in the order shown. A message to the model uses them to
 * show which ids are valid.
 */
final class RecentChunkNames {
  private static final int MAX_NAMES = 10;

  private RecentChunkNames() {}

  /** Returns the names of the chunks shown last. */
  static List<String> seen(CallContext call) {
    return last(call.tracker().chunksSeen(), call);
  }

  /** Returns the names of the chunks shown last that have not been read. */
  static List<String> unread(CallContext call) {
    ContextTracker context = call.tracker();
    return last(context.chunksSeen().stream().filter(id -> !context.isRead(id)).toList(), call);
  }

  private static List<String> last(List<ChunkId> chunks, CallContext call) {
    int from = Math.max(0, chunks.size() - MAX_NAMES);
    return chunks.subList(from, chunks.size()).stream().map(call::nameOf).toList();
  }
}
