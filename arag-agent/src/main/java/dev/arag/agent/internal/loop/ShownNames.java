package dev.arag.agent.internal.loop;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.SectionId;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Snippet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lists the names of corpus text. */
final class ShownNames {
  private ShownNames() {}

  /**
   * Returns the names in the order of the snippets. If there is text of all sections of a chunk,
   * the list contains the name of the chunk instead.
   */
  static List<String> of(List<Snippet> snippets, ContextTracker tracker) {
    Map<ChunkId, Set<SectionId>> shown = new LinkedHashMap<>();
    Map<ChunkId, Integer> sections = new LinkedHashMap<>();
    for (Snippet snippet : snippets) {
      shown.computeIfAbsent(snippet.chunkId(), id -> new LinkedHashSet<>()).add(snippet.section());
      sections.put(snippet.chunkId(), snippet.sections());
    }
    List<String> names = new ArrayList<>();
    shown.forEach(
        (chunk, ids) -> {
          if (sections.getOrDefault(chunk, 1) == ids.size()) {
            names.add(tracker.nameOf(chunk));
          } else {
            ids.forEach(id -> names.add(tracker.nameOf(id)));
          }
        });
    return names;
  }
}
