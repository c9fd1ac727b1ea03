package dev.arag.index.internal.store;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A directory in memory whose bytes tests can damage. */
public final class MemoryStore implements Store {
  private final Map<String, byte[]> files = new TreeMap<>();

  /** The files as they are now, by name; the arrays are the store's own. */
  public synchronized Map<String, byte[]> files() {
    return new TreeMap<>(files);
  }

  public synchronized void put(String name, byte[] bytes) {
    files.put(name, bytes);
  }

  @Override
  public boolean exists() {
    return true;
  }

  @Override
  public synchronized List<String> list() {
    return List.copyOf(files.keySet());
  }

  @Override
  public void makeDirectory() {}

  @Override
  public void removeMadeDirectory() {}

  @Override
  public Closeable tryLock() {
    return () -> {};
  }

  @Override
  public synchronized Output create(String name) throws IOException {
    if (files.putIfAbsent(name, new byte[0]) != null) {
      throw new FileAlreadyExistsException(name);
    }
    return new MemoryOutput(name);
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    files.put(to, bytes(from));
    files.remove(from);
  }

  @Override
  public synchronized boolean delete(String name) {
    return files.remove(name) != null;
  }

  @Override
  public void syncDirectory() {}

  @Override
  public synchronized Input open(String name) throws IOException {
    return new MemoryInput(bytes(name));
  }

  private byte[] bytes(String name) throws NoSuchFileException {
    byte[] bytes = files.get(name);
    if (bytes == null) {
      throw new NoSuchFileException(name);
    }
    return bytes;
  }

  @Override
  public String describe(String name) {
    return "memory/" + name;
  }

  private record MemoryInput(byte[] bytes) implements Input {
    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public void read(long offset, byte[] target, int start, int count) {
      System.arraycopy(bytes, (int) offset, target, start, count);
    }

    @Override
    public void close() {}
  }

  private final class MemoryOutput implements Output {
    private final String name;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    MemoryOutput(String name) {
      this.name = name;
    }

    @Override
    public void write(byte[] bytes, int start, int count) {
      written.write(bytes, start, count);
    }

    @Override
    public void force() {
      put(name, written.toByteArray());
    }

    @Override
    public void close() {}
  }
}
