package dev.arag.index;

import static java.util.Objects.requireNonNull;

import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.Counts;
import dev.arag.index.internal.commit.EmbedderInfo;
import dev.arag.index.internal.commit.Manifest;
import dev.arag.index.internal.commit.SegmentEntry;
import dev.arag.index.internal.sync.StoredWarnings;
import dev.arag.index.spi.Skip;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of an index, also for JSON. The counts do not include deleted documents.
 *
 * @param dimension the number of floats per vector; null if the index has no embeddings
 * @param embedder the fingerprint of the embedder that created the vectors; null if the index has
 *     no embeddings
 * @param graph the fingerprint of the finder of the stored mentions, from which an entity graph is
 *     made; null if the index has no mentions
 * @param bytes the size of the index files in bytes, including the data of deleted documents
 * @param generation the number of commits so far
 * @param segments the segments of the index: each commit writes its documents as a new segment, and
 *     small segments are merged later
 * @param warnings problems found in the documents, one sentence each
 * @param skipped the documents and files that the last sync of each file or folder skipped, at most
 *     1,000 per source. Empty after {@link Index#purge} until the next sync
 */
public record IndexStats(
    long documents,
    long chunks,
    long sentences,
    @Nullable Integer dimension,
    @Nullable String embedder,
    @Nullable String graph,
    long bytes,
    long generation,
    List<SegmentStats> segments,
    List<String> warnings,
    List<Skip> skipped) {
  public IndexStats {
    requireNonNull(segments, "segments");
    requireNonNull(warnings, "warnings");
    requireNonNull(skipped, "skipped");
    segments = List.copyOf(segments);
    warnings = List.copyOf(warnings);
    skipped = List.copyOf(skipped);
  }

  /**
   * Statistics of one segment. A commit or a merge writes a segment once; only deletions change it
   * later.
   *
   * @param documents the number of documents that are not deleted
   * @param deleted the number of deleted documents that a merge or purge will remove
   * @param sentences the number of sentences in documents that are not deleted
   * @param bytes the size of the segment's files
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
    EmbedderInfo embedder = manifest.embedder();
    Counts live = manifest.live();
    return new IndexStats(
        live.documents(),
        live.chunks(),
        live.sentences(),
        embedder == null ? null : embedder.dimension(),
        embedder == null ? null : embedder.fingerprint(),
        manifest.finder(),
        manifest.bytes(),
        manifest.generation(),
        manifest.segments().stream().map(SegmentStats::of).toList(),
        StoredWarnings.of(state.segments()),
        manifest.skipped());
  }
}
