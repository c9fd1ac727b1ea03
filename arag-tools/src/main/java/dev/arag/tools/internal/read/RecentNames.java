package dev.arag.tools.internal.read;

import dev.arag.core.text.SectionId;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.spi.CallContext;
import java.util.Collection;
import java.util.List;

/**
 * Lists the names of the sections shown last, in the order shown. A message to the model uses them
 * to show which ids are valid.
 */
public final class RecentNames {
  private static final int MAX_NAMES = 10;

  private RecentNames() {}

  /** Returns the names of the sections shown last. */
  static List<String> seen(CallContext call) {
    return last(call.tracker().sectionsSeen(), call);
  }

  /**
   * Returns the names of the sections shown last that have not been read.
   *
   * @param sent the sections whose text is in the result of the current call
   */
  static List<String> unread(Collection<SectionId> sent, CallContext call) {
    ContextTracker context = call.tracker();
    return last(
        context.sectionsSeen().stream()
            .filter(id -> !context.isRead(id) && !sent.contains(id))
            .toList(),
        call);
  }

  private static List<String> last(List<SectionId> sections, CallContext call) {
    int from = Math.max(0, sections.size() - MAX_NAMES);
    return sections.subList(from, sections.size()).stream().map(call.tracker()::nameOf).toList();
  }
}
