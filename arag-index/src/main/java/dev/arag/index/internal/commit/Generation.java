package dev.arag.index.internal.commit;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.file.Advice;
import dev.arag.index.internal.store.Store;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;

/** One state of an index, open for reading. It stays readable after a newer one replaced it. */
public record Generation(Manifest manifest, List<Segment> segments) {
  public Generation {
    segments = List.copyOf(segments);
  }

  /** Nothing, in a directory where nothing was published yet. */
  public static Generation none(Settings settings) {
    return new Generation(
        new Manifest(0, 1, settings, null, List.of(), List.of(), 0, List.of()), List.of());
  }

  /**
   * Opens what is published. A writer may replace it meanwhile and delete its files: then the newer
   * state is opened.
   *
   * @throws NoSuchFileException if nothing is published
   * @throws dev.arag.core.error.CorpusException if it cannot be read
   */
  public static Generation open(Store store) throws NoSuchFileException {
    Manifest manifest = Manifest.read(store);
    while (true) {
      try {
        return new Generation(manifest, openSegments(store, manifest));
      } catch (NoSuchFileException e) {
        Manifest newer = Manifest.read(store);
        if (newer.equals(manifest)) {
          throw new CorruptIndexException(e.getFile() + " is missing. " + Advice.REBUILD, e);
        }
        manifest = newer;
      }
    }
  }

  private static List<Segment> openSegments(Store store, Manifest manifest)
      throws NoSuchFileException {
    List<Segment> segments = new ArrayList<>();
    for (SegmentEntry entry : manifest.segments()) {
      segments.add(Segment.open(store, entry, manifest.encoder()));
    }
    return segments;
  }
}
