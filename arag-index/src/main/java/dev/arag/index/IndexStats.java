package dev.arag.index;

import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.Counts;
import dev.arag.index.internal.commit.EncoderInfo;
import dev.arag.index.internal.commit.Manifest;
import dev.arag.index.internal.commit.SegmentEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of an index.
 *
 * @param dimension floats per vector; 0 without embeddings
 * @param encoder fingerprint of the encoder of the vectors; null without embeddings
 * @param bytes size of its files, deleted documents included
 * @param generation number of commits so far
 * @param segments the segments that store it
 * @param warnings problems of its documents, one sentence each
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
   * A segment: written by one commit or merge and immutable, except for deletions.
   *
   * @param documents live documents
   * @param deleted deleted documents that a merge or purge will remove
   * @param sentences sentences of live documents
   * @param bytes size of its files
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

  static IndexStats of(CommitPoint state) {
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
