package dev.arag.index;

import dev.arag.index.internal.commit.Counts;
import dev.arag.index.internal.commit.EncoderInfo;
import dev.arag.index.internal.commit.Generation;
import dev.arag.index.internal.commit.Manifest;
import dev.arag.index.internal.commit.SegmentEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an index holds.
 *
 * @param dimension floats in a vector; 0 where nothing is embedded
 * @param encoder fingerprint of the encoder that made the vectors; null where nothing is embedded
 * @param bytes the length of its texts, tables and vectors on disk, deleted ones included
 * @param generation how many states were published so far; 0 before the first
 * @param segments the parts it is stored in
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
    List<SegmentStats> segments,
    List<String> warnings) {
  public IndexStats {
    segments = List.copyOf(segments);
    warnings = List.copyOf(warnings);
  }

  /**
   * A part of an index, written by one commit or merge and never changed.
   *
   * @param documents those that are live
   * @param deleted documents whose texts are still there, until a merge or a purge
   * @param sentences those of live documents
   * @param bytes the length of its files
   */
  public record SegmentStats(long documents, long deleted, long sentences, long bytes) {
    private static SegmentStats of(SegmentEntry segment) {
      return new SegmentStats(
          segment.live().documents(),
          segment.dead().documents(),
          segment.live().sentences(),
          segment.bytes());
    }
  }

  static IndexStats of(Generation state) {
    Manifest manifest = state.manifest();
    EncoderInfo encoder = manifest.encoder();
    Counts live = manifest.live();
    return new IndexStats(
        live.documents(),
        live.chunks(),
        live.sentences(),
        encoder == null ? 0 : encoder.dimension(),
        encoder == null ? null : encoder.fingerprint(),
        manifest.bytes(),
        manifest.generation(),
        manifest.segments().stream().map(SegmentStats::of).toList(),
        state.warnings());
  }
}
