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

/** A directory of the local file system, read through memory mappings. */
public final class FileStore implements Store {
  private static final String LOCK = "lock.arag";
  private static final int WINDOW_BYTES = 1 << 30;

  private final Path directory;
  private final int windowBytes;
  private final Deque<Path> made = new ArrayDeque<>();

  public FileStore(Path directory) {
    this(directory, WINDOW_BYTES);
  }

  /**
   * @param windowBytes how much of a file one mapping covers
   */
  FileStore(Path directory, int windowBytes) {
    this.directory = directory;
    this.windowBytes = windowBytes;
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
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }

  @Override
  public synchronized void makeDirectory() throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path path = directory.toAbsolutePath();
        path != null && !Files.exists(path);
        path = path.getParent()) {
      missing.push(path);
    }
    for (Path path : missing) {
      Files.createDirectory(path);
      made.push(path);
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
  public void delete(String name) throws IOException {
    Files.deleteIfExists(path(name));
  }

  @Override
  public void syncDirectory() throws IOException {
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

  @Override
  public long size(String name) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(path(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      throw new IOException(describe(name) + " is not a plain file");
    }
    return attributes.size();
  }

  @Override
  public Input open(String name, long length) throws IOException {
    return MappedInput.of(path(name), length, windowBytes);
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
