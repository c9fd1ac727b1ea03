package dev.arag.tools.spi;

import dev.arag.core.corpus.Hit;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.call.Observation;
import java.util.List;

/**
 * The form in which {@link dev.arag.tools.CorpusText} shows text of a corpus. Implementations must
 * be thread-safe.
 */
public interface TextFormat {
  /**
   * Renders whole chunks.
   *
   * @param chunks the chunks in the order in which to show them
   * @param unknown requested ids that are not in the corpus; the text must list them
   */
  Observation.Found chunks(List<Chunk> chunks, List<ChunkId> unknown, CallContext call);

  /**
   * Renders the sections and sentences that a search shows of its hits.
   *
   * @param hits the hits in the order in which to show them
   * @param unknown ids of hits that are not in the corpus; the text must list them
   */
  Observation.Found hits(List<? extends Hit> hits, List<ChunkId> unknown, CallContext call);
}
