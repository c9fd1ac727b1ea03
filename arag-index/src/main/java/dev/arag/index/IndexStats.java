package dev.arag.index;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an index holds.
 *
 * @param dimension floats in a vector; 0 where nothing is embedded
 * @param encoder fingerprint of the encoder that made the vectors; null where nothing is embedded
 * @param bytes the length of its texts, tables and vectors on disk
 * @param generation how many states were published so far; 0 before the first
 * @param warnings what a user should know of its documents, each one sentence
 */
public record IndexStats(
    long documents,
    long chunks,
    long sentences,
    int dimension,
    @Nullable String encoder,
    long bytes,
    long generation,
    List<String> warnings) {
  public IndexStats {
    warnings = List.copyOf(warnings);
  }
}
