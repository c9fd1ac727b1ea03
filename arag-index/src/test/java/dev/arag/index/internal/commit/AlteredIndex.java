package dev.arag.index.internal.commit;

import dev.arag.index.SampleIndex;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.MemoryStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A small index whose files a test can change. The changed files get correct checksums. */
final class AlteredIndex {
  final MemoryStore store;
  Manifest manifest;

  AlteredIndex(SampleIndex sample) throws IOException {
    store = sample.store();
    manifest = Manifest.read(store);
  }

  SegmentEntry segment(int number) {
    return manifest.segments().get(number);
  }

  /** Returns a little-endian copy of the body of a file. */
  ByteBuffer body(StoredFile file) throws IOException {
    BlockReader reader = file.open(store);
    return ByteBuffer.wrap(reader.read(0, reader.length())).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Replaces the body of a file and writes correct checksums. */
  void sign(StoredFile file, byte[] body) throws IOException {
    store.delete(file.name());
    FileIdentity seal;
    try (BlockWriter writer = BlockWriter.create(store, file.name(), file.kind())) {
      writer.write(body, 0, body.length);
      seal = writer.finish();
    }
    StoredFile signed = new StoredFile(file.kind(), file.number(), seal);
    segments(entry -> replaced(entry, file, signed));
  }

  private static SegmentEntry replaced(SegmentEntry entry, StoredFile old, StoredFile signed) {
    return new SegmentEntry(
        old.equals(entry.chunks()) ? signed : entry.chunks(),
        old.equals(entry.keywords()) ? signed : entry.keywords(),
        old.equals(entry.vectors()) ? signed : entry.vectors(),
        old.equals(entry.diagnostics()) ? signed : entry.diagnostics(),
        old.equals(entry.deletes()) ? signed : entry.deletes(),
        old.equals(entry.mentions()) ? signed : entry.mentions(),
        entry.all(),
        entry.live());
  }

  void segments(UnaryOperator<SegmentEntry> change) throws IOException {
    publish(manifest.segments().stream().map(change).toList());
  }

  void addSegment(SegmentEntry added) throws IOException {
    List<SegmentEntry> all = new ArrayList<>(manifest.segments());
    all.add(added);
    publish(all);
  }

  private void publish(List<SegmentEntry> segments) throws IOException {
    publish(
        new Manifest(
            manifest.generation(),
            manifest.nextNumber(),
            manifest.settings(),
            manifest.embedder(),
            manifest.finder(),
            manifest.sources(),
            segments));
  }

  void publish(Manifest changed) throws IOException {
    manifest = changed;
    store.delete(FileNames.MANIFEST);
    try (BlockWriter writer = BlockWriter.create(store, FileNames.MANIFEST, FileKind.MANIFEST)) {
      changed.write(writer);
      writer.finish();
    }
  }

  /** Copies a file to another file number. */
  StoredFile copy(StoredFile file, long number) {
    StoredFile copy = new StoredFile(file.kind(), number, file.seal());
    store.put(copy.name(), store.files().get(file.name()));
    return copy;
  }
}
