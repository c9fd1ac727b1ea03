package dev.arag.index;

import dev.arag.core.text.Document;
import dev.arag.index.ingest.IngestSink;
import dev.arag.index.ingest.Skip;
import dev.arag.index.internal.failure.Interruptions;
import dev.arag.index.split.Splitter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one source once, on behalf of a {@link SourceReader}. Not thread-safe; the thread that uses
 * an instance must also close it.
 */
final class SourceReading implements IngestSink, AutoCloseable {
  /**
   * The maximum length of text that is split ahead of delivery, in UTF-16 units. The chunks and
   * sentences of a text need about ten times the memory of the text.
   */
  private static final long MAX_TEXT_AHEAD = 1 << 18;

  private final Source.Resolved source;
  private final Splitter splitter;
  private final SourceReader.Sink sink;
  private final DocumentHash hashes;
  private final OrderedPrefetcher prefetcher;

  /** The warnings about the next document. */
  private final List<String> warnings = new ArrayList<>();

  private final Set<String> idsAhead = new HashSet<>();

  SourceReading(
      Source.Resolved source, Splitter splitter, int helperThreads, SourceReader.Sink sink) {
    this.source = source;
    this.splitter = splitter;
    this.sink = sink;
    this.hashes = new DocumentHash(splitter.settings(), source);
    this.prefetcher = new OrderedPrefetcher(helperThreads, MAX_TEXT_AHEAD);
  }

  void run() throws IOException {
    try {
      source.read(this);
    } catch (InterruptedException e) {
      throw Interruptions.failure(e);
    } catch (IOException | RuntimeException e) {
      if (!Thread.currentThread().isInterrupted()) {
        deliverAhead();
      }
      throw e;
    }
    deliverAhead();
  }

  @Override
  public void expect(int documents) {
    sink.expect(documents);
  }

  @Override
  public boolean isKnown(String documentId, String contentHash) {
    Interruptions.check();
    String id = DocumentSanitizer.storedId(documentId);
    deliverEarlier(id);
    return sink.isUnchanged(id, hashes.ofFile(contentHash));
  }

  @Override
  public void document(Document document, String contentHash) {
    Interruptions.check();
    String id = DocumentSanitizer.storedId(document.id());
    deliverEarlier(id);
    if (source.realPath() != null) {
      split(document, hashes.ofFile(contentHash));
      return;
    }
    String hash = hashes.of(document);
    if (!sink.isUnchanged(id, hash)) {
      split(document, hash);
    }
  }

  /**
   * Delivers all pending documents if one of them has this id. If two documents have the same id,
   * the sink must receive the first before {@code isUnchanged} is called for the second.
   */
  private void deliverEarlier(String documentId) {
    if (idsAhead.contains(documentId)) {
      deliverAhead();
    }
  }

  private void deliverAhead() {
    try {
      prefetcher.finish();
    } catch (InterruptedException e) {
      throw Interruptions.failure(e);
    }
  }

  private void split(Document given, String hash) {
    DocumentSanitizer sanitizer = new DocumentSanitizer();
    Document document = sanitizer.sanitize(given, source.source());
    deliverEarlier(document.id());
    sanitizer.warning().ifPresent(warnings::add);
    List<String> found = List.copyOf(warnings);
    warnings.clear();
    idsAhead.add(document.id());
    try {
      prefetcher.add(
          () -> splitNow(document, hash, found),
          document.text().length(),
          result -> deliver(document.id(), result));
    } catch (InterruptedException e) {
      throw Interruptions.failure(e);
    }
  }

  private void deliver(String id, SplitResult result) {
    idsAhead.remove(id);
    if (result.document() != null) {
      sink.document(result.document());
    } else {
      sink.skipped(new Skip(id, result.failure()));
      sink.unreadable(id);
    }
  }

  /** Splits one document. Can run on any thread. */
  private SplitResult splitNow(Document document, String hash, List<String> found) {
    try {
      Splitter.Split split = splitter.splitWithKey(document);
      Document stored = DocumentSanitizer.withLanguage(document, split.language());
      return new SplitResult(
          new ChunkedDocument(stored, split.chunks(), split.key(), hash, found), "");
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      return new SplitResult(null, "it cannot be split into chunks: " + e);
    }
  }

  /**
   * The result of splitting a document.
   *
   * @param document the split document; null if it could not be split
   * @param failure why the document could not be split; empty if it was split
   */
  private record SplitResult(@Nullable ChunkedDocument document, String failure) {}

  @Override
  public void skipped(Skip skip) {
    Interruptions.check();
    prefetcher.then(() -> sink.skipped(skip));
  }

  @Override
  public void unreadable(String id) {
    String stored = DocumentSanitizer.storedId(id);
    prefetcher.then(() -> sink.unreadable(stored));
  }

  @Override
  public void warning(String documentId, String warning) {
    warnings.add(warning);
  }

  @Override
  public void close() {
    prefetcher.close();
  }
}
