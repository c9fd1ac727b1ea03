package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A store that fails on demand and counts open resources. It counts, from 1, all calls that can
 * fail: calls of the store itself and of its outputs, inputs and lock.
 */
public final class FaultyStore implements Store {
  private final Store store;
  private final List<String> calls = new ArrayList<>();
  private long failingCall = Long.MAX_VALUE;
  private @Nullable String failingNext;
  private @Nullable String failingAfter;
  private Failing failing = Failing.ONCE;
  private long written;
  private long budget = Long.MAX_VALUE;
  private int openOutputs;
  private int openInputs;
  private int heldLocks;
  private @Nullable String failure;

  /** How a call fails. A write that fails still writes the first half of its bytes. */
  public enum Failing {
    ONCE,
    /** The call and all later calls fail. */
    FOR_GOOD,
    /** The call takes effect and then reports a failure. */
    ONCE_THOUGH_DONE
  }

  public FaultyStore(Store store) {
    this.store = store;
  }

  /**
   * Makes a call fail.
   *
   * @param call the number of the call since this store was created, counted from 1
   */
  public synchronized void failAt(long call, Failing how) {
    failingCall = call;
    failing = how;
  }

  /** Makes the next call whose description starts with {@code what} fail. */
  public synchronized void failNext(String what) {
    failingNext = what;
    failing = Failing.ONCE;
  }

  /** Makes the call that follows the next call of a method fail. */
  public synchronized void failAfter(String method, Failing how) {
    failingAfter = method;
    failing = how;
  }

  /**
   * Makes the disk full after this number of further bytes. A write that does not fit writes the
   * bytes that fit and fails. All later writes fail.
   */
  public synchronized void budget(long bytes) {
    budget = bytes;
  }

  /** Ends all failures. */
  public synchronized void heal() {
    failingCall = Long.MAX_VALUE;
    budget = Long.MAX_VALUE;
  }

  /** Returns the number of calls so far. */
  public synchronized long calls() {
    return calls.size();
  }

  /** Returns the number of bytes written so far. */
  public synchronized long written() {
    return written;
  }

  /** Returns the descriptions of all calls. Each begins with the name of the method. */
  public synchronized List<String> log() {
    return List.copyOf(calls);
  }

  /** Returns the description of the first call that failed, or null if no call failed. */
  public synchronized @Nullable String failure() {
    return failure;
  }

  /** Returns the number of outputs that have not been closed. */
  public synchronized int openOutputs() {
    return openOutputs;
  }

  /** Returns the number of inputs that have neither been mapped nor closed. */
  public synchronized int openInputs() {
    return openInputs;
  }

  /** Returns the number of locks that have not been released. */
  public synchronized int heldLocks() {
    return heldLocks;
  }

  private interface FaultyWork<T> {
    T run() throws IOException;
  }

  private interface FaultyStep {
    void run() throws IOException;
  }

  private <T> T call(String what, FaultyWork<T> work) throws IOException {
    boolean fails = isNextFailing(what);
    if (fails && failing != Failing.ONCE_THOUGH_DONE) {
      throw fail(what, "Injected failure");
    }
    T result = work.run();
    if (fails) {
      throw fail(what, "Injected failure after the work was done");
    }
    return result;
  }

  private void step(String what, FaultyStep step) throws IOException {
    call(
        what,
        () -> {
          step.run();
          return true;
        });
  }

  private synchronized boolean isNextFailing(String what) {
    calls.add(what);
    long call = calls.size();
    if (failingNext != null && what.startsWith(failingNext)) {
      failingCall = call;
      failingNext = null;
    }
    if (failingAfter != null && what.startsWith(failingAfter)) {
      failingCall = call + 1;
      failingAfter = null;
    }
    return call == failingCall || (call > failingCall && failing == Failing.FOR_GOOD);
  }

  private synchronized IOException fail(String what, String why) {
    String message = why + ": call " + calls.size() + ", " + what;
    failure = failure == null ? message : failure;
    return new IOException(message);
  }

