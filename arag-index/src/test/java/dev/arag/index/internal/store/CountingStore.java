package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A store that counts the bytes written to it and the reads from it. */
public class CountingStore implements Store {
  private final Store store;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong reads = new AtomicLong();

  public CountingStore(Store store) {
    this.store = store;
  }

  public long written() {
    return written.get();
  }

  public long reads() {
    return reads.get();
  }

  @Override
  public boolean exists() {
    return store.exists();
  }

  @Override
  public List<String> list() throws IOException {
    return store.list();
  }

  @Override
  public void createDirectory() throws IOException {
    store.createDirectory();
  }

  @Override
  public void removeCreatedDirectory() throws IOException {
    store.removeCreatedDirectory();
  }

  @Override
  public @Nullable Closeable tryLock() throws IOException {
    return store.tryLock();
  }

  @Override
  public Output create(String name) throws IOException {
    Output output = store.create(name);
    return new Output() {
      @Override
      public void write(byte[] bytes, int start, int count) throws IOException {
        written.addAndGet(count);
        output.write(bytes, start, count);
      }

      @Override
      public void force() throws IOException {
        output.force();
      }

      @Override
      public void close() throws IOException {
        output.close();
      }
    };
  }

  @Override
  public void rename(String from, String to) throws IOException {
    store.rename(from, to);
  }

  @Override
  public boolean delete(String name) throws IOException {
    return store.delete(name);
  }

  @Override
  public void syncDirectory() throws IOException {
    store.syncDirectory();
  }

  @Override
  public Input open(String name) throws IOException {
    Input input = store.open(name);
    return new Input() {
      @Override
      public long length() {
        return input.length();
      }

      @Override
      public void read(long offset, byte[] target, int start, int count) throws IOException {
        reads.incrementAndGet();
        input.read(offset, target, start, count);
      }

      @Override
      public void map() throws IOException {
        input.map();
      }

      @Override
      public boolean isWhole() {
        return input.isWhole();
      }

      @Override
      public void close() {
        input.close();
      }
    };
  }

  @Override
  public String describe(String name) {
    return store.describe(name);
  }
}
