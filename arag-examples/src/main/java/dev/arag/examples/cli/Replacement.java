package dev.arag.examples.cli;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.core.error.IndexTooNewException;
import dev.arag.index.Index;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory made beside the place it is meant for and put there when it is whole. Until then, and
 * whatever goes wrong, what stands there stays as it is.
 */
final class Replacement implements AutoCloseable {
  private final Path place;
  private final Path made;
  private final Path old;

  private Replacement(Path place) {
    this.place = place;
    String suffix = "-" + UUID.randomUUID().toString().substring(0, 8);
    made = place.resolveSibling(".arag-new" + suffix);
    old = place.resolveSibling(".arag-old" + suffix);
  }

  /**
   * @param directory absent, empty or an index
   * @throws UsageException if it is anything else
   */
  static Replacement of(Path directory) throws IOException {
    Path place =
        Files.exists(directory) ? directory.toRealPath() : directory.toAbsolutePath().normalize();
    if (place.getFileName() == null) {
      throw new UsageException(directory + " cannot be an index; name a directory below it");
    }
    requireReplaceable(place, directory);
    Files.createDirectories(place.resolveSibling("").toAbsolutePath());
    return new Replacement(place);
  }

  private static void requireReplaceable(Path place, Path asGiven) throws IOException {
    if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(place)) {
      throw new UsageException(
          TypedPath.text(asGiven) + " is a file; name a directory for the index");
    }
    if (!isEmpty(place) && !(holdsOnlyIndexFiles(place) && isIndex(place))) {
      throw new UsageException(
          TypedPath.text(asGiven)
              + " holds files that are no index's; name a new directory for the index");
    }
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.findAny().isEmpty();
    }
  }

  /** Replacing deletes what is there, so nothing of anybody else's may be. */
  private static boolean holdsOnlyIndexFiles(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.allMatch(
          entry -> entry.toString().endsWith(".arag") && Files.isRegularFile(entry));
    }
  }

  /** An index that is damaged or too old is one too; replacing it is how it is mended. */
  private static boolean isIndex(Path directory) {
    try {
      Index.open(directory).close();
      return true;
    } catch (IndexNotFoundException e) {
      return false;
    } catch (IndexTooNewException e) {
      throw e;
    } catch (CorpusException e) {
      return true;
    }
  }

  /** Where to make it; does not exist yet. */
  Path workplace() {
    return made;
  }

  /** Puts what was made in its place, and removes what stood there. */
  void publish() throws IOException {
    boolean replaces = Files.exists(place);
    if (replaces) {
      Files.move(place, old);
    }
    try {
      Files.move(made, place);
    } catch (IOException e) {
      if (replaces) {
        Files.move(old, place);
      }
      throw e;
    }
    deleteTree(old);
  }

  /** Removes what was made but not published. */
  @Override
  public void close() throws IOException {
    deleteTree(made);
  }

  /** Deletes a directory with all it holds, following no link; nothing if it is absent. */
  static void deleteTree(Path root) throws IOException {
    if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      Files.walkFileTree(root, new Deletion());
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.delete(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
