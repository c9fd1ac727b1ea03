package dev.arag.index.internal.write;

import dev.arag.core.internal.thread.CallThreads;
import dev.arag.index.Index;
import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.derived.StoredDerivedRecords;
import dev.arag.index.internal.sync.Cancellation;
import dev.arag.index.internal.sync.WriteSession;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Runs the operations that write to an open index, one at a time. Each one has a {@link
 * WriteSession}. Thread-safe.
 */
public final class IndexWriter {
  private static final String THREAD = "arag-index-write";

  private final IndexLocation location;
  private final CurrentState current;
  private final Duration lockTimeout;
  private final Duration closeTimeout;
  private final ReentrantLock writing = new ReentrantLock();
  private final Set<Cancellation> writes = ConcurrentHashMap.newKeySet();

  public IndexWriter(
      IndexLocation location, CurrentState current, Duration lockTimeout, Duration closeTimeout) {
    this.location = location;
    this.current = current;
    this.lockTimeout = lockTimeout;
    this.closeTimeout = closeTimeout;
  }

  public Duration closeTimeout() {
    return closeTimeout;
  }

  /**
   * Registers an operation, so that {@link #close} cancels it.
   *
   * @throws IllegalStateException if the index is closed
   */
  public Cancellation begin() {
    Cancellation cancellation = new Cancellation(location.name());
    writes.add(cancellation);
    if (current.isClosed()) {
      writes.remove(cancellation);
    }
    current.get();
    return cancellation;
  }

  /** How long a write waits for another writer by default. */
  public Duration lockTimeout() {
    return lockTimeout;
  }

  /**
   * Runs an operation. Embedders compute, so an operation that is called on a virtual thread moves
   * to another one.
   *
   * @param timeout how long to wait for another writer
   * @param newest returns the newest commit
   */
  public <T> T run(
      Cancellation cancellation,
      Duration timeout,
      Supplier<CommitPoint> newest,
      WriteSession.WriteOperation<T> operation) {
    return CallThreads.call(
        THREAD,
        () -> {
          cancellation.allowInterrupt();
          try {
            long deadlineNanos = System.nanoTime() + timeout.toNanos();
            lock(cancellation, timeout);
            try {
              WriteSession session =
                  new WriteSession(location.store(), location.name(), current::adopt, cancellation);
              return session.run(newest, deadlineNanos, operation, () -> removeDerived(session));
            } finally {
              unlock();
            }
          } finally {
            writes.remove(cancellation);
            cancellation.end();
          }
        });
  }

  /** Removes the texts that were derived from deleted documents. */
  private void removeDerived(WriteSession session) throws IOException {
    IndexTransaction transaction = session.transaction();
    if (transaction.hasDeletedDocuments() && location.name() instanceof Path directory) {
      session.runUninterrupted(() -> StoredDerivedRecords.removeDeleted(directory, transaction));
    }
  }

  private void lock(Cancellation cancellation, Duration timeout) {
    cancellation.check();
    try {
      // A sync inside a progress listener would delete the files that the outer sync is writing.
      if (writing.isHeldByCurrentThread()
          || !writing.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw WriteSession.newLockedException(location.store(), location.name());
      }
    } catch (InterruptedException e) {
      throw cancellation.newException(e);
    }
  }

  private void unlock() {
    if (current.isClosed()) {
      current.closeEmbedders();
    }
    writing.unlock();
  }

  /** Closes the index, as {@link Index#close} describes. */
  public void close() {
    writes.forEach(Cancellation::request);
    if (current.close()) {
      writes.forEach(Cancellation::request);
      closeEmbedders();
    }
  }

  /** Leaves the embedders to an operation that does not end in time. */
  private void closeEmbedders() {
    if (writing.isHeldByCurrentThread() || !awaitWriter()) {
      return;
    }
    try {
      current.closeEmbedders();
    } finally {
      writing.unlock();
    }
  }

  /** Acquires the lock of the writing threads. An interrupt matters only if one is writing. */
  private boolean awaitWriter() {
    try {
      return writing.tryLock() || writing.tryLock(closeTimeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
