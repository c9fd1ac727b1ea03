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
 * A source of documents: a file, a folder, or documents in memory. Immutable. Paths are not
 * accessed before {@link #resolve}.
 */
public final class Source {
  private final @Nullable Path path;
  private final Iterable<Document> documents;
  private final UnaryOperator<FileIngest> options;
  private final @Nullable String name;
  private final String idPrefix;
  private final Map<String, Object> metadata;
  private final boolean isPruned;

  /**
   * @param path null for documents in memory
   * @param options sets how files are read
   */
  private Source(
      @Nullable Path path,
      Iterable<Document> documents,
      UnaryOperator<FileIngest> options,
      @Nullable String name,
      String idPrefix,
      Map<String, Object> metadata,
      boolean isPruned) {
    this.path = path;
    this.documents = documents;
    this.options = options;
    this.name = name;
    this.idPrefix = idPrefix;
    this.metadata = metadata;
    this.isPruned = isPruned;
  }

  /**
   * A file, or all files below a folder, parsed by file extension: text ({@code .txt}), Markdown
   * ({@code .md}), HTML ({@code .html}), JSON records ({@code .jsonl}, {@link #records}) and those
   * of {@link #parser}. {@code chunks.json} holds imported chunks. Other files are reported as
   * skipped. Names that begin with a dot or end in {@code .arag} are ignored. A document's id is
   * the source's name followed by the path below the folder.
   */
  public static Source path(Path fileOrFolder) {
    return of(fileOrFolder, FileIngest.Format.AUTO);
  }

  /** Like {@link #path}, but without special treatment of {@code chunks.json}. */
  public static Source files(Path fileOrFolder) {
    return of(fileOrFolder, FileIngest.Format.FILES);
  }

  /**
   * A JSON file of imported chunks, or all such files below a folder. Each element is a chunk,
   * {@code "id:text"} or {@code {"id": …, "text": …}}, and keeps its id. One file is one document.
   */
  public static Source chunks(Path fileOrFolder) {
    return of(fileOrFolder, FileIngest.Format.CHUNKS);
  }

  /**
   * A file of JSON records, or all such files below a folder: one record per line ({@code .jsonl},
   * {@code .ndjson}), or the elements of an array ({@code .json}). Each record is a document; its
   * id is the file's id, a {@code /} and the record's id. File size is unlimited. {@link #path}
   * reads {@code .jsonl} and {@code .ndjson} the same way.
   */
  public static Source records(Path fileOrFolder) {
    return of(fileOrFolder, FileIngest.Format.RECORDS);
  }

  private static Source of(Path path, FileIngest.Format format) {
    return new Source(path, List.of(), files -> files.format(format), null, "", Map.of(), false);
  }

  /**
   * Documents in memory, stored under their own ids.
   *
   * @param name the source's name in reports, not blank
   * @param documents iterated once per sync, on its thread; the iterator runs ahead of storing
   */
  public static Source documents(String name, Iterable<Document> documents) {
    return new Source(null, documents, files -> files, null, "", Map.of(), false).name(name);
  }

  /**
   * The source's name, which is also the prefix of its document ids. Default: the last name of its
   * real path. An index accepts one path per name.
   */
  public Source name(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("The name of a source must not be blank.");
    }
    return new Source(path, documents, options, name, idPrefix, metadata, isPruned);
  }

  /** The prefix for ids of imported chunks. Default: empty. */
  public Source idPrefix(String idPrefix) {
    return new Source(path, documents, options, name, idPrefix, metadata, isPruned);
  }

  /**
   * Sets metadata of every document. It overrides metadata of the document itself.
   *
   * @param value a string, number, boolean or list of strings
   */
  public Source metadata(String key, Object value) {
    Map<String, Object> more = new TreeMap<>(metadata);
    more.putAll(Document.builder("any", "").metadata(key, value).build().metadata());
    return new Source(path, documents, options, name, idPrefix, more, isPruned);
  }

  /** Adds a parser, which takes precedence over the built-in ones. */
  public Source parser(Parser parser) {
    return read(files -> files.parser(parser));
  }

  /** The fields of a JSON record. Default: {@link RecordFields#defaults()}. */
  public Source fields(RecordFields fields) {
    return read(files -> files.fields(fields));
  }

  /**
   * Resource limits for parsing a file. Default: {@link IngestLimits#defaults()}. For a parser
   * given to {@link #parser}, only the limits of file size, text size and time apply.
   */
  public Source limits(IngestLimits limits) {
    return read(files -> files.limits(limits));
  }

  private Source read(UnaryOperator<FileIngest> more) {
    UnaryOperator<FileIngest> all = files -> more.apply(options.apply(files));
    return new Source(path, documents, all, name, idPrefix, metadata, isPruned);
  }

  /**
   * Makes a sync delete stored documents that are gone from the source. Documents that exist and
   * cannot be read keep their last version. Default: documents that are gone stay in the index.
   */
  public Source prune() {
    return new Source(path, documents, options, name, idPrefix, metadata, true);
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
   * Resolves the path and the name.
   *
   * @throws CorpusException if the path does not exist
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
   * A source with its name and real path.
   *
   * @param realPath null for documents in memory
   */
  public record Resolved(Source source, String name, @Nullable Path realPath) {
    void read(IngestSink sink) throws IOException, InterruptedException {
      if (realPath == null) {
        for (Document document : source.documents) {
          sink.document(document, "");
        }
      } else {
        FileIngest files = FileIngest.of(realPath, name).idPrefix(source.idPrefix);
        source.options.apply(files).into(sink);
      }
    }
  }
}
