package dev.arag.agent.citation;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import org.jspecify.annotations.Nullable;

/**
 * A source that an answer cites. The citations of the source may not have been checked yet.
 *
 * @param number the number of the source, see {@link Citation#number()}
 * @param chunkId the id of the cited chunk; if the chunk was never shown to the model, the id as
 *     the model wrote it
 * @param location the location of the chunk; null if the chunk was never shown
 */
public record CitedSource(int number, ChunkId chunkId, @Nullable Location location) {
  public CitedSource {
    requireNonNull(chunkId, "chunkId");
  }
}
