package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
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

/** A store that keeps its files in a directory of the local file system. */
public final class FileStore implements Store {
  /** The suffix of all index file names. */
  public static final String SUFFIX = ".arag";

  private static final String LOCK = "lock" + SUFFIX;
  private static final int WINDOW_BYTES = 1 << 30;

  private final Path directory;
  private final Opener opener;
  private final Deque<Path> created = new ArrayDeque<>();

  private interface Opener {
    Input open(Path path) throws IOException;
  }

  private FileStore(Path directory, Opener opener) {
    this.directory = directory;
    this.opener = opener;
  }

  /**
   * Creates a store that reads files through memory mappings. If another process truncates a file
   * during a read, the read throws an {@link IOException} or an {@link InternalError}.
   */
  public FileStore(Path directory) {
    this(directory, WINDOW_BYTES);
  }

  /**
   * @param windowBytes the maximum size of a mapping; larger files use more than one mapping
   */
  FileStore(Path directory, int windowBytes) {
    this(directory, path -> MappedInput.open(path, windowBytes));
  }

  /**
   * Creates a store that reads files with system calls. It is slower because only one thread can
   * read a file at a time. Its advantage is that a file that is damaged during a read always causes
   * an {@link IOException}. A file handle is closed when its {@link Input} is garbage collected.
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
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public synchronized void createDirectory() throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    Path path = directory.toAbsolutePath();
    while (path != null && !Files.exists(path)) {
      missing.push(path);
      path = path.getParent();
    }
    confirm(path);
    for (Path next : missing) {
      Files.createDirectory(next);
      created.push(next);
      syncName(next);
    }
  }

  /**
   * Makes the name of an existing directory durable, because the process that created the directory
   * may have been killed before it could do so. Fails silently if the parent directory is not
   * readable.
   */
  private static void confirm(@Nullable Path existing) {
    try {
      syncName(existing);
    } catch (IOException unreadableParent) {
      // This process did not create the directory, so the failure is ignored.
    }
  }

  private static void syncName(@Nullable Path path) throws IOException {
    if (path != null && path.getParent() != null) {
      sync(path.getParent());
    }
  }

  @Override
  public synchronized void removeCreatedDirectory() throws IOException {
    while (!created.isEmpty()) {
      try {
        Files.deleteIfExists(created.pop());
      } catch (DirectoryNotEmptyException holdsOtherFiles) {
        created.clear();
      }
    }
  }

  @Override
  public @Nullable Closeable tryLock() throws IOException {
    return WriteLock.tryAcquire(directory.toRealPath().resolve(LOCK));
  }

  @Override
  public String lockHolder() {
    try {
      return WriteLock.holder(directory.toRealPath().resolve(LOCK));
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public boolean isLockedByCurrentThread() {
    try {
      return WriteLock.isHeldByCurrentThread(directory.toRealPath().resolve(LOCK));
    } catch (IOException e) {
      return false;
    }
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
          directory + " is on a file system without atomic rename. Use another file system.", e);
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

  /**
   * Returns whether this is Windows, where a directory cannot be opened as a file. Windows writes
   * changes of file names to disk without an explicit request.
   */
  private static boolean isWindows() {
    return System.getProperty("os.name", "").startsWith("Windows");
  }

  /** Checks the file type before opening the file because opening a named pipe would block. */
  @Override
  public Input open(String name) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(path(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      throw new IOException(describe(name) + " is not a regular file");
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
