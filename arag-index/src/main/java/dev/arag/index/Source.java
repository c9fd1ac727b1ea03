package dev.arag.index;

import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Document;
import dev.arag.index.ingest.FileIngest;
import dev.arag.index.ingest.IngestLimits;
import dev.arag.index.ingest.IngestSink;
import dev.arag.index.ingest.Parser;
import dev.arag.index.ingest.RecordFields;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where documents come from: a file, a folder, or documents at hand. Immutable; nothing is looked
 * at before a sync.
 */
public final class Source {
  private final @Nullable Path path;
  private final Iterable<Document> documents;
  private final UnaryOperator<FileIngest> reading;
  private final @Nullable String name;
  private final String idPrefix;
  private final Map<String, Object> metadata;
  private final boolean isPruned;

  /**
   * @param path null where the documents are at hand
   * @param reading how files are read
   */
  private Source(
      @Nullable Path path,
      Iterable<Document> documents,
      UnaryOperator<FileIngest> reading,
      @Nullable String name,
      String idPrefix,
      Map<String, Object> metadata,
      boolean isPruned) {
    this.path = path;
    this.documents = documents;
    this.reading = reading;
    this.name = name;
    this.idPrefix = idPrefix;
    this.metadata = metadata;
    this.isPruned = isPruned;
  }

  /**
   * A file, or all files below a folder, read by the endings of their names: text ({@code .txt}),
   * Markdown ({@code .md}), HTML ({@code .html}), JSON records ({@code .jsonl}, {@link #records})
   * and what {@link #parser} adds; {@code chunks.json} is read as ready-made chunks. Other files
   * are reported as skipped; names that begin with a dot or end in {@code .arag} are left out. A
   * document's id is the source's name and the path below the folder.
   */
  public static Source path(Path fileOrFolder) {
    return of(fileOrFolder, FileIngest.Format.AUTO);
  }

  /** Like {@link #path}, but {@code chunks.json} is skipped like any file without a parser. */
  public static Source files(Path fileOrFolder) {
    return of(fileOrFolder, FileIngest.Format.FILES);
  }

  /**
   * A JSON file of ready-made chunks, or all those below a folder. Each element is a chunk, {@code
   * "id:text"} or {@code {"id": …, "text": …}}; its id is kept. One file is one document.
   */
  public static Source chunks(Path fileOrFolder) {
    return of(fileOrFolder, FileIngest.Format.CHUNKS);
  }

  /**
   * A file of JSON records, or all those below a folder: one in each line ({@code .jsonl}, {@code
   * .ndjson}), or the elements of an array ({@code .json}). Each record is a document, whose id is
   * that of the file, a {@code /} and the record's own. Files of any length are read. {@link #path}
   * reads {@code .jsonl} and {@code .ndjson} this way too.
   */
  public static Source records(Path fileOrFolder) {
    return of(fileOrFolder, FileIngest.Format.RECORDS);
  }

  private static Source of(Path path, FileIngest.Format format) {
    return new Source(path, List.of(), files -> files.format(format), null, "", Map.of(), false);
  }

  /**
   * Documents at hand, kept under their own ids.
   *
   * @param name names the source in reports, not blank
   * @param documents gone through once per sync, on its thread, and not held; some are asked for
   *     before those in front of them are stored
   */
  public static Source documents(String name, Iterable<Document> documents) {
    return new Source(null, documents, files -> files, null, "", Map.of(), false).name(name);
  }

  /**
   * What the source is called and its document ids begin with. Default: the last name of its real
   * path. An index knows one place under a name.
   */
  public Source name(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("The name of a source must not be blank.");
    }
    return new Source(path, documents, reading, name, idPrefix, metadata, isPruned);
  }

  /** Put before the id of every ready-made chunk. Default empty. */
  public Source idPrefix(String idPrefix) {
    return new Source(path, documents, reading, name, idPrefix, metadata, isPruned);
  }

  /**
   * Sets metadata of every document; it wins over what a document says of itself.
   *
   * @param value a string, number, boolean or list of strings
   */
  public Source metadata(String key, Object value) {
    Map<String, Object> more = new TreeMap<>(metadata);
    more.putAll(Document.builder("any", "").metadata(key, value).build().metadata());
    return new Source(path, documents, reading, name, idPrefix, more, isPruned);
  }

  /** Adds a parser that is asked before the built-in ones. */
  public Source parser(Parser parser) {
    return read(files -> files.parser(parser));
  }

  /** What is what in a JSON record. Default {@link RecordFields#defaults()}. */
  public Source fields(RecordFields fields) {
    return read(files -> files.fields(fields));
  }

  /**
   * How much a file may ask of the machine. Default {@link IngestLimits#defaults()}. A parser given
   * to {@link #parser} is bound by the size of files, of their text and by the time; what else it
   * bounds it was told itself.
   */
  public Source limits(IngestLimits limits) {
    return read(files -> files.limits(limits));
  }

  private Source read(UnaryOperator<FileIngest> more) {
    UnaryOperator<FileIngest> all = files -> more.apply(reading.apply(files));
    return new Source(path, documents, all, name, idPrefix, metadata, isPruned);
  }

  /**
   * A sync then deletes the documents that came from a source of this name and that it no longer
   * holds. One that is there and cannot be read now keeps its last version. Without this, what is
   * gone from a source stays in the index.
   */
  public Source prune() {
    return new Source(path, documents, reading, name, idPrefix, metadata, true);
  }

  public boolean isPruned() {
    return isPruned;
  }

  Map<String, Object> metadata() {
    return metadata;
  }

  /** The prefix for chunk ids that its parser does not add. */
  String pendingIdPrefix() {
    return path == null ? idPrefix : "";
  }

  /**
   * Looks for the path.
   *
   * @throws CorpusException if there is nothing
   */
  public Resolved resolve() {
    if (path == null) {
      return new Resolved(this, Objects.requireNonNull(name), null);
    }
    Path real = realPath(path);
    Path last = real.getFileName();
    String ownName = last == null ? "root" : FileIngest.lastName(real);
    return new Resolved(this, name == null ? ownName : name, real);
  }

  private static Path realPath(Path path) {
    try {
      return path.toRealPath();
    } catch (NoSuchFileException e) {
      throw new CorpusException(
          "There is no file or folder " + path + ". The index was not changed.", e);
    } catch (IOException e) {
      throw new CorpusException(
          "Cannot resolve " + path + ": " + e.getMessage() + ". The index was not changed.", e);
    }
  }

  @Override
  public String toString() {
    return path == null ? String.valueOf(name) : path.toString();
  }

  /**
   * A source with its name and place.
   *
   * @param realPath null where it has no place
   */
  public record Resolved(Source source, String name, @Nullable Path realPath) {
    void read(IngestSink sink) throws IOException, InterruptedException {
      if (realPath == null) {
        for (Document document : source.documents) {
          sink.document(document, "");
        }
      } else {
        FileIngest files = FileIngest.of(realPath, name).idPrefix(source.idPrefix);
        source.reading.apply(files).into(sink);
      }
    }
  }
}
