package dev.arag.index.ingest;

import dev.arag.core.internal.failure.Causes;
import dev.arag.core.text.Document;
import dev.arag.index.internal.ingest.CsvFile;
import dev.arag.index.internal.ingest.FileBytes;
import dev.arag.index.internal.ingest.JsonRecordFile;
import dev.arag.index.internal.ingest.ParseThread;
import dev.arag.index.internal.ingest.RecordFile;
import dev.arag.index.internal.ingest.SourceFiles;
import dev.arag.index.internal.ingest.SourceFiles.Entry;
import dev.arag.index.internal.ingest.SourceFiles.Unlisted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of a source one after the other. A failure in one file affects only that file.
 */
final class FolderReader {
  private final String name;
  private final SourceFiles files;
  private final IngestSettings settings;
  private final IngestLimits limits;
  private final IngestSink sink;
  private final ParserChoice choice;
  private final FileBytes bytes;
  private final FileHash hash;
  private boolean isShrinking;
  private int found;

  FolderReader(String name, SourceFiles files, IngestSettings settings, IngestSink sink) {
    this.name = name;
    this.files = files;
    this.settings = settings;
    this.limits = settings.limits();
    this.sink = sink;
    this.choice = new ParserChoice(settings);
    this.bytes = new FileBytes(limits);
    this.hash = new FileHash(settings.idPrefix());
    this.isShrinking = files.isShrinking();
  }

  /** The parser and the content hash of the file whose bytes are in memory. */
  private record LoadedFile(Parser parser, String contentHash) {}

  /** A parsed file and the document built from it. */
  private record ParsedDocument(Document document, ParsedFile parsed) {}

  /** A step in reading one file. If the step fails, only that file is skipped. */
  private interface FileTask<T> {
    @Nullable T run() throws IOException, InterruptedException;
  }

  void read() throws InterruptedException {
    try (ParseThread thread = new ParseThread(limits.parseTime())) {
      read(thread);
    }
  }

  private void read(ParseThread thread) throws InterruptedException {
    expectMore(files.files().size());
    for (Unlisted unlisted : files.unlisted()) {
      String reason = describe(unlisted.failure()) + "; its contents are unknown";
      skip(id(unlisted.relative()), reason);
    }
    for (Entry entry : files.files()) {
      stopIfInterrupted();
      read(entry, thread);
    }
    if (isShrinking && !files.isStillThere()) {
      skip(name, "it was moved or deleted while it was being read; its other contents are unknown");
    }
  }

  private void expectMore(long more) {
    found = (int) Math.min(Integer.MAX_VALUE, found + more);
    sink.expect(found);
  }

  private void read(Entry entry, ParseThread thread) throws InterruptedException {
    String fileName = FileIngest.lastName(entry.path());
    if (choice.isRecords(fileName, entry.relative().isEmpty())) {
      readRecords(id(entry.relative()), entry, fileName);
    } else {
      readDocument(id(entry.relative()), entry, thread);
    }
  }

  /** Catches only failures to read the file. An exception thrown by the sink ends the run. */
  private void readRecords(String id, Entry entry, String fileName) throws InterruptedException {
    RecordConverter records = new RecordConverter(id, settings.fields(), limits, hash, sink);
    try {
      RecordFile file = recordFile(entry, fileName);
      if (file != null) {
        expectMore(file.estimate());
        file.read(records);
      }
    } catch (UnreadableSourceException e) {
      skip(id, String.valueOf(e.getMessage()));
    } catch (ClosedByInterruptException e) {
      throw newInterruptedException(e);
    } catch (IOException e) {
      skip(id, describe(e));
    }
  }

  private @Nullable RecordFile recordFile(Entry entry, String fileName) throws IOException {
    try {
      Path file = files.regularFile(entry);
      return ParserChoice.hasRows(fileName)
          ? new CsvFile(file, settings.fields().text(), limits)
          : new JsonRecordFile(file, ParserChoice.hasLines(fileName), limits);
    } catch (NoSuchFileException e) {
      isShrinking = true;
      return null;
    }
  }

  /**
   * Calls the sink outside {@link #attempt}: {@code attempt} catches failures of parsers, and must
   * not catch exceptions of the sink.
   */
  private void readDocument(String id, Entry entry, ParseThread thread)
      throws InterruptedException {
    LoadedFile loaded = attempt(id, () -> load(entry));
    if (loaded == null || sink.isKnown(id, loaded.contentHash())) {
      return;
    }
    ParsedDocument read = attempt(id, () -> parse(loaded.parser(), id, thread));
    if (read != null) {
      read.parsed().warnings().forEach(warning -> sink.warning(id, warning));
      sink.document(read.document(), loaded.contentHash());
    }
  }

  private String id(String relative) {
    return relative.isEmpty() ? name : name + "/" + relative;
  }

  private <T> @Nullable T attempt(String id, FileTask<T> step) throws InterruptedException {
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
    skip(id, reason);
    return null;
  }

  /** Returns null if the file no longer exists. */
  private @Nullable LoadedFile load(Entry entry) throws IOException {
    try {
      Path file = files.regularFile(entry);
      Parser parser = choice.of(FileIngest.lastName(entry.path()), entry.relative().isEmpty());
      bytes.load(file);
      return new LoadedFile(parser, hash.of(parser.fingerprint(), bytes));
    } catch (NoSuchFileException e) {
      isShrinking = true;
      return null;
    }
  }

  private ParsedDocument parse(Parser parser, String id, ParseThread thread)
      throws IOException, InterruptedException {
    InputStream in = bytes.stream();
    try {
      ParsedDocument read = thread.run(() -> parse(parser, id, in));
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

  private ParsedDocument parse(Parser parser, String id, InputStream in) throws IOException {
    try (in) {
      ParsedFile parsed = parser.parse(id, in);
      Document document = parsed.document().build();
      limits.checkText(document.text().length());
      return new ParsedDocument(document, parsed);
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

  private void skip(String id, String reason) {
    sink.skipped(new Skip(id, reason));
    sink.unreadable(id);
  }

  private static String describe(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "access denied; check its permissions";
    }
    return "it cannot be read: " + e;
  }

  static void stopIfInterrupted() throws InterruptedException {
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
