package dev.arag.index.internal.commit;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.file.Advice;
import dev.arag.index.internal.store.Store;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One state of an index, open for reading. It stays readable after a newer one replaced it. */
public record Generation(Manifest manifest, List<Segment> segments) {
  public Generation {
    segments = List.copyOf(segments);
  }

  /** Nothing, in a directory where nothing was published yet. */
  public static Generation none(IndexSettings settings) {
    return new Generation(
        new Manifest(0, 1, settings, null, Collections.emptySortedMap(), List.of()), List.of());
  }

  /**
   * Opens what is published. A writer may replace it meanwhile and delete its files: then the newer
   * state is opened.
   *
   * @throws NoSuchFileException if nothing is published
   * @throws dev.arag.core.error.CorpusException if it cannot be read
   */
  public static Generation open(Store store) throws NoSuchFileException {
    return none(IndexSettings.DEFAULT).newest(store);
  }

  /**
   * The newest state; this one if it is. Files that both have are not opened again.
   *
   * @throws NoSuchFileException if nothing is published
   * @throws dev.arag.core.error.CorpusException if it cannot be read
   */
  public Generation newest(Store store) throws NoSuchFileException {
    Manifest newest = Manifest.read(store);
    while (!newest.isSame(manifest)) {
      try {
        return new Generation(newest, open(store, newest));
      } catch (NoSuchFileException e) {
        Manifest newer = Manifest.read(store);
        if (newer.equals(newest)) {
          throw new CorruptIndexException(e.getFile() + " is missing. " + Advice.REBUILD, e);
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
    for (Segment known : segments) {
      if (known.entry().equals(entry)) {
        return known;
      }
      if (known.entry().chunks().equals(entry.chunks())) {
        return known.reopen(store, entry, newer.encoder());
      }
    }
    return Segment.open(store, entry, newer.encoder());
  }

  /** What a user should know of its documents, each one sentence. */
  public List<String> warnings() {
    return Diagnostics.of(segments);
  }
}
