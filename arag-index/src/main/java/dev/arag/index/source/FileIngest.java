package dev.arag.index.source;

import static java.util.Objects.requireNonNull;

import dev.arag.index.internal.ingest.SourceFiles;
import dev.arag.index.internal.parse.FileEntries;
import dev.arag.index.internal.parse.IngestSettings;
import dev.arag.index.internal.parse.ParserChoice;
import dev.arag.index.spi.FileFormat;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.RecordFormat;
import dev.arag.index.spi.SourceEntries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads the documents of one file or folder, one at a time, in code point order of their paths. A
 * file that cannot be read is skipped and reported with a reason; the other files are still read.
 * Immutable.
 *
 * <p>Files and folders whose names begin with a dot are ignored, and those whose names end in
 * {@code .arag}, such as the directory of an index. A symbolic link is read if its target is a file
 * inside the folder; other links are skipped. {@link Source#path} describes sidecar files.
 *
 * <p>A file that contains one document is read into memory once and must not exceed the limits. It
 * is parsed only if the caller calls {@link dev.arag.index.spi.SourceEntry.Unparsed#parse}. A
 * {@link RecordFormat} reads files with several documents.
 */
public final class FileIngest {
  private final Path root;
  private final String name;
  private final IngestSettings settings;

  private FileIngest(Path root, String name, IngestSettings settings) {
    this.root = root;
    this.name = name;
    this.settings = settings;
  }

  /**
   * Returns an object that reads a file or folder with the built-in parsers and the default limits.
   *
   * @param root a file or a folder; it does not have to exist before {@link #open} is called
   * @param name the id of the document if the root is a file; otherwise the prefix of document ids,
   *     which are like {@code name/relative/path}. Not blank
   */
  public static FileIngest of(Path root, String name) {
    requireNonNull(root, "root");
    if (requireNonNull(name, "name").isBlank()) {
      throw new IllegalArgumentException("The name of the source " + root + " must not be blank.");
    }
    return new FileIngest(root, name, IngestSettings.DEFAULTS);
  }

  /**
   * Returns the last name of a path. If the locale does not use UTF-8, the path's string may
   * contain U+FFFD in place of other characters. In this case, the name is taken from the path's
   * URI.
   */
  public static String lastName(Path path) {
    return SourceFiles.lastName(requireNonNull(path, "path"));
  }

  /**
   * Adds a file format. A file is read with the first format that {@link FileFormat#reads reads}
   * it. Added formats come before the built-in parsers of text, Markdown and HTML.
   */
  public FileIngest parser(FileFormat parser) {
    return new FileIngest(root, name, settings.with(requireNonNull(parser, "parser")));
  }

  /**
   * Returns the format that reads a file with this name in a folder.
   *
   * @throws dev.arag.index.spi.UnreadableSourceException if there is none
   */
  public FileFormat format(String fileName) {
    return new ParserChoice(settings).of(requireNonNull(fileName, "fileName"), false);
  }

  /** Returns the limits. */
  public IngestLimits limits() {
    return settings.limits();
  }

  /**
   * Sets the prefix that the caller will add to the ids of predefined chunks. It is not added here,
   * but the hash of a file depends on it. Default: empty.
   */
  public FileIngest idPrefix(String idPrefix) {
    return new FileIngest(root, name, settings.with(requireNonNull(idPrefix, "idPrefix")));
  }

  /**
   * Sets the limits. Default: {@link IngestLimits#defaults()}. The limits on file size, text length
   * and time also apply to added parsers.
   */
  public FileIngest limits(IngestLimits limits) {
    return new FileIngest(root, name, settings.with(requireNonNull(limits, "limits")));
  }

  /**
   * Sets a function that returns metadata of each file, as {@link Source#metadata(Function)}
   * describes.
   *
   * @param ofFile receives the path of a file below the root; the empty path if the root is a file
   */
  public FileIngest metadata(Function<Path, Map<String, ?>> ofFile) {
    return new FileIngest(root, name, settings.with(requireNonNull(ofFile, "ofFile")));
  }

  /** Makes the values of sidecar files count as set in code, see {@link Source#trustSidecars}. */
  public FileIngest trustSidecars() {
    return new FileIngest(root, name, settings.withTrustedSidecars());
  }

  /**
   * Opens the entries of the file or folder. Memory holds the paths of all files, but the content
   * of only one file at a time.
   *
   * @throws IOException if the root does not exist
   */
  public SourceEntries open() throws IOException {
    return new FileEntries(name, SourceFiles.below(root), settings);
  }
}
