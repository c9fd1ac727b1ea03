package dev.arag.index;

import dev.arag.core.embed.Embedder;
import dev.arag.index.internal.commit.EncoderMark;
import dev.arag.index.internal.commit.Manifest;
import dev.arag.index.internal.commit.SegmentEntry;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.VectorWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** New vectors for all that is stored, up to a manifest to be published. For one thread. */
final class EmbedRun {
  private final Store store;
  private final Manifest old;
  private final Embedder embedder;
  private final Consumer<SyncProgress> listener;
  private final long startNanos = System.nanoTime();
  private final List<SegmentEntry> segments = new ArrayList<>();
  private final List<String> encoderWarnings = new ArrayList<>();
  private long embedded;

  EmbedRun(Store store, Manifest old, Embedder embedder, Consumer<SyncProgress> listener) {
    this.store = store;
    this.old = old;
    this.embedder = embedder;
    this.listener = listener;
  }

  Manifest run() throws IOException {
    EncoderMark mark = new EncoderMark(embedder.fingerprint(), embedder.dimension());
    long number = old.nextNumber();
    for (SegmentEntry segment : old.segments()) {
      segments.add(embed(segment, number++, mark));
    }
    return new Manifest(
        old.generation() + 1,
        number,
        old.settings(),
        mark,
        old.textWarnings(),
        encoderWarnings,
        old.sources(),
        segments);
  }

  private SegmentEntry embed(SegmentEntry segment, long number, EncoderMark mark)
      throws IOException {
    try (VectorWriter vectors = SegmentEntry.createVectors(store, number, mark)) {
      long before = embedded;
      VectorPass pass =
          new VectorPass(
              embedder,
              old.settings().headingsInEmbeddings(),
              vectors,
              done -> tell(before + done));
      pass.run(segment.openChunks(store));
      encoderWarnings.addAll(pass.warnings());
      return segment.withVectors(number, vectors.finish());
    }
  }

  private void tell(long done) {
    embedded = done;
    listener.accept(new SyncProgress("", documents(), sentences(), done));
  }

  private long documents() {
    return old.segments().stream().mapToLong(SegmentEntry::documentCount).sum();
  }

  private long sentences() {
    return old.segments().stream().mapToLong(SegmentEntry::sentenceCount).sum();
  }

  SyncReport report() {
    return new SyncReport(
        documents(),
        old.segments().stream().mapToLong(SegmentEntry::chunkCount).sum(),
        sentences(),
        embedded,
        0,
        0,
        List.of(),
        encoderWarnings,
        Duration.ofNanos(System.nanoTime() - startNanos));
  }
}
