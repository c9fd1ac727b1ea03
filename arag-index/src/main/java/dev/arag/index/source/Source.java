package dev.arag.index.source;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Document;
import dev.arag.index.spi.FileFormat;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.RecordFormat;
import dev.arag.index.spi.SourceEntries;
import dev.arag.index.spi.SourceEntry;
import dev.arag.index.sync.PruneRefusedException;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A source of documents: a file, a folder, a remote store, or documents in memory. Immutable.
 * Neither paths nor stores are accessed before {@link #resolve}.
 */
public final class Source {
  private static final double DEFAULT_MAX_DELETED = 0.5;
  private static final int MIN_DOCUMENTS = 10;

  private final @Nullable Path path;
  private final @Nullable RemoteSource remote;
  private final UnaryOperator<FileIngest> options;
  private final @Nullable String name;
  private final String idPrefix;
  private final Map<String, Object> metadata;
  private final Set<String> readableBy;
  private final @Nullable Double maxDeleted;

  /**
   * @param path the file or folder; null if there is a remote source
   * @param remote the remote store, or the documents in memory; null if there is a path
   * @param options applies the options of this source to a {@link FileIngest}
   */
  private Source(
      @Nullable Path path,
      @Nullable RemoteSource remote,
      UnaryOperator<FileIngest> options,
      @Nullable String name,
      String idPrefix,
      Map<String, Object> metadata,
      Set<String> readableBy,
      @Nullable Double maxDeleted) {
    this.path = path;
    this.remote = remote;
    this.options = options;
    this.name = name;
    this.idPrefix = idPrefix;
    this.metadata = metadata;
    this.readableBy = readableBy;
    this.maxDeleted = maxDeleted;
  }

  /**
   * Returns a source for a file, or for all files below a folder. The file name determines the
   * format: text ({@code .txt}), Markdown ({@code .md}), HTML ({@code .html}) and the formats added
   * with {@link #parser}. Other files are reported as skipped. Files and folders whose names begin
   * with a dot are ignored, and those whose names end in {@code .arag}, such as the directory of an
   * index. The id of a document is the name of the source. For a file in a folder, a {@code /} and
   * the path below the folder follow.
   *
   * <p>A file {@code NAME.meta.json} beside a file {@code NAME} is its sidecar file: a JSON object
   * whose values are strings, numbers, booleans, arrays of strings, or null for no value; at most
   * 64 KiB. These values become metadata of the documents of the file, under {@code doc.} and their
   * key; {@link #trustSidecars} omits the prefix. They override values of the file itself. If a
   * sidecar file cannot be used, its file is reported as skipped, and an index keeps the last
   * version. A sidecar file is not a document, and without its file it is reported as skipped.
   */
  public static Source path(Path fileOrFolder) {
    requireNonNull(fileOrFolder, "fileOrFolder");
    return new Source(fileOrFolder, null, files -> files, null, "", Map.of(), Set.of(), null);
  }

  /**
   * Returns a source for documents in memory. The index stores the documents under their own ids.
   * If another source already contains a document with the same id, a sync reports the new document
   * as skipped, and the index keeps the stored document. To move a document to another source,
   * delete the document first.
   *
   * @param name the name of the source in reports, not blank
   * @param documents iterated once per sync, on the thread of the sync. The iteration may be
   *     several documents ahead of the document that is being stored
   */
  public static Source documents(String name, Iterable<Document> documents) {
    requireNonNull(documents, "documents");
    return of(new InMemory(name, documents)).name(name);
  }

  /**
   * Returns a source for a remote store, such as the connectors of {@code arag-connect}. The id of
   * a document is the name of the source, a {@code /} and the path of the document in the store.
   */
  public static Source of(RemoteSource remote) {
    requireNonNull(remote, "remote");
    return new Source(null, remote, files -> files, null, "", Map.of(), Set.of(), null);
  }

  /**
   * Sets the name of the source. For files, the name is also the prefix of document ids. Default:
   * the last name of the real path, or {@link RemoteSource#name}.
   *
   * <p>A name that is set identifies the source in an index, and its path may change between syncs:
   * {@link SyncReport#moved} reports the change. A default name belongs to one path, because two
   * folders can have the same last name by accident.
   */
  public Source name(String name) {
    if (requireNonNull(name, "name").isBlank()) {
      throw new IllegalArgumentException("The name of a source must not be blank.");
    }
    return new Source(path, remote, options, name, idPrefix, metadata, readableBy, maxDeleted);
  }

  /**
   * Sets a prefix for the ids of predefined chunks, so that the ids of several sources differ.
   * Default: empty.
   */
  public Source idPrefix(String idPrefix) {
    requireNonNull(idPrefix, "idPrefix");
    return new Source(path, remote, options, name, idPrefix, metadata, readableBy, maxDeleted);
  }

  /**
   * Sets a metadata value for every document. This value overrides the document's own value, and
   * the values of sidecar files and of {@link #metadata(Function)}.
   *
   * @param value null if the source sets no such value; otherwise a value as for {@link
   *     Document.Builder#metadata}
   */
  public Source metadata(String key, @Nullable Object value) {
    Document.Builder values = Document.builder("any", "");
    metadata.forEach(values::metadata);
    Map<String, Object> more = values.metadata(key, value).build().metadata();
    return new Source(path, remote, options, name, idPrefix, more, readableBy, maxDeleted);
  }

  /** Like {@link #readableBy(Collection)}. */
  public Source readableBy(String... principals) {
    return readableBy(Arrays.asList(requireNonNull(principals, "principals")));
  }

  /**
   * Sets the principals that may read every document, see {@link Document.Builder#readableBy}. They
   * replace the document's own principals. Changed principals are stored without embedding a
   * sentence.
   *
   * @param principals if empty, the documents keep their own principals
   */
  public Source readableBy(Collection<String> principals) {
    Set<String> readers = Document.builder("any", "").readableBy(principals).build().readableBy();
    return new Source(path, remote, options, name, idPrefix, metadata, readers, maxDeleted);
  }

  /**
   * Sets a function that returns metadata of each file, such as its {@link
   * dev.arag.core.text.Location#URL address}. These values override those of the file and of its
   * sidecar file. If they change, a sync stores the documents of the file again, without embedding
   * unchanged sentences. A second call replaces the function of the first. Default: none. Other
   * documents have their own metadata, so the function is not called for them.
   *
   * @param ofFile called once per sync for each file that a parser reads, also for unchanged files,
   *     on the thread of the sync. It receives the path as {@link java.nio.file.Files#walk} returns
   *     it: the path of this source, followed by the path below the folder. It returns values as
   *     for {@link Document.Builder#metadata}, with null for no value. If it throws an exception,
   *     or returns null or an invalid value, the file is reported as skipped
   */
  public Source metadata(Function<Path, Map<String, ?>> ofFile) {
    requireNonNull(ofFile, "ofFile");
    return path == null
        ? this
        : read(files -> files.metadata(below -> ofFile.apply(path.resolve(below))));
  }

  /**
   * Makes the values of the sidecar files count as set in code: their keys have no prefix {@code
   * doc.}. Use it only if everyone who can write to the folder may set the metadata that your
   * scopes use. Default: the values have the prefix, like those that a file has about itself.
   */
  public Source trustSidecars() {
    return read(FileIngest::trustSidecars);
  }

  /**
   * Adds a file format: a {@link Parser}, or a {@link RecordFormat} for files that contain several
   * documents, such as {@code Records} of {@code arag-records}. A file is read with the first added
   * format that accepts it; the built-in parsers come last.
   */
  public Source parser(FileFormat parser) {
    requireNonNull(parser, "parser");
    return read(files -> files.parser(parser));
  }

  /** Like {@link #parser(FileFormat)}, for a lambda. */
  public Source parser(Parser parser) {
    return parser((FileFormat) parser);
  }

  /**
   * Sets the resource limits for parsing a file. Default: {@link IngestLimits#defaults()}. The
   * limits on file size, text length and time also apply to a parser that {@link #parser} added.
   */
  public Source limits(IngestLimits limits) {
    requireNonNull(limits, "limits");
    return read(files -> files.limits(limits));
  }

  private Source read(UnaryOperator<FileIngest> more) {
    UnaryOperator<FileIngest> all = files -> more.apply(options.apply(files));
    return new Source(path, remote, all, name, idPrefix, metadata, readableBy, maxDeleted);
  }

  /**
   * Like {@link #prune(double)} with the limit 0.5: a sync may delete up to half of the documents
   * of the source.
   */
  public Source prune() {
    return prune(DEFAULT_MAX_DELETED);
  }

  /**
   * Makes a sync delete stored documents that no longer exist in the source. If a document exists
   * but cannot be read, the index keeps its last version. Default: a sync deletes no documents.
   *
   * <p>If too many documents are missing, the sync deletes no document of this source, and ends
   * with a {@link PruneRefusedException} after it has stored everything else. There are too many if
   * the source had at least {@value #MIN_DOCUMENTS} documents and more than the given share of them
   * is missing, or if the share is below 1 and the source no longer contains any document.
   *
   * @param maxShare the largest share that a sync may delete of a source with at least {@value
   *     #MIN_DOCUMENTS} documents, from 0 to 1; with 1, it may delete all of them
   */
  public Source prune(double maxShare) {
    if (!(maxShare >= 0 && maxShare <= 1)) {
      throw new IllegalArgumentException("maxShare must be 0 to 1, was " + maxShare);
    }
    return new Source(path, remote, options, name, idPrefix, metadata, readableBy, maxShare);
  }

  /** Returns whether the name was set. If not, it is derived from the path. */
  public boolean isNamed() {
    return name != null;
  }

  /** Returns whether a sync deletes stored documents that no longer exist in the source. */
  public boolean isPruned() {
    return maxDeleted != null;
  }

  /**
   * Returns whether a sync may delete the missing documents of this source, see {@link
   * #prune(double)}.
   *
   * @param documents the number of stored documents of the source before the sync
   * @param missing the number of these documents that no longer exist in the source
   * @param isEmpty whether the source no longer contains any document
   */
  public boolean mayDelete(long documents, long missing, boolean isEmpty) {
    if (maxDeleted == null) {
      return false;
    }
    boolean isTooMuch = documents >= MIN_DOCUMENTS && missing > maxDeleted * documents;
    return missing == 0 || maxDeleted == 1 || !(isTooMuch || isEmpty);
  }

  /** Returns the metadata that this source sets for each of its documents. Unmodifiable. */
  public Map<String, Object> metadata() {
    return metadata;
  }

  /** Returns the principals that may read each document of this source; empty by default. */
  public Set<String> readableBy() {
    return readableBy;
  }

  /** Returns the prefix for the ids of predefined chunks; empty by default. */
  public String idPrefix() {
    return idPrefix;
  }

  /**
   * Resolves the path and the name.
   *
   * @throws CorpusException if the path does not exist
   */
  public Resolved resolve() {
    if (remote != null) {
      return new Resolved(this, name == null ? remote.name() : name, null);
    }
    Path real = realPath(requireNonNull(path));
    Path last = real.getFileName();
    String ownName = last == null ? "root" : FileIngest.lastName(real);
    return new Resolved(this, name == null ? ownName : name, real);
  }

  private static Path realPath(Path path) {
    try {
      return path.toRealPath();
    } catch (NoSuchFileException e) {
      throw new CorpusException("There is no file or folder " + path + ".", e);
    } catch (IOException e) {
      throw new CorpusException("Cannot resolve " + path + ": " + e.getMessage() + ".", e);
    }
  }

  @Override
  public String toString() {
    return remote == null ? String.valueOf(path) : name == null ? remote.name() : name;
  }

  /**
   * A source with its name and real path.
   *
   * @param realPath the real path of the file or folder; null if the source is not a path
   */
  public record Resolved(Source source, String name, @Nullable Path realPath) {
    public Resolved {
      requireNonNull(source, "source");
      requireNonNull(name, "name");
    }

    /** Returns what identifies the source beside its name; null for documents in memory. */
    public @Nullable String location() {
      return source.remote == null ? String.valueOf(realPath) : source.remote.location();
    }

    /**
     * Starts to read the files or documents of the source.
     *
     * @throws IOException if the source no longer exists
     */
    public SourceEntries open() throws IOException {
      if (source.remote != null) {
        return source.remote.open(name, source.options);
      }
      FileIngest files = FileIngest.of(requireNonNull(realPath), name).idPrefix(source.idPrefix);
      return source.options.apply(files).open();
    }
  }

  /** Documents in memory. */
  private record InMemory(String name, Iterable<Document> documents) implements RemoteSource {
    @Override
    public @Nullable String location() {
      return null;
    }

    @Override
    public SourceEntries open(String usedName, UnaryOperator<FileIngest> options) {
      return new GivenDocuments(documents);
    }
  }

  private static final class GivenDocuments implements SourceEntries {
    private final Iterator<Document> documents;
    private @Nullable SourceEntry first;

    GivenDocuments(Iterable<Document> all) {
      this.documents = all.iterator();
      this.first =
          all instanceof Collection<?> known ? new SourceEntry.Expected(known.size()) : null;
    }

    @Override
    public Optional<SourceEntry> next() {
      SourceEntry expected = first;
      if (expected != null) {
        first = null;
        return Optional.of(expected);
      }
      return documents.hasNext()
          ? Optional.of(
              new SourceEntry.Parsed(requireNonNull(documents.next(), "document"), List.of()))
          : Optional.empty();
    }

    @Override
    public void close() {}
  }
}
