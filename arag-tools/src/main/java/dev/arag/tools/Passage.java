package dev.arag.tools;

import dev.arag.core.corpus.Profile;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Section;
import java.util.List;

/**
 * What one id of {@code chunk_read} refers to: a chunk or one of its sections.
 *
 * @param chunk the chunk that contains the sections
 * @param sections all sections of the chunk, or one of them
 */
record Passage(Chunk chunk, List<Section> sections) {
  /** Returns the whole chunk. In the paper profile, a chunk is a single section. */
  static Passage of(Chunk chunk, Profile profile) {
    return new Passage(
        chunk, profile == Profile.PAPER ? List.of(chunk.asOneSection()) : chunk.sections());
  }

  /** Returns one of the sections. */
  Passage only(int section) {
    return new Passage(chunk, List.of(sections.get(section)));
  }

  boolean isWholeChunk() {
    return sections.size() == sections.get(0).count();
  }

  String name(CallContext call) {
    return isWholeChunk() ? call.nameOf(chunk.id()) : call.nameOf(sections.get(0));
  }
}
