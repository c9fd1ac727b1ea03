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
 * Lets calls that come while another one runs share the next run, where one run for several costs
 * little more than for one. The first call runs at once and alone; when it is done, one of those
 * that came meanwhile runs for itself and for others. No thread of its own, and nobody waits for
 * calls to come. Safe for use by several threads.
 *
 * @param <Q> what a call asks for
 * @param <A> what it gets
 */
public final class JoinedCalls<Q, A> {
  private final int most;
  private final Function<List<Q>, List<A>> run;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Call> waiting = new ArrayDeque<>();
  private boolean isRunning;

  /**
   * @param most calls that share a run
   * @param run gives as many answers as it is asked for, in their order
   */
  public JoinedCalls(int most, Function<List<Q>, List<A>> run) {
    this.most = most;
    this.run = run;
  }

  private enum State {
    WAITING,
    /** Another call runs for this one. */
    TAKEN,
    /** Its thread is to run, for itself and for others. */
    LEADS,
    ANSWERED,
    /** The run it was part of failed, perhaps only for its leader. */
    LEFT_ALONE
  }

  /** One call. Its fields are guarded by the lock. */
  private final class Call {
    private final Q asked;
    private final Condition changed = lock.newCondition();
    private State state = State.WAITING;
    private @Nullable A answer;

    Call(Q asked) {
      this.asked = asked;
    }

    void become(State next) {
      state = next;
      changed.signal();
    }

    boolean isPending() {
      return state == State.WAITING || state == State.TAKEN;
    }
  }

  /**
   * Asks, and waits for the answer.
   *
   * @throws InterruptedException if this thread is interrupted while it waits for others
   */
  public A ask(Q asked) throws InterruptedException {
    Call call = new Call(asked);
    State state = enter(call);
    if (state == State.LEADS) {
      return lead(call);
    }
    A answer = call.answer;
    return state == State.ANSWERED && answer != null ? answer : run.apply(List.of(asked)).get(0);
  }

  private State enter(Call call) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (isRunning) {
        waiting.add(call);
        await(call);
      } else {
        isRunning = true;
        call.state = State.LEADS;
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
      if (call.state == State.LEADS) {
        handOver();
      }
      throw e;
    }
  }

  /** How many calls wait for a run that is not theirs. */
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
    @Nullable List<A> answers = null;
    try {
      answers = run.apply(calls.stream().map(call -> call.asked).toList());
      return answers.get(0);
    } finally {
      end(calls, answers);
    }
  }

  private List<Call> gather(Call leader) {
    lock.lock();
    try {
      List<Call> calls = new ArrayList<>(List.of(leader));
      while (calls.size() < most && !waiting.isEmpty()) {
        Call call = waiting.remove();
        call.state = State.TAKEN;
        calls.add(call);
      }
      return calls;
    } finally {
      lock.unlock();
    }
  }

  private void end(List<Call> calls, @Nullable List<A> answers) {
    lock.lock();
    try {
      for (int i = 1; i < calls.size(); i++) {
        calls.get(i).answer = answers == null ? null : answers.get(i);
        calls.get(i).become(answers == null ? State.LEFT_ALONE : State.ANSWERED);
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
      next.become(State.LEADS);
    }
  }
}
