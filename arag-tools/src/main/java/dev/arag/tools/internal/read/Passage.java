package dev.arag.tools.internal.read;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Section;
import dev.arag.tools.spi.CallContext;
import java.util.List;

/**
 * What one id of {@code chunk_read} refers to: a chunk or one of its sections.
 *
 * @param chunk the chunk that contains the sections
 * @param sections all sections of the chunk, or one of them
 */
public record Passage(Chunk chunk, List<Section> sections) {
  /** Returns the whole chunk. */
  public static Passage of(Chunk chunk) {
    return new Passage(chunk, chunk.sections());
  }

  /** Returns one of the sections. */
  Passage only(int section) {
    return new Passage(chunk, List.of(sections.get(section)));
  }

  boolean isWholeChunk() {
    return sections.size() == sections.get(0).count();
  }

  String name(CallContext call) {
    return isWholeChunk() ? call.tracker().nameOf(chunk.id()) : call.nameOf(sections.get(0));
  }
}
