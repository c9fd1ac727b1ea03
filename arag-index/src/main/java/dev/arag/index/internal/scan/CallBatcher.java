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
 * Batches concurrent calls, for work where one run for several calls costs little more than for
 * one. The first call runs at once and alone. When it ends, one of the waiting calls runs for
 * itself and for others. There is no thread and no delay for collecting calls. Thread-safe.
 *
 * @param <Q> the request of a call
 * @param <A> its result
 */
public final class CallBatcher<Q, A> {
  private final int maxCalls;
  private final Function<List<Q>, List<A>> run;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Call> waiting = new ArrayDeque<>();
  private boolean isRunning;

  /**
   * @param maxCalls calls that share a run
   * @param run returns one result per request, in their order
   */
  public CallBatcher(int maxCalls, Function<List<Q>, List<A>> run) {
    this.maxCalls = maxCalls;
    this.run = run;
  }

  private enum CallState {
    WAITING,
    /** Another call runs it. */
    TAKEN,
    /** Its thread runs the next batch. */
    LEADER,
    DONE,
    /** The run failed, perhaps because of another request; the call runs again alone. */
    RETRY_ALONE
  }

  /** One call. Its fields are guarded by the lock. */
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
   * @throws InterruptedException if this thread is interrupted while it waits for others
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

  /** The number of waiting calls. */
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
