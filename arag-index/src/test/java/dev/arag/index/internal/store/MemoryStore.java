package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A directory in memory whose files tests can damage. Files behave as on a disk: an open file stays
 * readable and writable when it is deleted or replaced.
 */
public final class MemoryStore implements Store {
  private final Map<String, MemoryFile> files = new TreeMap<>();
  private boolean exists;
  private boolean isMade;
  private @Nullable Object lockHolder;

  public MemoryStore() {
    this(true);
  }

  private MemoryStore(boolean exists) {
    this.exists = exists;
  }

  /** Returns a store whose directory does not exist yet. */
  public static MemoryStore missing() {
    return new MemoryStore(false);
  }

  /** Returns the current files by name. The arrays are not copied. */
  public synchronized Map<String, byte[]> files() {
    Map<String, byte[]> all = new TreeMap<>();
    files.forEach((name, file) -> all.put(name, file.bytes()));
    return all;
  }

  /** Creates or replaces a file. The array is not copied. */
  public synchronized void put(String name, byte[] bytes) {
    files.put(name, new MemoryFile(bytes));
  }

  /** Releases the lock even if its holder is still writing. */
  public synchronized void breakLock() {
    lockHolder = null;
  }

  @Override
  public synchronized boolean exists() {
    return exists;
  }

  @Override
  public synchronized List<String> list() {
    return List.copyOf(files.keySet());
  }

  @Override
  public synchronized void createDirectory() {
    isMade |= !exists;
    exists = true;
  }

  @Override
  public synchronized void removeCreatedDirectory() {
    if (isMade && files.isEmpty()) {
      exists = false;
      isMade = false;
    }
  }

  @Override
  public synchronized @Nullable Closeable tryLock() {
    if (lockHolder != null) {
      return null;
    }
    Object holder = new Object();
    lockHolder = holder;
    return () -> release(holder);
  }

  private synchronized void release(Object holder) {
    if (lockHolder == holder) {
      lockHolder = null;
    }
  }

  @Override
  public synchronized Output create(String name) throws IOException {
    if (!exists) {
      throw new NoSuchFileException(describe(name));
    }
    MemoryFile file = new MemoryFile(new byte[0]);
    if (files.putIfAbsent(name, file) != null) {
      throw new FileAlreadyExistsException(describe(name));
    }
    return new MemoryOutput(file);
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    MemoryFile file = file(from);
    files.remove(from);
    files.put(to, file);
  }

  @Override
  public synchronized boolean delete(String name) {
    return files.remove(name) != null;
  }

  @Override
  public void syncDirectory() {}

  @Override
  public synchronized Input open(String name) throws IOException {
    MemoryFile file = file(name);
    return new MemoryInput(file, file.length());
  }

  private MemoryFile file(String name) throws NoSuchFileException {
    MemoryFile file = files.get(name);
    if (file == null) {
      throw new NoSuchFileException(describe(name));
    }
    return file;
  }

  @Override
  public String describe(String name) {
    return "memory/" + name;
  }

  private record MemoryInput(MemoryFile file, long length) implements Input {
    @Override
    public void read(long offset, byte[] target, int start, int count) {
      file.read(offset, target, start, count);
    }

    @Override
    public int readInt(long offset) {
      return file.readInt(offset);
    }

    @Override
    public void close() {}
  }

  private record MemoryOutput(MemoryFile file) implements Output {
    @Override
    public void write(byte[] bytes, int start, int count) {
      file.append(bytes, start, count);
    }

    @Override
    public void force() {}

    @Override
    public void close() {}
  }
}
