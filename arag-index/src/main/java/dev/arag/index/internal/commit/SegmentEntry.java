package dev.arag.index.internal.commit;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A segment as the manifest lists it.
 *
 * @param vectors null where nothing is embedded
 * @param deletes null where all documents are live
 * @param all what its files hold
 * @param live what of it is not deleted
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

  /** The length of its files. */
  public long bytes() {
    return files().stream().mapToLong(file -> file.seal().length()).sum();
  }

  /** Whether it holds documents that are deleted. */
  public boolean hasDeleted() {
    return deletes != null;
  }

  /** What of it is deleted and still stored. */
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
