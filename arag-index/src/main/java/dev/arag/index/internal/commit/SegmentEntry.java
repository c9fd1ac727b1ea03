package dev.arag.index.internal.commit;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The entry of a segment in the manifest.
 *
 * @param vectors the vectors file; null if the index has no embeddings
 * @param diagnostics the problems of the embedder of the vectors with documents; null if there are
 *     none
 * @param deletes the deletes file; null if no document of the segment is deleted
 * @param mentions the mentions file; null if the index has no mentions
 * @param all the counts of all stored documents
 * @param live the counts of the documents that are not deleted
 */
public record SegmentEntry(
    StoredFile chunks,
    StoredFile keywords,
    @Nullable StoredFile vectors,
    @Nullable StoredFile diagnostics,
    @Nullable StoredFile deletes,
    @Nullable StoredFile mentions,
    Counts all,
    Counts live) {
  List<StoredFile> files() {
    return Stream.of(chunks, keywords, vectors, diagnostics, deletes, mentions)
        .flatMap(Stream::ofNullable)
        .toList();
  }

  /** Returns the total size of the files of the segment in bytes. */
  public long bytes() {
    return files().stream().mapToLong(file -> file.seal().length()).sum();
  }

  /** Returns whether the segment contains deleted documents. */
  public boolean hasDeleted() {
    return deletes != null;
  }

  /** Returns the counts of deleted documents that are still stored. */
  public Counts dead() {
    return all.minus(live);
  }

  SegmentEntry withVectors(StoredFile file, @Nullable StoredFile itsDiagnostics) {
    return new SegmentEntry(chunks, keywords, file, itsDiagnostics, deletes, mentions, all, live);
  }

  SegmentEntry withMentions(StoredFile file) {
    return new SegmentEntry(chunks, keywords, vectors, diagnostics, deletes, file, all, live);
  }

  SegmentEntry withDeletes(StoredFile file, Counts stillLive) {
    return new SegmentEntry(chunks, keywords, vectors, diagnostics, file, mentions, all, stillLive);
  }
}
