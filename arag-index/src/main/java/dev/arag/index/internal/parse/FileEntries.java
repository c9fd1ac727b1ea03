package dev.arag.index.internal.parse;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.failure.Causes;
import dev.arag.core.text.Document;
import dev.arag.index.internal.ingest.ContentHash;
import dev.arag.index.internal.ingest.FileBytes;
import dev.arag.index.internal.ingest.ParseThread;
import dev.arag.index.internal.ingest.SourceFiles;
import dev.arag.index.internal.ingest.SourceFiles.Entry;
import dev.arag.index.internal.ingest.SourceFiles.Unlisted;
import dev.arag.index.spi.FileFormat;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.RecordFormat;
import dev.arag.index.spi.SourceEntries;
import dev.arag.index.spi.SourceEntry;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of a source one after the other. A failure in one file affects only that file.
 * Not thread-safe.
 */
public final class FileEntries implements SourceEntries {
  private final String name;
  private final SourceFiles source;
  private final String idPrefix;
  private final IngestLimits limits;
  private final FileMetadataReader metadata;
  private final ParserChoice choice;
  private final FileBytes bytes;
  private final ParseThread thread = new ParseThread();
  private final Iterator<Entry> files;

  /** The entries that come before the next file or record. */
  private final Deque<SourceEntry> ready = new ArrayDeque<>();

  /** The file with several documents that is being read. */
  private @Nullable OpenFile open;

  private boolean isShrinking;
  private boolean isAtEnd;
  private int found;

  public FileEntries(String name, SourceFiles source, IngestSettings settings) {
    this.name = name;
    this.source = source;
    this.idPrefix = settings.idPrefix();
    this.limits = settings.limits();
    this.metadata = new FileMetadataReader(source, settings);
    this.choice = new ParserChoice(settings);
    this.bytes = new FileBytes(limits);
    List<Entry> documents = source.files().stream().filter(each -> !each.isSidecar()).toList();
    this.files = documents.iterator();
    this.isShrinking = source.isShrinking();
    expectMore(documents.size());
    ready.addAll(metadata.withoutFile(this::id));
    for (Unlisted unlisted : source.unlisted()) {
      ready.add(
          SourceEntry.Unreadable.of(
              id(unlisted.relative()),
              describe(unlisted.failure()) + "; its contents are unknown"));
    }
  }

  /** A step in reading one file. If the step fails, only that file is skipped. */
  private interface FileTask {
    @Nullable SourceEntry run() throws IOException, InterruptedException;
  }

  private record OpenFile(String id, SourceEntries entries, FileMetadata metadata) {
    OpenFile {
      requireNonNull(entries, "entries");
    }

    boolean hasId(String documentId) {
      return documentId.startsWith(id + "/");
    }

    /** The id of the document does not show which file it belongs to. */
    SourceEntry newIdReport(String documentId) {
      return SourceEntry.Unreadable.of(
          id,
          "its format returned a document with the id %s, which does not begin with %s/"
              .formatted(documentId, id));
    }
  }

  @Override
  public Optional<SourceEntry> next() throws InterruptedException {
    while (ready.isEmpty() && !isAtEnd) {
      OpenFile file = open;
      if (file == null && !files.hasNext()) {
        end();
      } else {
        stopIfInterrupted();
        add(file == null ? read(files.next()) : attempt(file.id(), () -> next(file)));
      }
    }
    return Optional.ofNullable(ready.poll());
  }

  private void add(@Nullable SourceEntry entry) {
    if (entry instanceof SourceEntry.Expected more) {
      expectMore(more.documents());
    } else if (entry != null) {
      ready.add(entry);
    }
  }

  private void end() {
    isAtEnd = true;
    if (isShrinking && !source.isStillThere()) {
      ready.add(
          SourceEntry.Unreadable.of(
              name,
              "it was moved or deleted while it was being read; its other contents are unknown"));
    }
  }

  private void expectMore(long more) {
    found = (int) Math.min(Integer.MAX_VALUE, found + more);
    ready.add(new SourceEntry.Expected(found));
  }

  private @Nullable SourceEntry read(Entry entry) throws InterruptedException {
    String id = id(entry.relative());
    return attempt(id, () -> open(id, entry));
  }

  /** Returns the next entry of the open file. Closes the file at its end and after a failure. */
  private @Nullable SourceEntry next(OpenFile file) throws IOException, InterruptedException {
    SourceEntry entry = null;
    try {
      entry = file.entries().next().orElse(null);
      return entry == null ? null : checked(file, entry);
    } finally {
      if (entry == null) {
        closeFile();
      }
    }
  }

