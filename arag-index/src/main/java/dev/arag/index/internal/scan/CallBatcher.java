package dev.arag.index.internal.scan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Batches concurrent calls. Batching is useful if processing several requests together costs little
 * more than processing one. The first call runs immediately and alone. When a run ends, the thread
 * of one waiting call runs its own request together with those of other waiting calls. Batching
 * needs no additional thread and does not delay calls to collect more of them. Thread-safe.
 *
 * @param <Q> the type of requests
 * @param <A> the type of results
 */
public final class CallBatcher<Q, A> {
  private final int maxCalls;
  private final Function<List<Q>, List<A>> run;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Call> waiting = new ArrayDeque<>();
  private boolean isRunning;

  /**
   * @param maxCalls the maximum number of calls that share a run
   * @param run processes requests and returns one result per request, in the same order
   */
  public CallBatcher(int maxCalls, Function<List<Q>, List<A>> run) {
    this.maxCalls = maxCalls;
    this.run = run;
  }

  private enum CallState {
    WAITING,
    /** The thread of another call is running this request. */
    TAKEN,
    /** The thread of this call runs the next batch. */
    LEADER,
    DONE,
    /**
     * The run failed, possibly because of another request in the batch. This request must be run
     * again alone.
     */
    RETRY_ALONE
  }

  /** A call and its state. The lock guards all mutable fields. */
  private final class Call {
    private final Q request;
    private final Condition changed = lock.newCondition();
    private CallState state = CallState.WAITING;
    private @Nullable A result;

    Call(Q request) {
      this.request = request;
    }

    void become(CallState next) {
      state = next;
      changed.signal();
    }

    boolean isPending() {
      return state == CallState.WAITING || state == CallState.TAKEN;
    }
  }

  /**
   * Runs a request and waits for its result.
   *
   * @throws InterruptedException if this thread is interrupted while it waits for another call
   */
  public A call(Q request) throws InterruptedException {
    Call call = new Call(request);
    CallState state = enter(call);
    if (state == CallState.LEADER) {
      return lead(call);
    }
    A result = call.result;
    return state == CallState.DONE && result != null ? result : run.apply(List.of(request)).get(0);
  }

  private CallState enter(Call call) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (isRunning) {
        waiting.add(call);
        await(call);
      } else {
        isRunning = true;
        call.state = CallState.LEADER;
      }
      return call.state;
    } finally {
      lock.unlock();
    }
  }

  private void await(Call call) throws InterruptedException {
    try {
      while (call.isPending()) {
        call.changed.await();
      }
    } catch (InterruptedException e) {
      waiting.remove(call);
      if (call.state == CallState.LEADER) {
        handOver();
      }
      throw e;
    }
  }

  /** Returns the number of waiting calls. */
  int waiting() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  private A lead(Call leader) {
    List<Call> calls = gather(leader);
    @Nullable List<A> results = null;
    try {
      results = run.apply(calls.stream().map(call -> call.request).toList());
      return results.get(0);
    } finally {
      end(calls, results);
    }
  }

  private List<Call> gather(Call leader) {
    lock.lock();
    try {
      List<Call> calls = new ArrayList<>(List.of(leader));
      while (calls.size() < maxCalls && !waiting.isEmpty()) {
        Call call = waiting.remove();
        call.state = CallState.TAKEN;
        calls.add(call);
      }
      return calls;
    } finally {
      lock.unlock();
    }
  }

  private void end(List<Call> calls, @Nullable List<A> results) {
    lock.lock();
    try {
      for (int i = 1; i < calls.size(); i++) {
        calls.get(i).result = results == null ? null : results.get(i);
        calls.get(i).become(results == null ? CallState.RETRY_ALONE : CallState.DONE);
      }
      handOver();
    } finally {
      lock.unlock();
    }
  }

  private void handOver() {
    @Nullable Call next = waiting.poll();
    isRunning = next != null;
    if (next != null) {
      next.become(CallState.LEADER);
    }
  }
}
