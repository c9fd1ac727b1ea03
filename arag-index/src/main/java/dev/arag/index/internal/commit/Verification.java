package dev.arag.index.internal.commit;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.FileSeal;
import dev.arag.index.internal.store.Store;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** Checks every byte of every file of the published state. */
public final class Verification {
  private final Store store;
  private final Problems problems;
  private int files;
  private int found;

  /** Hears of each damaged place. */
  @FunctionalInterface
  public interface Problems {
    /**
     * @param file its name in the directory
     * @param offset place in the file, in bytes; 0 where it is the file as a whole
     */
    void found(String file, long offset, String what);
  }

  public Verification(Store store, Problems problems) {
    this.store = store;
    this.problems = problems;
  }

  /**
   * Reads everything once.
   *
   * @return how many files were checked
   * @throws NoSuchFileException if nothing is published
   */
  public int run() throws NoSuchFileException {
    Manifest manifest = readManifest();
    if (manifest != null) {
      manifest.segments().forEach(this::checkSegment);
      if (found == 0) {
        checkTogether();
      }
    }
    return files;
  }

  private @Nullable Manifest readManifest() throws NoSuchFileException {
    files++;
    BlockReader.verify(store, FileNames.MANIFEST, FileKind.MANIFEST, null, this::reportManifest);
    try {
      return found == 0 ? Manifest.read(store) : null;
    } catch (CorruptIndexException e) {
      report(FileNames.MANIFEST, 0, messageOf(e));
      return null;
    }
  }

  private void checkSegment(SegmentEntry segment) {
    segment.files().forEach(file -> check(file.kind(), file.name(), file.seal()));
  }

  private void check(FileKind kind, String name, @Nullable FileSeal seal) {
    files++;
    try {
      BlockReader.verify(store, name, kind, seal, (offset, what) -> report(name, offset, what));
    } catch (NoSuchFileException e) {
      report(name, 0, "the file is missing");
    } catch (CorpusException e) {
      report(name, 0, messageOf(e));
    }
  }

  /** Whole files may still not belong together, if somebody wrote them with care. */
  private void checkTogether() throws NoSuchFileException {
    try {
      Generation.open(store);
    } catch (CorruptIndexException e) {
      report(FileNames.MANIFEST, 0, messageOf(e));
    }
  }

  private void reportManifest(long offset, String what) {
    report(FileNames.MANIFEST, offset, what);
  }

  private void report(String file, long offset, String what) {
    found++;
    problems.found(file, offset, what);
  }

  private static String messageOf(CorpusException e) {
    return String.valueOf(e.getMessage());
  }
}