  /** A record that fails, or that has the id of another file, affects only that record. */
  private SourceEntry checked(OpenFile file, SourceEntry entry) {
    if (entry instanceof SourceEntry.Unparsed record) {
      String id = record.documentId();
      return file.hasId(id)
          ? new SourceEntry.Unparsed(
              id,
              file.metadata().hash(record.contentHash()),
              () -> file.metadata().addTo(requireNonNull(attempt(id, () -> parseRecord(record)))))
          : file.newIdReport(id);
    }
    if (entry instanceof SourceEntry.Parsed parsed && !file.hasId(parsed.document().id())) {
      return file.newIdReport(parsed.document().id());
    }
    return file.metadata().addTo(entry);
  }

  private static SourceEntry parseRecord(SourceEntry.Unparsed record) throws InterruptedException {
    SourceEntry entry = record.parse();
    boolean isDocument =
        entry instanceof SourceEntry.Parsed parsed
            && parsed.document().id().equals(record.documentId());
    if (!isDocument && !(entry instanceof SourceEntry.Unreadable)) {
      throw new UnreadableSourceException(
          "the format of its file returned no document with the id that it announced");
    }
    return entry;
  }

  /** Forgets the file before it is closed, so that a failure to close it is reported once. */
  private void closeFile() {
    OpenFile file = open;
    open = null;
    if (file != null) {
      file.entries().close();
    }
  }

  private String id(String relative) {
    return relative.isEmpty() ? name : name + "/" + relative;
  }

  private @Nullable SourceEntry attempt(String id, FileTask step) throws InterruptedException {
    String reason;
    try {
      return step.run();
    } catch (UnreadableSourceException e) {
      reason = String.valueOf(e.getMessage());
    } catch (ClosedByInterruptException e) {
      throw newInterruptedException(e);
    } catch (IOException e) {
      reason = describe(e);
    } catch (StackOverflowError e) {
      reason = "it is nested too deeply for its parser (StackOverflowError)";
    } catch (OutOfMemoryError e) {
      reason = "its parser needs more memory than is available (" + e + ")";
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | LinkageError e) {
      // Code in Kotlin or Groovy can throw any exception.
      reason = "its parser failed: " + e;
    }
    return SourceEntry.Unreadable.of(id, reason);
  }

  /** Returns null if the file no longer exists, or has several documents, which follow. */
  private @Nullable SourceEntry open(String id, Entry entry) throws IOException {
    try {
      Path file = source.regularFile(entry);
      String fileName = SourceFiles.lastName(entry.path());
      FileFormat format = choice.of(fileName, entry.relative().isEmpty());
      FileMetadata values = metadata.read(entry);
      if (format instanceof RecordFormat records) {
        open = new OpenFile(id, records.open(id, fileName, file, limits), values);
        return null;
      }
      Parser parser = (Parser) format;
      bytes.load(file);
      String hash = new ContentHash(parser.fingerprint()).add(idPrefix).add(bytes).finish();
      return new SourceEntry.Unparsed(
          id,
          values.hash(hash),
          () -> values.addTo(requireNonNull(attempt(id, () -> parseBytes(parser, id)))));
    } catch (NoSuchFileException e) {
      isShrinking = true;
      return null;
    }
  }

  private SourceEntry parseBytes(Parser parser, String id)
      throws IOException, InterruptedException {
    InputStream in = bytes.stream();
    Duration time = parser.parseTime(limits.parseTime());
    try {
      SourceEntry read = thread.run(time, () -> parse(parser, id, in));
      if (read != null) {
        return read;
      }
    } catch (ExecutionException e) {
      throw failure(Causes.of(e));
    }
    bytes.abandon();
    throw new UnreadableSourceException(
        "its parser did not end within "
            + time.toMillis() / 1000.0
            + " seconds; split the file, or set a longer time with Source.limits");
  }

  private SourceEntry parse(Parser parser, String id, InputStream in) throws IOException {
    try (in) {
      ParsedFile parsed = parser.parse(id, in);
      Document document = parsed.document().build();
      limits.checkText(document.text().length());
      return new SourceEntry.Parsed(document, parsed.warnings());
    }
  }

  @Override
  public void close() {
    try (thread) {
      closeFile();
    }
  }

  /**
   * Returns or throws the exception of a parser. A {@link ClosedByInterruptException} is wrapped,
   * because an interrupt of the parser's thread must not look like an interrupt of this thread.
   */
  private static IOException failure(Exception thrown) {
    if (thrown instanceof RuntimeException runtime) {
      throw runtime;
    }
    boolean isOwn =
        thrown instanceof IOException && !(thrown instanceof ClosedByInterruptException);
    return isOwn ? (IOException) thrown : new IOException(thrown);
  }

  static String describe(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "access denied; check its permissions";
    }
    return "it cannot be read: " + e;
  }

  private static void stopIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted while reading documents.");
    }
  }

  /** Clears the interrupt flag, because the caller throws an {@link InterruptedException}. */
  private static InterruptedException newInterruptedException(IOException e) {
    Thread.interrupted();
    InterruptedException interrupted =
        new InterruptedException("Interrupted while reading a document.");
    interrupted.initCause(e);
    return interrupted;
  }
}
