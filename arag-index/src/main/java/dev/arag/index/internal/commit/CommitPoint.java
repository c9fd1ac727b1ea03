package dev.arag.index.internal.commit;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.file.Remedy;
import dev.arag.index.internal.store.Store;
import dev.arag.index.spi.split.IndexSettings;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** A commit of an index that is open for reading. It remains readable after later commits. */
public record CommitPoint(Manifest manifest, List<Segment> segments) {
  public CommitPoint {
    segments = List.copyOf(segments);
  }

  /** Returns the empty state of an index before its first commit. */
  public static CommitPoint empty(IndexSettings settings) {
    return new CommitPoint(
        new Manifest(0, 1, settings, null, null, Collections.emptySortedMap(), List.of()),
        List.of());
  }

  /**
   * Opens the newest commit.
   *
   * @throws NoSuchFileException if the index has no commit
   * @throws dev.arag.core.error.CorpusException if the commit cannot be read
   */
  public static CommitPoint open(Store store) throws NoSuchFileException {
    return empty(IndexSettings.DEFAULT).newest(store);
  }

  /**
   * Opens the newest commit, which may have an older format version, or texts that are folded with
   * the rules of another version. Only its documents and vectors can be read.
   *
   * @throws NoSuchFileException if the index has no commit
   * @throws dev.arag.core.error.CorpusException if the commit cannot be read
   */
  public static CommitPoint openOfAnyVersion(Store store) throws NoSuchFileException {
    Manifest manifest = Manifest.readOfAnyVersion(store);
    List<Segment> segments = empty(IndexSettings.DEFAULT).open(store, manifest);
    return new CommitPoint(manifest, segments);
  }

  /** Returns the documents that are not deleted, in storage order. */
  public Stream<DocumentRef> documents() {
    return segments.stream().flatMap(Segment::documents);
  }

  /** Returns this commit without its documents, from which a new version of the index starts. */
  public CommitPoint withoutDocuments() {
    return new CommitPoint(manifest.withoutDocuments(), List.of());
  }

  /**
   * Returns the newest commit, which may be this one. Files that both commits use are not opened
   * again. If a writer publishes another commit and deletes files while this method runs, that
   * commit is opened instead.
   *
   * @throws NoSuchFileException if the index has no commit
   * @throws dev.arag.core.error.CorpusException if the commit cannot be read
   */
  public CommitPoint newest(Store store) throws NoSuchFileException {
    Manifest newest = Manifest.read(store);
    while (!newest.isSame(manifest)) {
      try {
        return new CommitPoint(newest, open(store, newest));
      } catch (NoSuchFileException e) {
        Manifest newer = Manifest.read(store);
        if (newer.equals(newest)) {
          throw new CorruptIndexException(e.getFile() + " is missing. " + Remedy.REBUILD, e);
        }
        newest = newer;
      }
    }
    return this;
  }

  private List<Segment> open(Store store, Manifest newer) throws NoSuchFileException {
    List<Segment> opened = new ArrayList<>();
    for (SegmentEntry entry : newer.segments()) {
      opened.add(open(store, entry, newer));
    }
    return opened;
  }

  private Segment open(Store store, SegmentEntry entry, Manifest newer) throws NoSuchFileException {
    for (Segment opened : segments) {
      if (opened.entry().equals(entry)) {
        return opened;
      }
      if (opened.entry().chunks().equals(entry.chunks())) {
        return opened.reopen(store, entry, newer);
      }
    }
    return Segment.open(store, entry, newer);
  }
}
