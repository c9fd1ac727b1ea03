package dev.arag.index;

import dev.arag.core.embed.Embedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.ingest.IngestSink;
import dev.arag.index.ingest.Skip;
import dev.arag.index.internal.commit.EncoderMark;
import dev.arag.index.internal.commit.Manifest;
import dev.arag.index.internal.commit.SegmentEntry;
import dev.arag.index.internal.commit.SegmentWriter;
import dev.arag.index.internal.commit.Settings;
import dev.arag.index.internal.commit.SourcePaths;
import dev.arag.index.internal.file.RecordWriter;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.VectorWriter;
import dev.arag.index.split.Splitter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One sync, from sources to a manifest that is ready to be published. For one thread. */
final class SyncRun {
  private final Store store;
  private final Manifest old;
  private final Settings settings;
  private final @Nullable Embedder embedder;
  private final Consumer<SyncProgress> listener;
  private final long startNanos = System.nanoTime();

  private final Splitter splitter;
  private final Intake intake = new Intake();
  private final Map<String, String> sourceOfDocument = new HashMap<>();
  private final Map<String, String> documentOfChunk = new HashMap<>();
  private final Set<String> keys = new HashSet<>();
  private final List<Skip> skipped = new ArrayList<>();
  private final List<String> textWarnings = new ArrayList<>();
  private String sourceName = "";

  SyncRun(
      Store store,
      Manifest old,
      Settings settings,
      @Nullable Embedder embedder,
      Consumer<SyncProgress> listener) {
    this.store = store;
    this.old = old;
    this.settings = settings;
    this.embedder = embedder;
    this.listener = listener;
    this.splitter = new Splitter(settings.chunkTokens(), TokenCounter.o200k());
  }

  /**
   * What came of it.
   *
   * @param manifest to be published; empty if every source failed, so that what there was stays
   */
  record Outcome(Optional<Manifest> manifest, SyncReport report) {}

  Outcome run(List<Source.Resolved> sources) throws IOException {
    long number = old.nextNumber();
    try (SegmentWriter writer = SegmentWriter.create(store, number)) {
      for (Source.Resolved source : sources) {
        read(source, writer);
      }
      if (writer.documentCount() == 0 && !skipped.isEmpty()) {
        return new Outcome(Optional.empty(), report(writer, 0, List.of()));
      }
      addReplacedWarning();
      return complete(writer, number, sources);
    }
  }

