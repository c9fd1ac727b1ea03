package dev.arag.index.internal.ingest;

import dev.arag.core.text.CorpusOrder;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files of a source. Symbolic links are not followed when the files are listed.
 *
 * @param root the real path of the source
 * @param rootKey identifies the file or folder at the root path; null if the file system does not
 *     provide file keys
 * @param isFolder whether the source is a folder; otherwise the source is a single file
 * @param files the files to read and their sidecar files, in the order of their relative paths
 * @param unlisted the paths that could not be listed, in unspecified order
 * @param isShrinking whether a file disappeared before it could be listed
 */
public record SourceFiles(
    Path root,
    @Nullable Object rootKey,
    boolean isFolder,
    List<Entry> files,
    List<Unlisted> unlisted,
    boolean isShrinking) {
  /** What follows the name of a file in the name of its sidecar file. */
  public static final String SIDECAR = ".meta.json";

  static final Comparator<Entry> BY_PATH =
      Comparator.comparing(Entry::relative, CorpusOrder::compareCodePoints);

  enum EntryKind {
    REGULAR,
    LINK,
    OTHER
  }

  /**
   * A file, link or special file.
   *
   * @param relative the path below the root, with '/' as separator; empty for the root
   */
  public record Entry(Path path, String relative, EntryKind kind) {
    /** The file that is the whole source is a document, whatever its name. */
    public boolean isSidecar() {
      return relative.endsWith(SIDECAR);
    }
  }

  /** A path that could not be listed, usually a folder. */
  public record Unlisted(String relative, IOException failure) {}

  /**
   * Lists the files of a source.
   *
   * @throws IOException if the source does not exist
   */
  public static SourceFiles below(Path source) throws IOException {
    Path root = source.toRealPath();
    BasicFileAttributes attributes = Files.readAttributes(root, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      return new FolderListing(root).sourceFiles(attributes.fileKey());
    }
    List<Entry> files = new ArrayList<>(List.of(new Entry(root, "", kind(attributes))));
    sidecar(root).ifPresent(files::add);
    return new SourceFiles(root, attributes.fileKey(), false, files, List.of(), false);
  }

  /** Uses the URI, because a name cannot always be converted to a string, see {@link #lastName}. */
  private static Optional<Entry> sidecar(Path file) {
    Path path =
        file.getFileSystem() == FileSystems.getDefault()
            ? Path.of(URI.create(file.toUri() + SIDECAR))
            : file.resolveSibling(file.getFileName() + SIDECAR);
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return attributes.isDirectory()
          ? Optional.empty()
          : Optional.of(new Entry(path, SIDECAR, kind(attributes)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static EntryKind kind(BasicFileAttributes attributes) {
    if (attributes.isRegularFile()) {
      return EntryKind.REGULAR;
    }
    return attributes.isSymbolicLink() ? EntryKind.LINK : EntryKind.OTHER;
  }

  /**
   * Returns whether the root path still leads to the same file or folder. If the root was moved or
   * its disk was unmounted, a missing file does not mean that the file was deleted.
   */
  public boolean isStillThere() {
    try {
      Object key = Files.readAttributes(root, BasicFileAttributes.class).fileKey();
      return Objects.equals(rootKey, key);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the real path of a file to read.
   *
   * @throws UnreadableSourceException if the entry does not lead to a regular file of this source
   */
  public Path regularFile(Entry entry) throws IOException {
    return switch (entry.kind()) {
      case REGULAR -> entry.path();
      case LINK -> target(entry.path());
      case OTHER -> throw new UnreadableSourceException("it is not a regular file");
    };
  }

  private Path target(Path link) throws IOException {
    if (!Files.exists(link)) {
      throw brokenLink(link);
    }
    Path real = link.toRealPath();
    if (!real.startsWith(root)) {
      throw new UnreadableSourceException("it is a link to a file outside of the source folder");
    }
    BasicFileAttributes attributes = Files.readAttributes(real, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      throw new UnreadableSourceException("it is a link to a folder");
    }
    if (!attributes.isRegularFile()) {
      throw new UnreadableSourceException("it is not a regular file");
    }
    return real;
  }

  private static UnreadableSourceException brokenLink(Path link) throws IOException {
    Files.readAttributes(link, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return new UnreadableSourceException("it is a link without a target");
  }

  /**
   * Returns the last name of a path. If the locale does not use UTF-8, the path's string may
   * contain U+FFFD in place of other characters. In this case, the name is taken from the path's
   * URI.
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
}
