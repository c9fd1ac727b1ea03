package dev.arag.core.corpus;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A chunk in memory and the name of its source. */
record ChunkCandidate(Chunk read, @Nullable String source) implements Scope.Candidate {
  @Override
  public ChunkId chunk() {
    return read.id();
  }

  @Override
  public String document() {
    return read.location().documentId();
  }

  @Override
  public Map<String, Object> metadata() {
    return read.location().metadata();
  }
}
