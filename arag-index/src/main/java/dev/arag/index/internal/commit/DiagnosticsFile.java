package dev.arag.index.internal.commit;

import dev.arag.index.internal.diagnostics.Diagnostic;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.LittleEndian;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the diagnostics file of a segment, which records the problems that the embedder
 * of its vectors has with documents. A segment without problems has no such file.
 *
 * <pre>
 * entries  16 bytes each, in ascending order of documents: int32 document
 *          | float32 unknown share | int32 number of cut sentences | byte[4] language
 * </pre>
 */
final class DiagnosticsFile {
  private static final int ENTRY_BYTES = 16;

  private DiagnosticsFile() {}

  /**
   * @param number the number in the name of the file
   * @param diagnostics in ascending order of documents
   * @return the file; null if there are no diagnostics
   */
  static @Nullable StoredFile write(Store store, long number, List<Diagnostic> diagnostics)
      throws IOException {
    if (diagnostics.isEmpty()) {
      return null;
    }
    String name = FileNames.of(FileKind.DIAGNOSTICS, number);
    try (BlockWriter file = BlockWriter.create(store, name, FileKind.DIAGNOSTICS)) {
      for (Diagnostic each : diagnostics) {
        file.writeInt(each.document());
        file.writeInt(Float.floatToRawIntBits(each.unknownShare()));
        file.writeInt(each.cutSentences());
        file.writeInt(each.packedLanguage());
      }
      return new StoredFile(FileKind.DIAGNOSTICS, number, file.finish());
    }
  }

  /**
   * Reads a file that was written by {@link #write}.
   *
   * @param documents the number of documents in the segment
   */
  static List<Diagnostic> read(BlockReader file, int documents) {
    if (file.length() % ENTRY_BYTES != 0) {
      throw file.corrupt(0, "its length is not a multiple of " + ENTRY_BYTES);
    }
    byte[] entries = file.read(0, file.length());
    List<Diagnostic> all = new ArrayList<>(entries.length / ENTRY_BYTES);
    int last = -1;
    for (int at = 0; at < entries.length; at += ENTRY_BYTES) {
      Diagnostic diagnostic = read(file, entries, at);
      if (diagnostic.document() <= last || diagnostic.document() >= documents) {
        throw file.corrupt(
            at, "documents of diagnostics are out of order or unknown: " + diagnostic.document());
      }
      last = diagnostic.document();
      all.add(diagnostic);
    }
    return all;
  }

  private static Diagnostic read(BlockReader file, byte[] entries, int at) {
    try {
      return new Diagnostic(
          LittleEndian.getInt(entries, at),
          Float.intBitsToFloat(LittleEndian.getInt(entries, at + 4)),
          LittleEndian.getInt(entries, at + 8),
          Diagnostic.unpackLanguage(LittleEndian.getInt(entries, at + 12)));
    } catch (IllegalArgumentException e) {
      throw file.corrupt(at, String.valueOf(e.getMessage()));
    }
  }
}
