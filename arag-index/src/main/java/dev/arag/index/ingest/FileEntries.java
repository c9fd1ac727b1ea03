package dev.arag.index.ingest;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.failure.Causes;
import dev.arag.core.text.Document;
import dev.arag.index.internal.ingest.CsvFile;
import dev.arag.index.internal.ingest.FileBytes;
import dev.arag.index.internal.ingest.JsonRecordFile;
import dev.arag.index.internal.ingest.ParseThread;
import dev.arag.index.internal.ingest.RecordFile;
import dev.arag.index.internal.ingest.RecordFile.NumberedRecord;
import dev.arag.index.internal.ingest.SourceFiles;
import dev.arag.index.internal.ingest.SourceFiles.Entry;
import dev.arag.index.internal.ingest.SourceFiles.Unlisted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of a source one after the other. A failure in one file affects only that file.
 * Not thread-safe.
 */
final class FileEntries implements SourceEntries {
  private final String name;
  private final SourceFiles source;
  private final IngestSettings settings;
  private final IngestLimits limits;
  private final ParserChoice choice;
  private final FileBytes bytes;
  private final FileHash hash;
  private final ParseThread thread;
  private final Iterator<Entry> files;

  /** The entries that come before the next file or record. */
  private final Deque<SourceEntry> ready = new ArrayDeque<>();

  private @Nullable RecordEntries records;
  private boolean isShrinking;
  private boolean isAtEnd;
  private int found;

  FileEntries(String name, SourceFiles source, IngestSettings settings) {
    this.name = name;
    this.source = source;
    this.settings = settings;
    this.limits = settings.limits();
    this.choice = new ParserChoice(settings);
    this.bytes = new FileBytes(limits);
    this.hash = new FileHash(settings.idPrefix());
    this.thread = new ParseThread(limits.parseTime());
    this.files = source.files().iterator();
    this.isShrinking = source.isShrinking();
    expectMore(source.files().size());
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

  /** The records of a file, and what converts them. */
  private record RecordEntries(String fileId, RecordFile file, RecordConverter converter) {}

  @Override
  public @Nullable SourceEntry next() throws InterruptedException {
    while (ready.isEmpty() && !isAtEnd) {
      RecordEntries open = records;
      if (open != null) {
        stopIfInterrupted();
        readRecord(open);
      } else if (files.hasNext()) {
        stopIfInterrupted();
        read(files.next());
      } else {
        end();
      }
    }
    return ready.poll();
  }

  private void addIfPresent(@Nullable SourceEntry entry) {
    if (entry != null) {
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

  private void read(Entry entry) throws InterruptedException {
    String fileName = FileIngest.lastName(entry.path());
    String id = id(entry.relative());
    if (choice.isRecords(fileName, entry.relative().isEmpty())) {
      openRecords(id, entry, fileName);
    } else {
      addIfPresent(attempt(id, () -> load(id, entry)));
    }
  }

  private void openRecords(String id, Entry entry, String fileName) throws InterruptedException {
    Path path;
    try {
      path = source.regularFile(entry);
    } catch (NoSuchFileException e) {
      isShrinking = true;
      return;
    } catch (IOException | UnreadableSourceException e) {
      ready.add(unreadableRecords(id, e));
      return;
    }
    RecordFile file =
        ParserChoice.hasRows(fileName)
            ? new CsvFile(path, settings.fields().text(), limits)
            : new JsonRecordFile(path, ParserChoice.hasLines(fileName), limits);
    try {
      expectMore(file.estimate());
    } catch (IOException e) {
      ready.add(unreadableRecords(id, e));
      return;
    }
    RecordConverter converter = new RecordConverter(id, settings.fields(), limits, hash);
    records = new RecordEntries(id, file, converter);
  }

  private void readRecord(RecordEntries open) throws InterruptedException {
    try {
      NumberedRecord record = open.file().next();
      if (record == null) {
        closeRecords();
      } else {
        ready.add(open.converter().convert(record));
      }
    } catch (IOException | UnreadableSourceException e) {
      closeRecords();
      ready.add(unreadableRecords(open.fileId(), e));
    }
  }

  private static SourceEntry unreadableRecords(String id, Exception e) throws InterruptedException {
    if (e instanceof ClosedByInterruptException closed) {
      throw newInterruptedException(closed);
    }
    return SourceEntry.Unreadable.of(
        id, e instanceof IOException failure ? describe(failure) : String.valueOf(e.getMessage()));
  }

  private void closeRecords() {
    if (records != null) {
      try {
        records.file().close();
      } catch (IOException e) {
        // Everything that was needed was read.
      }
      records = null;
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
    } catch (RuntimeException | LinkageError e) {
      reason = "its parser failed: " + e;
    }
    return SourceEntry.Unreadable.of(id, reason);
  }

  /** Returns null if the file no longer exists. */
  private @Nullable SourceEntry load(String id, Entry entry) throws IOException {
    try {
      Path file = source.regularFile(entry);
      Parser parser = choice.of(FileIngest.lastName(entry.path()), entry.relative().isEmpty());
      bytes.load(file);
      return new SourceEntry.Unparsed(
          id,
          hash.of(parser.fingerprint(), bytes),
          () -> requireNonNull(attempt(id, () -> parseBytes(parser, id))));
    } catch (NoSuchFileException e) {
      isShrinking = true;
      return null;
    }
  }

  private SourceEntry parseBytes(Parser parser, String id)
      throws IOException, InterruptedException {
    InputStream in = bytes.stream();
    try {
      SourceEntry read = thread.run(() -> parse(parser, id, in));
      if (read != null) {
        return read;
      }
    } catch (ExecutionException e) {
      throw failure(Causes.of(e));
    }
    bytes.abandon();
    throw new UnreadableSourceException(
        "its parser did not end within " + limits.parseTime().toMillis() / 1000.0 + " seconds");
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
    closeRecords();
    thread.close();
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

  private static String describe(IOException e) {
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
