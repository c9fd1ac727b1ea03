package dev.arag.index.internal.file;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.store.DiskFailure;
import dev.arag.index.internal.store.Input;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * Opens a file and checks its header and footer. The blocks of the body are not read, so opening a
 * large file is as fast as opening a small one.
 */
final class FileOpening {
  private final Store store;
  private final String name;
  private final String file;
  private final FileKind kind;
  private final @Nullable FileIdentity expected;
  private long checkedOffset;

  FileOpening(Store store, String name, FileKind kind, @Nullable FileIdentity expected) {
    this.store = store;
    this.name = name;
    this.file = store.describe(name);
    this.kind = kind;
    this.expected = expected;
  }

  /** Returns the file offset of the part that was checked last. */
  long checkedOffset() {
    return checkedOffset;
  }

  /**
   * Opens the file. If the thread is interrupted, the file is opened again and the interrupt flag
   * is restored afterwards. An interrupt would otherwise look like an unreadable file.
   */
  BlockReader run() throws NoSuchFileException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return open();
        } catch (ClosedByInterruptException e) {
          interrupted |= Thread.interrupted();
        }
      }
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      throw new CorpusException(
          "Cannot open " + file + ": " + DiskFailure.describe(e) + ". Check its permissions.", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private BlockReader open() throws IOException {
    Input input = store.open(name);
    boolean isOpened = false;
    try {
      BlockReader reader = check(input);
      input.map();
      isOpened = true;
      return reader;
    } finally {
      if (!isOpened) {
        input.close();
      }
    }
  }

  private BlockReader check(Input input) throws IOException {
    requireLength(input.length());
    byte[] header = read(input, 0, FileHeader.HEADER_BYTES);
    FileHeader.checkHeader(header, kind, file);
    byte[] bytes = read(input, input.length() - FileHeader.FOOTER_BYTES, FileHeader.FOOTER_BYTES);
    FileHeader.Footer footer = FileHeader.readFooter(bytes, file);
    FileHeader.Layout layout = requireLayout(input.length(), footer.bodyLength());
    requireId(footer.id());
    byte[] root = readRoot(input, layout, footer.rootChecksum());
    return new BlockReader(file, input, header, layout, footer.id(), root);
  }

  private byte[] read(Input input, long offset, int count) throws IOException {
    checkedOffset = offset;
    byte[] bytes = new byte[count];
    input.read(offset, bytes, 0, count);
    return bytes;
  }

  private void requireLength(long length) {
    checkedOffset = length;
    if (expected != null && length != expected.length()) {
      checkedOffset = Math.min(length, expected.length());
      throw new CorruptIndexException(
          "%s is %s: expected %s bytes, found %s. %s"
              .formatted(
                  file,
                  length < expected.length() ? "truncated" : "too long",
                  expected.length(),
                  length,
                  Remedy.REBUILD));
    }
    if (length < FileHeader.HEADER_BYTES + FileHeader.FOOTER_BYTES) {
      throw new CorruptIndexException(
          file + " is truncated: it has only " + length + " bytes. " + Remedy.REBUILD);
    }
  }

  private FileHeader.Layout requireLayout(long length, long bodyLength) {
    boolean isPossible = bodyLength >= 0 && bodyLength <= length;
    if (!isPossible || FileHeader.Layout.of(bodyLength).fileLength() != length) {
      throw new CorruptIndexException(
          ("%s is truncated or too long: it has %s bytes, but its footer gives a body"
                  + " length of %s bytes. %s")
              .formatted(file, length, bodyLength, Remedy.REBUILD));
    }
    return FileHeader.Layout.of(bodyLength);
  }

  private void requireId(FileId id) {
    if (expected != null && !expected.id().isSame(id)) {
      throw new CorruptIndexException(
          ("%s belongs to another index or to another commit of this index: expected id %s,"
                  + " found %s. %s")
              .formatted(file, expected.id(), id, Remedy.REBUILD));
    }
  }

  private byte[] readRoot(Input input, FileHeader.Layout layout, int checksum) throws IOException {
    int count = Math.toIntExact(layout.tableBlocks() * Integer.BYTES);
    byte[] root = read(input, layout.rootOffset(), count);
    if (Checksum.of(root, 0, count) != checksum) {
      throw new CorruptIndexException(
          "%s is damaged at byte %s: the checksum table does not match its checksum. %s"
              .formatted(file, layout.rootOffset(), Remedy.REBUILD));
    }
    return root;
  }
}