  private void read(Source.Resolved source, SegmentWriter writer) throws IOException {
    sourceName = source.name();
    try {
      source.read(new Sink(source.source(), writer));
    } catch (InterruptedException e) {
      throw Interruption.failure(e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Outcome complete(SegmentWriter writer, long number, List<Source.Resolved> sources)
      throws IOException {
    SegmentEntry entry = writer.finish();
    EncoderMark mark = mark(embedder);
    List<String> encoderWarnings = List.of();
    if (embedder != null && mark != null) {
      try (VectorWriter vectors = SegmentEntry.createVectors(store, number, mark)) {
        VectorPass pass =
            new VectorPass(
                embedder,
                settings.headingsInEmbeddings(),
                vectors,
                embedded -> tell(writer, embedded));
        pass.run(entry.openChunks(store));
        encoderWarnings = pass.warnings();
        entry = entry.withVectors(number, vectors.finish());
      }
    }
    boolean hasPaths = writePaths(number, sources);
    Manifest manifest =
        new Manifest(
            old.generation() + 1,
            number + 1,
            settings,
            mark,
            textWarnings,
            encoderWarnings,
            hasPaths ? number : 0,
            entry.documentCount() == 0 ? List.of() : List.of(entry));
    long embedded = mark == null ? 0 : entry.sentenceCount();
    return new Outcome(Optional.of(manifest), report(writer, embedded, encoderWarnings));
  }

  static @Nullable EncoderMark mark(@Nullable Embedder embedder) {
    return embedder == null ? null : new EncoderMark(embedder.fingerprint(), embedder.dimension());
  }

  private boolean writePaths(long number, List<Source.Resolved> sources) throws IOException {
    Map<String, String> byName = new HashMap<>();
    for (Source.Resolved source : sources) {
      if (source.realPath() != null) {
        byName.put(source.name(), source.realPath().toString());
      }
    }
    if (!byName.isEmpty()) {
      new SourcePaths(byName).write(store, number);
    }
    return !byName.isEmpty();
  }

  private SyncReport report(SegmentWriter writer, long embedded, List<String> encoderWarnings) {
    List<String> warnings = new ArrayList<>(textWarnings);
    warnings.addAll(encoderWarnings);
    return new SyncReport(
        writer.documentCount(),
        writer.chunkCount(),
        writer.sentenceCount(),
        embedded,
        0,
        0,
        skipped,
        warnings,
        Duration.ofNanos(System.nanoTime() - startNanos));
  }

  private void addReplacedWarning() {
    if (intake.replaced() > 0) {
      textWarnings.add(
          intake.replaced()
              + " halves of characters stood alone in the texts; U+FFFD stands in their place");
    }
  }

  private void tell(SegmentWriter writer, long embedded) {
    listener.accept(
        new SyncProgress(sourceName, writer.documentCount(), writer.sentenceCount(), embedded));
  }

  /** Takes the documents of one source. */
  private final class Sink implements IngestSink {
    private final Source source;
    private final SegmentWriter writer;

    Sink(Source source, SegmentWriter writer) {
      this.source = source;
      this.writer = writer;
    }

    @Override
    public void document(Document given, String contentHash) {
      Interruption.check();
      Document document = intake.prepare(given, source);
      Optional<String> refusal = add(document);
      if (refusal.isPresent()) {
        skipped.add(new Skip(document.id(), refusal.get()));
      } else {
        tell(writer, 0);
      }
    }

    @Override
    public void skipped(Skip skip) {
      Interruption.check();
      skipped.add(skip);
    }

    @Override
    public void warning(String documentId, String warning) {
      textWarnings.add(documentId + ": " + warning);
    }

    /** Adds a document, or says why not. */
    private Optional<String> add(Document document) {
      String other = sourceOfDocument.get(document.id());
      if (other != null) {
        return Optional.of("a document with this id came from the source " + other + " already");
      }
      List<Chunk> chunks;
      try {
        chunks = splitter.split(document, this::isTaken);
      } catch (RuntimeException | StackOverflowError e) {
        return Optional.of("it cannot be cut into chunks: " + e);
      }
      Optional<String> clash = clash(document, chunks);
      if (clash.isEmpty()) {
        write(document, chunks);
      }
      return clash;
    }

    private boolean isTaken(String key) {
      return keys.contains(key.substring(0, Splitter.SHORT_KEY_LENGTH));
    }

    private Optional<String> clash(Document document, List<Chunk> chunks) {
      Map<String, String> own = new HashMap<>();
      for (Chunk chunk : chunks) {
        if (RecordWriter.hasLoneSurrogate(chunk.text())) {
          return Optional.of("the chunk " + chunk.id() + " ends inside a character");
        }
        String holder = documentOfChunk.get(chunk.id().value());
        if (holder == null) {
          holder = own.put(chunk.id().value(), document.id());
        }
        if (holder != null) {
          return Optional.of(
              "its chunk id " + chunk.id() + " already names a chunk of " + holder(holder));
        }
      }
      return Optional.empty();
    }

    private String holder(String document) {
      return document + " (source " + sourceOfDocument.getOrDefault(document, sourceName) + ")";
    }

    private void write(Document document, List<Chunk> chunks) {
      sourceOfDocument.put(document.id(), sourceName);
      for (Chunk chunk : chunks) {
        documentOfChunk.put(chunk.id().value(), document.id());
      }
      if (document.chunkStarts().isEmpty() && !chunks.isEmpty()) {
        keys.add(key(chunks.get(0).id().value()));
      }
      try {
        writer.add(document, chunks);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** The part that the generated ids of a document share. */
    private static String key(String generatedId) {
      return generatedId.substring(0, generatedId.indexOf('#'));
    }
  }
}
