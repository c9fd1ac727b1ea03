package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A directory of the local file system. */
public final class FileStore implements Store {
  /** The end of the names of an index's files. */
  public static final String SUFFIX = ".arag";

  private static final String LOCK = "lock" + SUFFIX;
  private static final int WINDOW_BYTES = 1 << 30;

  private final Path directory;
  private final Opener opener;
  private final Deque<Path> made = new ArrayDeque<>();

  private interface Opener {
    Input open(Path path) throws IOException;
  }

  private FileStore(Path directory, Opener opener) {
    this.directory = directory;
    this.opener = opener;
  }

  /**
   * A store whose files are read through memory mappings. Files that others cut short while they
   * are read end in an {@link IOException} or an {@link InternalError}.
   */
  public FileStore(Path directory) {
    this(directory, WINDOW_BYTES);
  }

  /**
   * @param windowBytes how much of a file one mapping covers
   */
  FileStore(Path directory, int windowBytes) {
    this(directory, path -> MappedInput.open(path, windowBytes));
  }

  /**
   * A store that maps nothing: its files are read by system calls, one thread at a time for each
   * file. Slower, and nothing that others do to the files ends in anything but an {@link
   * IOException}. A file's handle is closed when nobody can reach its {@link Input} any more.
   */
  public static FileStore unmapped(Path directory) {
    return new FileStore(directory, PlainInput::open);
  }

  @Override
  public boolean exists() {
    return Files.isDirectory(directory);
  }

  @Override
  public List<String> list() throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    if (!Files.isDirectory(directory)) {
      throw new NotDirectoryException(directory.toString());
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> !name.equals(LOCK))
          .sorted()
          .toList();
    }
  }

  @Override
  public synchronized void makeDirectory() throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    Path path = directory.toAbsolutePath();
    while (path != null && !Files.exists(path)) {
      missing.push(path);
      path = path.getParent();
    }
    confirm(path);
    for (Path next : missing) {
      Files.createDirectory(next);
      made.push(next);
      syncName(next);
    }
  }

  /**
   * Whoever made this directory may have been killed before its name was durable. Where that was
   * long ago, its parent may well be closed to us.
   */
  private static void confirm(@Nullable Path existing) {
    try {
      syncName(existing);
    } catch (IOException notOurs) {
      // Then somebody else answers for it.
    }
  }

  private static void syncName(@Nullable Path path) throws IOException {
    if (path != null && path.getParent() != null) {
      sync(path.getParent());
    }
  }

  @Override
  public synchronized void removeMadeDirectory() throws IOException {
    while (!made.isEmpty()) {
      try {
        Files.deleteIfExists(made.pop());
      } catch (DirectoryNotEmptyException holdsOtherFiles) {
        made.clear();
      }
    }
  }

  @Override
  public @Nullable Closeable tryLock() throws IOException {
    return WriteLock.tryAcquire(directory.toRealPath().resolve(LOCK));
  }

  @Override
  public Output create(String name) throws IOException {
    return new FileOutput(
        FileChannel.open(path(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    try {
      Files.move(
          path(from),
          path(to),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IOException(
          directory + " lies on a file system that cannot rename in one step: use another", e);
    }
  }

  @Override
  public boolean delete(String name) throws IOException {
    return Files.deleteIfExists(path(name));
  }

  @Override
  public void syncDirectory() throws IOException {
    sync(directory);
  }

  private static void sync(Path directory) throws IOException {
    if (isWindows()) {
      return;
    }
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Windows opens no directory as a file, and writes its names through by itself. */
  private static boolean isWindows() {
    return System.getProperty("os.name", "").startsWith("Windows");
  }

  /** Looks before it opens: opening a pipe would wait for somebody who writes to it. */
  @Override
  public Input open(String name) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(path(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      throw new IOException(describe(name) + " is not a plain file");
    }
    return opener.open(path(name));
  }

  @Override
  public String describe(String name) {
    return path(name).toString();
  }

  @Override
  public String toString() {
    return directory.toString();
  }

  private Path path(String name) {
    return directory.resolve(name);
  }
}
