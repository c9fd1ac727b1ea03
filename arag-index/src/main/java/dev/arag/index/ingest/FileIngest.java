package dev.arag.index.ingest;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads the documents below one file or folder, in the order of their paths (by code point), one at
 * a time. What cannot be read is skipped with its reason and never stops the others. Immutable.
 *
 * <p>Names that begin with a dot are left out, and so are those that end in {@code .arag}: they
 * belong to an index. A link is read if it leads to a file inside of the folder; one that leads
 * elsewhere or nowhere is skipped, as is a link to a folder.
 *
 * <p>A file that is one document is read once, whole, within the limits, whoever parses it. One
 * that the sink knows already is hashed and no more. A file of JSON records is read record by
 * record, however long it is; each is a document whose id is that of the file, a {@code /} and the
 * record's own.
 */
public final class FileIngest {
  private final Path root;
  private final String name;
  private final IngestSettings settings;

  /** How files are read. */
  public enum Format {
    /**
     * By their endings: {@code chunks.json} as ready-made chunks, {@code .jsonl} and {@code
     * .ndjson} as JSON records, others as one document each.
     */
    AUTO,
    /** By their endings as above, but for {@code chunks.json}. */
    FILES,
    /** Files ending in {@code .json}, and a source that is itself a file, as ready-made chunks. */
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
   * @param root a file or a folder; it need not exist yet
   * @param name what document ids begin with, not blank: {@code name} for a file, {@code
   *     name/relative/path} for those in a folder
   */
  public static FileIngest of(Path root, String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("The name of the source " + root + " must not be blank.");
    }
    return new FileIngest(root, name, IngestSettings.DEFAULTS);
  }

  /**
   * The last name of a path. In a locale without UTF-8 the path itself tells it with losses; its
   * URI still holds the bytes.
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

  /** Default {@link Format#AUTO}. */
  public FileIngest format(Format format) {
    return new FileIngest(root, name, settings.with(format));
  }

  /** Adds one that is asked before the built-in ones; the first that fits wins. */
  public FileIngest parser(Parser parser) {
    return new FileIngest(root, name, settings.with(parser));
  }

  /** What is what in a JSON record. Default {@link RecordFields#defaults()}. */
  public FileIngest fields(RecordFields fields) {
    return new FileIngest(root, name, settings.with(fields));
  }

  /** Put before every id of a ready-made chunk. Default empty. */
  public FileIngest idPrefix(String idPrefix) {
    return new FileIngest(root, name, settings.with(idPrefix));
  }

  /**
   * Default {@link IngestLimits#defaults()}. Parsers given by the caller are bound by the size of
   * files, of their text and by the time.
   */
  public FileIngest limits(IngestLimits limits) {
    return new FileIngest(root, name, settings.with(limits));
  }

  /**
   * Reads everything. The paths of all files and the bytes and text of one are held at a time.
   *
   * @throws IOException if the root itself is missing
   * @throws InterruptedException if the thread was interrupted; what the sink got stands
   */
  public void into(IngestSink sink) throws IOException, InterruptedException {
    new FolderReader(name, SourceFiles.below(root), settings, sink).read();
  }
}