  /** Takes bytes from the free space and returns the number of bytes that fit. */
  private synchronized int spend(int count) {
    int fits = (int) Math.min(budget, count);
    written += fits;
    budget -= budget == Long.MAX_VALUE ? 0 : fits;
    return fits;
  }

  private synchronized void count(int outputs, int inputs, int locks) {
    openOutputs += outputs;
    openInputs += inputs;
    heldLocks += locks;
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

  /**
   * If the call fails after it has acquired the lock, releases the lock, because the caller cannot.
   */
  @Override
  public @Nullable Closeable tryLock() throws IOException {
    Closeable[] taken = new Closeable[1];
    try {
      step("tryLock", () -> taken[0] = store.tryLock());
    } catch (IOException e) {
      if (taken[0] != null) {
        taken[0].close();
      }
      throw e;
    }
    return taken[0] == null ? null : new FaultyLock(taken[0]);
  }

  @Override
  public Output create(String name) throws IOException {
    Output[] created = new Output[1];
    try {
      step("create " + name, () -> created[0] = store.create(name));
    } catch (IOException e) {
      if (created[0] != null) {
        created[0].close();
      }
      throw e;
    }
    return new FaultyOutput(created[0], name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    step("rename " + from + " to " + to, () -> store.rename(from, to));
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
    Input[] opened = new Input[1];
    try {
      step("open " + name, () -> opened[0] = store.open(name));
    } catch (IOException e) {
      if (opened[0] != null) {
        opened[0].close();
      }
      throw e;
    }
    return new FaultyInput(opened[0], name);
  }

  @Override
  public String describe(String name) {
    return store.describe(name);
  }

  /**
   * Closes a resource. Even if the call fails, the resource is closed, as with handles of the
   * operating system.
   */
  private void close(String what, AtomicBoolean isClosed, Closeable closeable) throws IOException {
    if (isClosed.getAndSet(true)) {
      return;
    }
    closeable.close();
    step(what, () -> {});
  }

  private final class FaultyLock implements Closeable {
    private final Closeable lock;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    FaultyLock(Closeable lock) {
      this.lock = lock;
      count(0, 0, 1);
    }

    @Override
    public void close() throws IOException {
      count(0, 0, isClosed.get() ? 0 : -1);
      FaultyStore.this.close("close lock", isClosed, lock);
    }
  }

  private final class FaultyOutput implements Output {
    private final Output output;
    private final String name;
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private boolean isLost;

    FaultyOutput(Output output, String name) {
      this.output = output;
      this.name = name;
      count(1, 0, 0);
    }

    @Override
    public void write(byte[] bytes, int start, int count) throws IOException {
      String what = "write " + name;
      boolean fails = isNextFailing(what);
      boolean isCut = fails && failing != Failing.ONCE_THOUGH_DONE;
      int fits = spend(isCut ? count / 2 : count);
      output.write(bytes, start, fits);
      if (fails) {
        throw fail(what, "Injected failure");
      }
      if (fits < count) {
        throw fail(what, "No space left on device");
      }
    }

    @Override
    public void force() throws IOException {
      if (isLost) {
        throw new AssertionError("The caller repeated a failed force of " + name + ".");
      }
      isLost = true;
      step("force " + name, output::force);
      isLost = false;
    }

    @Override
    public void close() throws IOException {
      count(isClosed.get() ? 0 : -1, 0, 0);
      FaultyStore.this.close("close " + name, isClosed, output);
    }
  }

  private final class FaultyInput implements Input {
    private final Input input;
    private final String name;
    private final AtomicBoolean isDone = new AtomicBoolean();

    FaultyInput(Input input, String name) {
      this.input = input;
      this.name = name;
      count(0, 1, 0);
    }

    @Override
    public long length() {
      return input.length();
    }

    @Override
    public void read(long offset, byte[] target, int start, int count) throws IOException {
      step("read " + name, () -> input.read(offset, target, start, count));
    }

    @Override
    public void map() throws IOException {
      step("map " + name, input::map);
      count(0, isDone.getAndSet(true) ? 0 : -1, 0);
    }

    @Override
    public void close() {
      count(0, isDone.getAndSet(true) ? 0 : -1, 0);
      input.close();
    }
  }
}
