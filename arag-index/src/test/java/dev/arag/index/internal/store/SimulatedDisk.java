package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A disk that records all operations, so that {@link CrashStates} can compute the possible states
 * after a power failure at any moment. Reads return all written bytes, durable or not, as with a
 * page cache.
 */
public final class SimulatedDisk implements Store {
  private final MemoryStore memory;
  private final boolean existed;
  private final Map<String, byte[]> start;
  private final List<Operation> trace = new ArrayList<>();
  private int created;

  /** Creates a disk on which the directory does not exist. */
  public SimulatedDisk() {
    this(MemoryStore.missing());
  }

  /**
   * Creates a disk whose durable contents are those of a store, so that a test can continue after a
   * crash.
   *
   * @param store the initial contents; this store also receives all further writes
   */
  public SimulatedDisk(MemoryStore store) {
    this.memory = store;
    this.existed = store.exists();
    this.start = new TreeMap<>(store.files());
  }

  /** Returns all operations so far, except reads. */
  public synchronized List<Operation> trace() {
    return List.copyOf(trace);
  }

  /** Adds a mark to the trace, for example that a commit was acknowledged. */
  public synchronized void mark(Object mark) {
    trace.add(new Operation.Marked(mark));
  }

  /** Returns the initial files of the disk by name, or null if the directory did not exist. */
  synchronized @Nullable Map<String, byte[]> start() {
    return existed ? new TreeMap<>(start) : null;
  }

  /** Releases the lock even if its holder is still writing. */
  public void breakLock() {
    memory.breakLock();
  }

  @Override
  public boolean exists() {
    return memory.exists();
  }

  @Override
  public List<String> list() {
    return memory.list();
  }

  @Override
  public synchronized void createDirectory() {
    if (!memory.exists()) {
      memory.createDirectory();
      trace.add(new Operation.DirectoryMade());
    }
  }

  @Override
  public synchronized void removeCreatedDirectory() {
    boolean existed = memory.exists();
    memory.removeCreatedDirectory();
    if (existed && !memory.exists()) {
      trace.add(new Operation.DirectoryRemoved());
    }
  }

  @Override
  public @Nullable Closeable tryLock() {
    return memory.tryLock();
  }

  @Override
  public synchronized Output create(String name) throws IOException {
    Output output = memory.create(name);
    int file = created++;
    trace.add(new Operation.Created(file, name));
    return new RecordedOutput(output, file);
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    memory.rename(from, to);
    trace.add(new Operation.Renamed(from, to));
  }

  @Override
  public synchronized boolean delete(String name) {
    boolean wasThere = memory.delete(name);
    if (wasThere) {
      trace.add(new Operation.Deleted(name));
    }
    return wasThere;
  }

  @Override
  public synchronized void syncDirectory() {
    trace.add(new Operation.DirectorySynced());
  }

  @Override
  public Input open(String name) throws IOException {
    return memory.open(name);
  }

  @Override
  public String describe(String name) {
    return memory.describe(name);
  }

  private synchronized void record(Operation operation) {
    trace.add(operation);
  }

  private final class RecordedOutput implements Output {
    private final Output output;
    private final int file;

    RecordedOutput(Output output, int file) {
      this.output = output;
      this.file = file;
    }

    @Override
    public void write(byte[] bytes, int start, int count) throws IOException {
      output.write(bytes, start, count);
      record(new Operation.Wrote(file, Arrays.copyOfRange(bytes, start, start + count)));
    }

    @Override
    public void force() {
      record(new Operation.Forced(file));
    }

    @Override
    public void close() throws IOException {
      output.close();
    }
  }
}
