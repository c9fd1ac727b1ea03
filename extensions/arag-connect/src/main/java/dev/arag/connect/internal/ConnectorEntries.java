package dev.arag.connect.internal;

import dev.arag.connect.spi.Entry;
import dev.arag.connect.spi.Listing;
import dev.arag.core.text.Document;
import dev.arag.index.source.FileIngest;
import dev.arag.index.source.RemoteSourceException;
import dev.arag.index.spi.FileFormat;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.SourceEntries;
import dev.arag.index.spi.SourceEntry;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a connector, for a sync. A document is read only if the sync asks for it, into a
 * temporary file, which a {@link FileIngest} parses. Not thread-safe.
 */
public final class ConnectorEntries implements SourceEntries {
  private static final Duration MAX_READ_TIME = Duration.ofMinutes(5);
  private static final int BUFFER = 64 * 1024;

  private final String name;
  private final Opener opener;
  private final UnaryOperator<FileIngest> options;
  private final FileIngest files;
  private final LongSupplier nanoTime;
  private final Set<String> listed = new HashSet<>();
  private @Nullable Listing listing;
  private @Nullable Path folder;

  /** Opens the listing of a store. */
  @FunctionalInterface
  public interface Opener {
    Listing open() throws IOException, InterruptedException;
  }

  /**
   * @param name the name of the source
   * @param options applies the options of the source
   */
  public ConnectorEntries(
      String name, Opener opener, UnaryOperator<FileIngest> options, LongSupplier nanoTime) {
    this.name = name;
    this.opener = opener;
    this.options = options;
    this.nanoTime = nanoTime;
    this.files = options.apply(FileIngest.of(Path.of("."), name));
  }

  @Override
  public Optional<SourceEntry> next() throws InterruptedException {
    stopIfInterrupted();
    try {
      return listing().next().map(this::entry);
    } catch (IOException e) {
      stopIfInterrupted();
      throw new RemoteSourceException(
          "The source %s cannot be listed to its end: %s. Sync again to continue."
              .formatted(name, Failures.describe(e)),
          true,
          e);
    }
  }

  private Listing listing() throws IOException, InterruptedException {
    Listing open = listing;
    if (open == null) {
      open = opener.open();
      listing = open;
    }
    return open;
  }

  private SourceEntry entry(Entry entry) {
    String id = name + "/" + entry.path();
    if (entry.problem() != null) {
      return SourceEntry.Unreadable.of(id, entry.problem());
    }
    if (!listed.add(entry.path())) {
      return SourceEntry.Unreadable.of(id, "the store lists it more than once");
    }
    try {
      Parser parser = parser(entry.fileName());
      String hash = new EntryHash(parser.fingerprint()).add(entry).finish();
      return new SourceEntry.Unparsed(id, hash, () -> read(id, entry, parser));
    } catch (RuntimeException e) {
      return SourceEntry.Unreadable.of(id, Failures.describe(e));
    }
  }

  private Parser parser(String fileName) {
    FileFormat format = files.format(fileName);
    if (format instanceof Parser parser) {
      return parser;
    }
    throw new UnreadableSourceException(
        "its format creates several documents from a file, which connectors do not support");
  }

  private SourceEntry read(String id, Entry entry, Parser expected) throws InterruptedException {
    Path file = null;
    try {
      Path target = folder();
      Listing.Content content = listing().read(entry);
      file = target.resolve(safe(content.fileName()));
      fetch(content, file);
      boolean isExpected = content.fileName().equals(entry.fileName());
      return withMetadata(
          parse(id, file, isExpected ? expected : parser(content.fileName())), entry);
    } catch (RemoteSourceException e) {
      stopIfInterrupted();
      throw e;
    } catch (IOException | RuntimeException e) {
      stopIfInterrupted();
      return SourceEntry.Unreadable.of(id, Failures.describe(e));
    } finally {
      delete(file);
    }
  }

  private void fetch(Listing.Content content, Path file) throws IOException, InterruptedException {
    try (InputStream in = content.stream();
        OutputStream out = Files.newOutputStream(file)) {
      copy(in, out);
    }
  }

  private void copy(InputStream in, OutputStream out) throws IOException, InterruptedException {
    long start = nanoTime.getAsLong();
    byte[] buffer = new byte[BUFFER];
    long length = 0;
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      stopIfInterrupted();
      length += read;
      files.limits().checkFile(length);
      if (nanoTime.getAsLong() - start > MAX_READ_TIME.toNanos()) {
        throw new IOException(
            "reading it took more than " + MAX_READ_TIME.toMinutes() + " minutes");
      }
      out.write(buffer, 0, read);
    }
  }

  private Path folder() throws IOException {
    if (folder == null) {
      folder = Files.createTempDirectory("arag-connect");
    }
    return folder;
  }

  /** Keeps the extension, which selects the parser. */
  private static String safe(String fileName) {
    String safe = fileName.replaceAll("[^A-Za-z0-9._-]", "_");
    return safe.substring(Math.max(0, safe.length() - 100));
  }

  private SourceEntry parse(String id, Path file, Parser parser)
      throws IOException, InterruptedException {
    FileIngest one = options.apply(FileIngest.of(file, id).parser(parser));
    try (SourceEntries entries = one.open()) {
      SourceEntry entry = entries.next().orElseThrow();
      while (entry instanceof SourceEntry.Expected) {
        entry = entries.next().orElseThrow();
      }
      return entry instanceof SourceEntry.Unparsed unparsed ? unparsed.parse() : entry;
    }
  }

  private static SourceEntry withMetadata(SourceEntry read, Entry entry) {
    if (!(read instanceof SourceEntry.Parsed parsed)) {
      return read;
    }
    Document.Builder document = parsed.document().toBuilder().readableBy(entry.principals());
    entry.metadata().forEach(document::metadata);
    return new SourceEntry.Parsed(document.build(), parsed.warnings());
  }

  private static void stopIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted while reading documents.");
    }
  }

  private static void delete(@Nullable Path path) {
    try {
      if (path != null) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      // The operating system deletes old temporary files.
    }
  }

  @Override
  public void close() {
    delete(folder);
    if (listing != null) {
      listing.close();
    }
  }
}
