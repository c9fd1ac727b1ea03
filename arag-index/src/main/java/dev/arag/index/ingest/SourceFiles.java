package dev.arag.index.ingest;

import dev.arag.core.corpus.CorpusOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The files of a source, found without following links.
 *
 * @param root the real path of the source
 * @param rootKey tells this file or folder from another at its place; null where the system has
 *     none
 * @param isFolder whether the source is a folder; else it is the only file
 * @param files what to read, in the order of their relative paths
 * @param unlisted what could not be looked at, in no order
 * @param isShrinking whether something was gone before it could be looked at
 */
record SourceFiles(
    Path root,
    @Nullable Object rootKey,
    boolean isFolder,
    List<Entry> files,
    List<Unlisted> unlisted,
    boolean isShrinking) {
  static final Comparator<Entry> BY_PATH =
      Comparator.comparing(Entry::relative, CorpusOrder::compareCodePoints);

  enum Kind {
    REGULAR,
    LINK,
    OTHER
  }

  /**
   * @param relative the path below the root with '/' between names; empty for the root
   */
  record Entry(Path path, String relative, Kind kind) {}

  /** A folder, or something that may be one. */
  record Unlisted(String relative, IOException failure) {}

  /**
   * @throws IOException if there is no source
   */
  static SourceFiles below(Path source) throws IOException {
    Path root = source.toRealPath();
    BasicFileAttributes attributes = Files.readAttributes(root, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      return new FolderListing(root).sourceFiles(attributes.fileKey());
    }
    Entry entry = new Entry(root, "", kind(attributes));
    return new SourceFiles(root, attributes.fileKey(), false, List.of(entry), List.of(), false);
  }

  static Kind kind(BasicFileAttributes attributes) {
    if (attributes.isRegularFile()) {
      return Kind.REGULAR;
    }
    return attributes.isSymbolicLink() ? Kind.LINK : Kind.OTHER;
  }

  /**
   * Whether what the files were found below is still at its place. If not, because it was moved or
   * its disk is no longer mounted, then a file that is missing says nothing.
   */
  boolean isStillThere() {
    try {
      Object key = Files.readAttributes(root, BasicFileAttributes.class).fileKey();
      return Objects.equals(rootKey, key);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The real path of a file to read.
   *
   * @throws UnreadableSourceException if it is no regular file of this source
   */
  Path regularFile(Entry entry) throws IOException {
    return switch (entry.kind()) {
      case REGULAR -> entry.path();
      case LINK -> target(entry.path());
      case OTHER -> throw new UnreadableSourceException("it is not a regular file");
    };
  }

  private Path target(Path link) throws IOException {
    if (!Files.exists(link)) {
      throw nowhereOrGone(link);
    }
    Path real = link.toRealPath();
    if (!real.startsWith(root)) {
      throw new UnreadableSourceException("it is a link that leads out of the source");
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

  private static UnreadableSourceException nowhereOrGone(Path link) throws IOException {
    Files.readAttributes(link, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return new UnreadableSourceException("it is a link that leads nowhere");
  }
}
