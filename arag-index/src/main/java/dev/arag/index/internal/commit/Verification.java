package dev.arag.index.internal.commit;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.error.IndexVersionException;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.DamageListener;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.Store;
import java.nio.file.NoSuchFileException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the newest commit of an index. First checks the checksums of all files. If all are
 * correct, also checks whether the contents are consistent. Reports all problems.
 */
public final class Verification {
  private final Store store;
  private final Set<DamagedPart> problems = new LinkedHashSet<>();
  private int files;

  /**
   * A damaged part of a file.
   *
   * @param file the name of the file in the index directory
   * @param offset the offset of the damage in bytes; 0 if the damage concerns the whole file
   */
  public record DamagedPart(String file, long offset, String description) {}

  private Verification(Store store) {
    this.store = store;
  }

  /**
   * Verifies the newest commit.
   *
   * @throws NoSuchFileException if the index has no commit
   * @throws CorpusException if the index has an incompatible version
   */
  public static Verification of(Store store) throws NoSuchFileException {
    Verification verification = new Verification(store);
    verification.run();
    return verification;
  }

  /** Returns the number of files that were checked. */
  public int files() {
    return files;
  }

  public List<DamagedPart> problems() {
    return List.copyOf(problems);
  }

  private void run() throws NoSuchFileException {
    Manifest manifest = readManifest();
    Map<StoredFile, BlockReader> opened = open(manifest);
    // The problems may only mean that a writer has published a newer commit and deleted files of
    // this one. In that case, the newer commit is verified instead.
    while (manifest != null && !problems.isEmpty()) {
      List<DamagedPart> found = problems();
      Manifest newest = readManifest();
      if (newest == null || newest.equals(manifest)) {
        problems.addAll(found);
        break;
      }
      manifest = newest;
      opened = open(newest);
    }
    check(manifest, opened);
  }

  private void check(@Nullable Manifest manifest, Map<StoredFile, BlockReader> opened) {
    files = 1 + (manifest == null ? 0 : manifest.files().size());
    opened.forEach((file, reader) -> reader.verify(listener(file.name())));
    if (manifest != null && problems.isEmpty()) {
      new StateAudit(manifest, opened, this::listener).run();
    }
  }

  /** Reads and verifies the whole manifest. Returns null if the manifest is corrupt. */
  private @Nullable Manifest readManifest() throws NoSuchFileException {
    problems.clear();
    DamageListener listener = listener(FileNames.MANIFEST);
    try {
      BlockReader file =
          BlockReader.open(store, FileNames.MANIFEST, FileKind.MANIFEST, null, listener);
      if (file != null) {
        file.verify(listener);
      }
      return file == null || !problems.isEmpty() ? null : Manifest.read(file);
    } catch (IndexVersionException e) {
      throw e;
    } catch (CorruptIndexException e) {
      listener.report(BlockReader.fileOffset(0), messageOf(e));
    } catch (CorpusException e) {
      listener.report(0, messageOf(e));
    }
    return null;
  }

  /**
   * Opens all files before any is read, because an open file remains readable after a writer
   * deletes it.
   */
  private Map<StoredFile, BlockReader> open(@Nullable Manifest manifest) {
    Map<StoredFile, BlockReader> opened = new LinkedHashMap<>();
    if (manifest != null) {
      for (SegmentEntry segment : manifest.segments()) {
        segment.files().forEach(file -> open(file, opened));
      }
    }
    return opened;
  }

  private void open(StoredFile file, Map<StoredFile, BlockReader> opened) {
    DamageListener listener = listener(file.name());
    try {
      BlockReader reader = BlockReader.open(store, file.name(), file.kind(), file.seal(), listener);
      if (reader != null) {
        opened.put(file, reader);
      }
    } catch (NoSuchFileException e) {
      listener.report(0, "the file is missing");
    } catch (CorpusException e) {
      listener.report(0, messageOf(e));
    }
  }

  private DamageListener listener(String file) {
    return (offset, what) -> problems.add(new DamagedPart(file, offset, what));
  }

  private static String messageOf(CorpusException e) {
    return String.valueOf(e.getMessage());
  }
}
