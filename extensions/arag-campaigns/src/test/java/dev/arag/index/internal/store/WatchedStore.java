package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A store that reports each call just before and just after the call. It does not report reads of
 * open files, because other writers cannot affect them.
 */
public final class WatchedStore implements Store {
  private final Store store;
  private final Watcher watcher;

  /** Receives the calls of a store on the thread that makes them. */
  @FunctionalInterface
  public interface Watcher {
    /**
     * @param call the kind of the call and the file name, if any
     */
    void before(String call);

    /** Runs after a call that succeeded. It does not run after a call that failed. */
    default void after(String call) {}
  }

  public WatchedStore(Store store, Watcher watcher) {
    this.store = store;
    this.watcher = watcher;
  }

  private interface WatchedWork<T> {
    T run() throws IOException;
  }

  private interface WatchedStep {
    void run() throws IOException;
  }

  private <T> T call(String call, WatchedWork<T> work) throws IOException {
    watcher.before(call);
    T result = work.run();
    watcher.after(call);
    return result;
  }

  private void step(String call, WatchedStep step) throws IOException {
    watcher.before(call);
    step.run();
    watcher.after(call);
  }

  @Override
  public boolean exists() {
    return store.exists();
  }

  @Override
  public List<String> list() throws IOException {
    return call("list", store::list);
  }

  @Override
  public void createDirectory() throws IOException {
    step("createDirectory", store::createDirectory);
  }

  @Override
  public void removeCreatedDirectory() throws IOException {
    step("removeCreatedDirectory", store::removeCreatedDirectory);
  }

  @Override
  public @Nullable Closeable tryLock() throws IOException {
    watcher.before("lock");
    Closeable lock = store.tryLock();
    watcher.after("lock");
    return lock == null ? null : () -> step("unlock", lock::close);
  }

  @Override
  public Output create(String name) throws IOException {
    return new WatchedOutput(call("create " + name, () -> store.create(name)), name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    step("rename " + from, () -> store.rename(from, to));
  }

  @Override
  public boolean delete(String name) throws IOException {
    return call("delete " + name, () -> store.delete(name));
  }

  @Override
  public void syncDirectory() throws IOException {
    step("syncDirectory", store::syncDirectory);
  }

  @Override
  public Input open(String name) throws IOException {
    return call("open " + name, () -> store.open(name));
  }

  @Override
  public String describe(String name) {
    return store.describe(name);
  }

  private final class WatchedOutput implements Output {
    private final Output output;
    private final String name;

    WatchedOutput(Output output, String name) {
      this.output = output;
      this.name = name;
    }

    @Override
    public void write(byte[] bytes, int start, int count) throws IOException {
      step("write " + name, () -> output.write(bytes, start, count));
    }

    @Override
    public void force() throws IOException {
      step("force " + name, output::force);
    }

    @Override
    public void close() throws IOException {
      output.close();
    }
  }
}
