package dev.arag.index.ingest;

import dev.arag.index.internal.ingest.SourceFiles;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads the documents of one file or folder, one at a time, in the order of their paths (by code
 * point). Files that cannot be read are skipped with a reason and never stop the others. Immutable.
 *
 * <p>Names that begin with a dot and names that end in {@code .arag} (an index) are ignored. A link
 * is read if its target is a file inside the folder; other links are skipped.
 *
 * <p>A file that is one document is read once and whole, within the limits, by any parser. An
 * unchanged file is only hashed. A file of JSON records may have any length and is read record by
 * record. Each record is a document. Its id is that of the file, a {@code /} and the record's own.
 */
public final class FileIngest {
  private final Path root;
  private final String name;
  private final IngestSettings settings;

  /** The format of files. */
  public enum Format {
    /**
     * By name: {@code chunks.json} as predefined chunks, {@code .jsonl} and {@code .ndjson} as JSON
     * records, others as one document each.
     */
    AUTO,
    /** Like {@link #AUTO}, but {@code chunks.json} is an ordinary JSON file. */
    FILES,
    /** Files ending in {@code .json}, and a source that is itself a file, as predefined chunks. */
    CHUNKS,
    /**
     * Files ending in {@code .jsonl}, {@code .ndjson} and {@code .json}, and a source that is
     * itself a file, as JSON records, each a document.
     */
    RECORDS
  }

  private FileIngest(Path root, String name, IngestSettings settings) {
    this.root = root;
    this.name = name;
    this.settings = settings;
  }

  /**
   * @param root a file or a folder, which need not exist yet
   * @param name the prefix of document ids, not blank: {@code name} for a file, {@code
   *     name/relative/path} for files in a folder
   */
  public static FileIngest of(Path root, String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("The name of the source " + root + " must not be blank.");
    }
    return new FileIngest(root, name, IngestSettings.DEFAULTS);
  }

  /**
   * The last name of a path. In a locale without UTF-8 its string may have lost characters that its
   * URI still contains.
   */
  public static String lastName(Path path) {
    String last = String.valueOf(path.getFileName());
    if (last.indexOf('\uFFFD') < 0) {
      return last;
    }
    String whole = path.toUri().getPath();
    String trimmed = whole.endsWith("/") ? whole.substring(0, whole.length() - 1) : whole;
    return trimmed.substring(trimmed.lastIndexOf('/') + 1);
  }

  /** Sets the format. Default: {@link Format#AUTO}. */
  public FileIngest format(Format format) {
    return new FileIngest(root, name, settings.with(format));
  }

  /**
   * Adds a parser. Added parsers precede the built-in ones; the first that reads the extension is
   * used.
   */
  public FileIngest parser(Parser parser) {
    return new FileIngest(root, name, settings.with(parser));
  }

  /** Sets the fields of JSON records. Default: {@link RecordFields#defaults()}. */
  public FileIngest fields(RecordFields fields) {
    return new FileIngest(root, name, settings.with(fields));
  }

  /** Sets a prefix for the ids of predefined chunks. Default: empty. */
  public FileIngest idPrefix(String idPrefix) {
    return new FileIngest(root, name, settings.with(idPrefix));
  }

  /**
   * Sets the limits. Default: {@link IngestLimits#defaults()}. The limits on file size, text length
   * and time apply to added parsers too.
   */
  public FileIngest limits(IngestLimits limits) {
    return new FileIngest(root, name, settings.with(limits));
  }

  /**
   * Reads all documents. Memory holds the paths of all files and the content of one.
   *
   * @throws IOException if the root does not exist
   * @throws InterruptedException if the thread was interrupted; documents already delivered remain
   *     delivered
   */
  public void into(IngestSink sink) throws IOException, InterruptedException {
    new FolderReader(name, SourceFiles.below(root), settings, sink).read();
  }
}
