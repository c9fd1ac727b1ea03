package dev.arag.index.ingest;

import dev.arag.core.text.Document;
import dev.arag.index.ingest.SourceFiles.Entry;
import dev.arag.index.ingest.SourceFiles.Unlisted;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads files one after the other; a failure stays with its file. */
final class FolderReading {
  private final String name;
  private final SourceFiles files;
  private final ParserChoice choice;
  private final IngestLimits limits;
  private final IngestSink sink;
  private final FileBytes bytes;
  private final ContentHash hash;
  private boolean isShrinking;

  FolderReading(
      String name,
      SourceFiles files,
      ParserChoice choice,
      ContentHash hash,
      IngestLimits limits,
      IngestSink sink) {
    this.name = name;
    this.files = files;
    this.choice = choice;
    this.hash = hash;
    this.limits = limits;
    this.sink = sink;
    this.bytes = new FileBytes(limits);
    this.isShrinking = files.isShrinking();
  }

  /** A file whose bytes are held. */
  private record Loaded(Parser parser, String contentHash) {}

  /** A file that was read. */
  private record Read(Document document, Ingested ingested) {}

  /** Work on one file that may fail without harm to the others. */
  private interface Step<T> {
    @Nullable T run() throws IOException;
  }

  void read() throws InterruptedException {
    sink.found(files.files().size());
    for (Unlisted unlisted : files.unlisted()) {
      String reason = describe(unlisted.failure()) + ", nor what may lie below it";
      skip(id(unlisted.relative()), reason);
    }
    for (Entry entry : files.files()) {
      stopIfInterrupted();
      read(entry);
    }
    if (isShrinking && !files.isStillThere()) {
      skip(name, "it was moved or removed while it was read; what lay in it is not known");
    }
  }

  /** The sink is called outside of the net that catches a parser's failures. */
  private void read(Entry entry) throws InterruptedException {
    String id = id(entry.relative());
    Loaded loaded = attempt(id, () -> load(entry));
    if (loaded == null || sink.isKnown(id, loaded.contentHash())) {
      return;
    }
    Read read = attempt(id, () -> parse(loaded.parser(), id));
    if (read != null) {
      read.ingested().skipped().forEach(sink::skipped);
      read.ingested().warnings().forEach(warning -> sink.warning(id, warning));
      sink.document(read.document(), loaded.contentHash());
    }
  }

  private String id(String relative) {
    return relative.isEmpty() ? name : name + "/" + relative;
  }

  private <T> @Nullable T attempt(String id, Step<T> step) throws InterruptedException {
    String reason;
    try {
      return step.run();
    } catch (UnreadableSourceException e) {
      reason = String.valueOf(e.getMessage());
    } catch (SocketTimeoutException e) {
      reason = describe(e);
    } catch (ClosedByInterruptException | InterruptedIOException e) {
      throw interrupted(e);
    } catch (IOException e) {
      reason = describe(e);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError | LinkageError e) {
      reason = "its parser failed: " + e;
    }
    skip(id, reason);
    return null;
  }

  /** Nothing if the file is gone. */
  private @Nullable Loaded load(Entry entry) throws IOException {
    try {
      Path file = files.regularFile(entry);
      Parser parser = choice.of(FileIngest.lastName(entry.path()), entry.relative().isEmpty());
      bytes.load(file);
      return new Loaded(parser, hash.of(parser.fingerprint(), bytes));
    } catch (NoSuchFileException e) {
      isShrinking = true;
      return null;
    }
  }

  private Read parse(Parser parser, String id) throws IOException {
    try (InputStream in = bytes.stream()) {
      Ingested ingested = parser.ingest(id, in);
      Document document = ingested.document().build();
      limits.checkText(document.text().length());
      return new Read(document, ingested);
    }
  }

  private void skip(String id, String reason) {
    sink.skipped(new Skip(id, oneLine(reason)));
    sink.unreadable(id);
  }

  private static String describe(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "it may not be read (access denied)";
    }
    return "it cannot be read: " + e;
  }

  private static String oneLine(String reason) {
    return reason.replace('\n', ' ').replace('\r', ' ');
  }

  private static void stopIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted while reading documents.");
    }
  }

  /** As every method that throws this, it clears the thread's flag. */
  private static InterruptedException interrupted(IOException e) {
    Thread.interrupted();
    InterruptedException interrupted =
        new InterruptedException("Interrupted while reading a document.");
    interrupted.initCause(e);
    return interrupted;
  }
}
