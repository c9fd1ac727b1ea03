package dev.arag.index.internal.commit;

import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.Store;
import java.nio.file.NoSuchFileException;

/**
 * A file that is listed in a manifest.
 *
 * @param number the number in the file name, which is unique among files of the same kind and never
 *     reused in an index
 */
public record StoredFile(FileKind kind, long number, FileIdentity seal) {
  public String name() {
    return FileNames.of(kind, number);
  }

  BlockReader open(Store store) throws NoSuchFileException {
    return BlockReader.open(store, name(), kind, seal);
  }
}
