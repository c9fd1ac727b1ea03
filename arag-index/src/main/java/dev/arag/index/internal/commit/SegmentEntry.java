package dev.arag.index.internal.commit;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The manifest's entry for a segment.
 *
 * @param vectors null without embeddings
 * @param deletes null if all documents are live
 * @param all counts of its files
 * @param live counts of live documents
 */
public record SegmentEntry(
    StoredFile chunks,
    StoredFile keywords,
    @Nullable StoredFile vectors,
    @Nullable StoredFile deletes,
    Counts all,
    Counts live) {
  List<StoredFile> files() {
    return Stream.of(chunks, keywords, vectors, deletes).flatMap(Stream::ofNullable).toList();
  }

  /** The size of its files, in bytes. */
  public long bytes() {
    return files().stream().mapToLong(file -> file.seal().length()).sum();
  }

  /** Whether it contains deleted documents. */
  public boolean hasDeleted() {
    return deletes != null;
  }

  /** Counts of deleted documents that are still stored. */
  public Counts dead() {
    return all.minus(live);
  }

  SegmentEntry withVectors(StoredFile file) {
    return new SegmentEntry(chunks, keywords, file, deletes, all, live);
  }

  SegmentEntry withDeletes(StoredFile file, Counts stillLive) {
    return new SegmentEntry(chunks, keywords, vectors, file, all, stillLive);
  }
}
