package dev.arag.index;

import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Document;
import dev.arag.index.ingest.FileIngest;
import dev.arag.index.ingest.IngestSink;
import dev.arag.index.ingest.Parser;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where documents come from: a file, a folder, or documents at hand. Immutable; nothing is looked
 * at before a sync.
 */
public final class Source {
  private final @Nullable Path path;
  private final FileIngest.Format format;
  private final Iterable<Document> documents;
  private final @Nullable String name;
  private final String idPrefix;
  private final Map<String, Object> metadata;
  private final List<Parser> parsers;
  private final boolean isPruned;

  private Source(
      @Nullable Path path,
      FileIngest.Format format,
      Iterable<Document> documents,
      @Nullable String name,
      String idPrefix,
      Map<String, Object> metadata,
      List<Parser> parsers,
      boolean isPruned) {
    this.path = path;
    this.format = format;
    this.documents = documents;
    this.name = name;
    this.idPrefix = idPrefix;
    this.metadata = metadata;
    this.parsers = parsers;
    this.isPruned = isPruned;
  }

  /**
   * A file, or all files below a folder, read by the endings of their names: text ({@code .txt}),
   * Markdown ({@code .md}), HTML ({@code .html}) and what {@link #parser} adds; {@code chunks.json}
   * is read as ready-made chunks. Other files are reported as skipped; names that begin with a dot
   * or end in {@code .arag} are left out. A document's id is the source's name and the path below
   * the folder.
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

  private static Source of(Path path, FileIngest.Format format) {
    return new Source(path, format, List.of(), null, "", Map.of(), List.of(), false);
  }

  /**
   * Documents at hand, kept under their own ids.
   *
   * @param name names the source in reports, not blank
   * @param documents gone through once per sync, and not held
   */
  public static Source documents(String name, Iterable<Document> documents) {
    return new Source(null, FileIngest.Format.AUTO, documents, null, "", Map.of(), List.of(), false)
        .name(name);
  }

  /**
   * What the source is called and its document ids begin with. Default: the last name of its real
   * path. An index knows one place under a name.
   */
  public Source name(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("The name of a source must not be blank.");
    }
    return new Source(path, format, documents, name, idPrefix, metadata, parsers, isPruned);
  }

  /** Put before the id of every ready-made chunk. Default empty. */
  public Source idPrefix(String idPrefix) {
    return new Source(path, format, documents, name, idPrefix, metadata, parsers, isPruned);
  }

  /**
   * Sets metadata of every document; it wins over what a document says of itself.
   *
   * @param value a string, number, boolean or list of strings
   */
  public Source metadata(String key, Object value) {
    Map<String, Object> more = new TreeMap<>(metadata);
    more.putAll(Document.builder("any", "").metadata(key, value).build().metadata());
    return new Source(path, format, documents, name, idPrefix, more, parsers, isPruned);
  }

  /** Adds a parser that is asked before the built-in ones. */
  public Source parser(Parser parser) {
    List<Parser> more = new ArrayList<>(parsers);
    more.add(parser);
    return new Source(path, format, documents, name, idPrefix, metadata, more, isPruned);
  }

  /**
   * A sync then deletes the documents that came from a source of this name and that it no longer
   * holds. One that is there and cannot be read now keeps its last version. Without this, what is
   * gone from a source stays in the index.
   */
  public Source prune() {
    return new Source(path, format, documents, name, idPrefix, metadata, parsers, true);
  }

  boolean isPruned() {
    return isPruned;
  }

  Map<String, Object> metadata() {
    return metadata;
  }

  /** The prefix for chunk ids that its reading leaves to others. */
  String pendingIdPrefix() {
    return path == null ? idPrefix : "";
  }

  /**
   * Looks for the path.
   *
   * @throws CorpusException if there is nothing
   */
  Resolved resolve() {
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
      throw new CorpusException("There is no file or folder " + path + ". Nothing was changed.", e);
    } catch (IOException e) {
      throw new CorpusException(
          "Cannot look at " + path + ": " + e.getMessage() + ". Nothing was changed.", e);
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
  record Resolved(Source source, String name, @Nullable Path realPath) {
    void read(IngestSink sink) throws IOException, InterruptedException {
      if (realPath == null) {
        for (Document document : source.documents) {
          sink.document(document, "");
        }
      } else {
        FileIngest.of(realPath, name)
            .format(source.format)
            .parsers(source.parsers)
            .idPrefix(source.idPrefix)
            .into(sink);
      }
    }
  }
}
