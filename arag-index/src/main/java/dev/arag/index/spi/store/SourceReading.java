package dev.arag.index.spi.store;

import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Document;
import dev.arag.index.internal.failure.Interruptions;
import dev.arag.index.internal.source.DocumentHash;
import dev.arag.index.internal.source.DocumentSanitizer;
import dev.arag.index.internal.source.OrderedPrefetcher;
import dev.arag.index.source.Source;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.SourceEntries;
import dev.arag.index.spi.SourceEntry;
import dev.arag.index.spi.split.Splitter;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The documents of one source that have to be stored, in the order of the source; see {@link
 * SourceReader#open}. Not thread-safe; the thread that reads the documents must also close it.
 */
public final class SourceReading implements AutoCloseable {
  /**
   * The maximum length of text that is split ahead of delivery, in UTF-16 units. The chunks and
   * sentences of a text need about ten times the memory of the text.
   */
  private static final long MAX_TEXT_AHEAD = 1 << 18;

  private final Splitter splitter;
  private final Source.Resolved source;
  private final SourceReader.Listener listener;
  private final DocumentHash hashes;
  private final SourceEntries entries;
  private final OrderedPrefetcher prefetcher;

  /** What has to be delivered before the next entry is read. */
  private final Deque<Delivery> ready = new ArrayDeque<>();

  private final Set<String> idsAhead = new HashSet<>();

  /** The next entry, if it has to wait for the delivery of a document with the same id. */
  private @Nullable SourceEntry waiting;

  private boolean isAtEnd;
  private @Nullable Exception failure;

  /**
   * A document, or the reason why it cannot be stored.
   *
   * @param id the id of the document, file or folder
   */
  private record Delivery(String id, @Nullable ChunkedDocument document, @Nullable Skip skip) {}

  SourceReading(
      Source.Resolved source, Splitter splitter, int helperThreads, SourceReader.Listener listener)
      throws IOException {
    this.source = source;
    this.splitter = splitter;
    this.listener = listener;
    this.hashes = new DocumentHash(splitter.settings(), source);
    this.entries = source.open();
    this.prefetcher = new OrderedPrefetcher(helperThreads, MAX_TEXT_AHEAD);
  }

  /**
   * Returns the next document that has to be stored; empty at the end. The caller must have stored
   * the previous document. If reading the source fails, the documents before the failure are
   * returned first. If the thread is interrupted, they are not returned. After an exception, each
   * further call throws it again.
   *
   * @throws IOException if the source no longer exists
   * @throws CorpusException if the thread is interrupted; its interrupt flag stays set
   */
  public Optional<ChunkedDocument> next() throws IOException {
    while (true) {
      Delivery first = ready.poll();
      if (first == null) {
        if (isAtEnd) {
          throwFailure();
          return Optional.empty();
        }
        readNext();
      } else if (first.document() != null) {
        return Optional.of(first.document());
      } else if (first.skip() != null) {
        try {
          listener.skipped(first.skip());
          listener.unreadable(first.id());
        } catch (RuntimeException e) {
          end(e);
          throw e;
        }
      }
    }
  }

  private void throwFailure() throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
  }

  private void readNext() throws IOException {
    try {
      SourceEntry entry = waiting == null ? entries.next().orElse(null) : waiting;
      waiting = null;
      if (entry == null) {
        isAtEnd = true;
        prefetcher.finish();
      } else {
        read(entry);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (IOException | RuntimeException e) {
      if (Thread.currentThread().isInterrupted()) {
        end(e);
        throw e;
      }
      isAtEnd = true;
      failure = e;
      finish();
    }
  }

  private void finish() {
    try {
      prefetcher.finish();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private CorpusException interrupted(InterruptedException cause) {
    CorpusException stopped = Interruptions.failure(cause);
    end(stopped);
    return stopped;
  }

  /** Ends the reading: documents may be missing, so each further call fails in the same way. */
  private void end(Exception cause) {
    isAtEnd = true;
    failure = cause;
    ready.clear();
  }

  private void read(SourceEntry entry) throws InterruptedException {
    Interruptions.check();
    if (entry instanceof SourceEntry.Unparsed unparsed) {
      String id = DocumentSanitizer.storedId(unparsed.documentId());
      String hash = hashes.ofFile(unparsed.contentHash());
      if (!mustWait(id, entry) && !listener.isUnchanged(id, hash)) {
        readParsed(unparsed.parse(), hash);
      }
    } else if (entry instanceof SourceEntry.Parsed parsed) {
      String id = DocumentSanitizer.storedId(parsed.document().id());
      if (!mustWait(id, entry)) {
        String hash = hashes.of(parsed.document());
        if (!listener.isUnchanged(id, hash)) {
          split(parsed, hash);
        }
      }
    } else if (entry instanceof SourceEntry.Expected expected) {
      listener.expect(expected.documents());
    } else {
      readParsed(entry, "");
    }
  }

  /**
   * If two documents have the same id, the first must be stored before {@code isUnchanged} is
   * called for the second.
   */
  private boolean mustWait(String documentId, SourceEntry entry) throws InterruptedException {
    boolean mustWait = idsAhead.contains(documentId);
    if (mustWait) {
      waiting = entry;
      prefetcher.finish();
    }
    return mustWait;
  }

  private void readParsed(SourceEntry entry, String hash) throws InterruptedException {
    Interruptions.check();
    if (entry instanceof SourceEntry.Parsed parsed) {
      split(parsed, hash);
    } else if (entry instanceof SourceEntry.Unreadable unreadable) {
      String stored = DocumentSanitizer.storedId(unreadable.id());
      prefetcher.then(() -> ready.add(new Delivery(stored, null, unreadable.skip())));
    }
  }

  private void split(SourceEntry.Parsed parsed, String hash) throws InterruptedException {
    DocumentSanitizer sanitizer = new DocumentSanitizer();
    Document document = sanitizer.sanitize(parsed.document(), source.source());
    List<String> warnings = new ArrayList<>(parsed.warnings());
    sanitizer.warning().ifPresent(warnings::add);
    idsAhead.add(document.id());
    prefetcher.add(
        () -> splitNow(document, hash, warnings),
        document.text().length(),
        result -> {
          idsAhead.remove(document.id());
          ready.add(result);
        });
  }

  /** Splits one document. Can run on any thread. */
  private Delivery splitNow(Document document, String hash, List<String> warnings) {
    try {
      Splitter.Split split = splitter.splitWithKey(document);
      Document stored = DocumentSanitizer.withLanguage(document, split.language());
      return new Delivery(
          document.id(),
          new ChunkedDocument(stored, split.chunks(), split.key(), hash, warnings),
          null);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      String reason = "it cannot be split into chunks: " + e;
      return new Delivery(document.id(), null, new Skip(document.id(), reason));
    }
  }

  @Override
  public void close() {
    entries.close();
    prefetcher.close();
  }
}
