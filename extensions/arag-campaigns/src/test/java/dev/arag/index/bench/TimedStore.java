package dev.arag.index.bench;

import dev.arag.index.internal.store.Input;
import dev.arag.index.internal.store.Output;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A store that passes calls to another store, counts them and measures their time. Not thread-safe.
 */
final class TimedStore implements Store {
  private final Store store;
  private final Map<String, Calls> spent = new TreeMap<>();
  private long bytesWritten;

  /** The number of calls of one kind and their total time. */
  record Calls(long count, long nanos) {
    Calls plus(long more) {
      return new Calls(count + 1, nanos + more);
    }
  }

  private interface TimedCall<T extends @Nullable Object> {
    T run() throws IOException;
  }

  private interface TimedStep {
    void run() throws IOException;
  }

  TimedStore(Store store) {
    this.store = store;
  }

  /** Returns the calls by kind. */
  Map<String, Calls> spent() {
    return spent;
  }

  long bytesWritten() {
    return bytesWritten;
  }

  private <T extends @Nullable Object> T timed(String what, TimedCall<T> call) throws IOException {
    long start = System.nanoTime();
    try {
      return call.run();
    } finally {
      long nanos = System.nanoTime() - start;
      spent.merge(what, new Calls(1, nanos), (before, one) -> before.plus(nanos));
    }
  }

  private void step(String what, TimedStep step) throws IOException {
    timed(
        what,
        () -> {
          step.run();
          return true;
        });
  }

  @Override
  public boolean exists() {
    return store.exists();
  }

  @Override
  public List<String> list() throws IOException {
    return timed("list", store::list);
  }

  @Override
  public void createDirectory() throws IOException {
    step("make and force directory", () -> store.createDirectory());
  }

  @Override
  public void removeCreatedDirectory() throws IOException {
    store.removeCreatedDirectory();
  }

  @Override
  public @Nullable Closeable tryLock() throws IOException {
    return timed("lock", store::tryLock);
  }

  @Override
  public Output create(String name) throws IOException {
    return new TimedOutput(timed("create", () -> store.create(name)));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    step("rename", () -> store.rename(from, to));
  }

  @Override
  public boolean delete(String name) throws IOException {
    return timed("delete", () -> store.delete(name));
  }

  @Override
  public void syncDirectory() throws IOException {
    step("force directory", () -> store.syncDirectory());
  }

  @Override
  public Input open(String name) throws IOException {
    return timed("open", () -> store.open(name));
  }

  @Override
  public String describe(String name) {
    return store.describe(name);
  }

  private final class TimedOutput implements Output {
    private final Output output;

    TimedOutput(Output output) {
      this.output = output;
    }

    @Override
    public void write(byte[] bytes, int start, int count) throws IOException {
      bytesWritten += count;
      step("write", () -> output.write(bytes, start, count));
    }

    @Override
    public void force() throws IOException {
      step("force file", () -> output.force());
    }

    @Override
    public void close() throws IOException {
      output.close();
    }
  }
}
