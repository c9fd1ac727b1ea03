package dev.arag.index.ingest;

import dev.arag.core.text.Document;
import dev.arag.index.ingest.SourceFiles.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads files one after the other; a failure stays with its file. */
final class FolderReading {
  private final String name;
  private final ParserChoice choice;
  private final IngestLimits limits;
  private final IngestSink sink;

  FolderReading(String name, ParserChoice choice, IngestLimits limits, IngestSink sink) {
    this.name = name;
    this.choice = choice;
    this.limits = limits;
    this.sink = sink;
  }

  void read(SourceFiles files) throws InterruptedException {
    sink.found(files.files().size());
    for (Entry entry : files.files()) {
      stopIfInterrupted();
      String id = files.isFolder() ? name + "/" + entry.relative() : name;
      Read read = read(files, entry, id);
      if (read != null) {
        tell(id, read);
      }
    }
  }

  /** A file that was read. */
  private record Read(Document document, Ingested ingested) {}

  /** The sink is called outside of the net that catches a parser's failures. */
  private void tell(String id, Read read) {
    read.ingested().skipped().forEach(sink::skipped);
    read.ingested().warnings().forEach(warning -> sink.warning(id, warning));
    sink.document(read.document());
  }

  private @Nullable Read read(SourceFiles files, Entry entry, String id)
      throws InterruptedException {
    String reason;
    try {
      return parse(files, entry, id);
    } catch (UnreadableSourceException e) {
      reason = String.valueOf(e.getMessage());
    } catch (ClosedByInterruptException e) {
      throw interrupted(e);
    } catch (IOException e) {
      reason = describe(e);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError | LinkageError e) {
      reason = "its parser failed: " + e;
    }
    sink.skipped(new Skip(id, oneLine(reason)));
    return null;
  }

  private Read parse(SourceFiles files, Entry entry, String id) throws IOException {
    Path path = files.regularFile(entry);
    Path fileName = entry.path().getFileName();
    Parser parser =
        choice.of(fileName == null ? "" : fileName.toString(), entry.relative().isEmpty());
    if (Files.size(path) > limits.fileBytes()) {
      throw SourceBytes.tooLong(limits);
    }
    try (InputStream in = Files.newInputStream(path)) {
      Ingested ingested = parser.ingest(id, in);
      Document document = ingested.document().build();
      limits.checkText(document.text().length());
      return new Read(document, ingested);
    }
  }

  static String describe(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "it is gone";
    }
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
  private static InterruptedException interrupted(ClosedByInterruptException e) {
    Thread.interrupted();
    InterruptedException interrupted =
        new InterruptedException("Interrupted while reading a document.");
    interrupted.initCause(e);
    return interrupted;
  }
}
