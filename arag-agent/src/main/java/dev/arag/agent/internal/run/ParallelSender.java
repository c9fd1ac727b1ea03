package dev.arag.agent.internal.run;

import dev.arag.agent.RunEvent;
import dev.arag.agent.internal.loop.BudgetTracker;
import dev.arag.agent.internal.loop.LoopContext;
import dev.arag.agent.internal.loop.Request;
import dev.arag.agent.internal.loop.TrajectoryRecorder;
import dev.arag.agent.internal.model.CallOptions;
import dev.arag.agent.internal.model.ModelConnection;
import dev.arag.agent.internal.model.ModelFailures;
import dev.arag.agent.internal.model.ModelName;
import dev.arag.agent.internal.model.ReplySanitizer;
import dev.arag.agent.internal.run.RequestSender.Send;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.trajectory.Step;
import dev.arag.core.internal.thread.CallThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends groups of independent requests, several at the same time. The calls run on threads of their
 * own. Everything else happens on the thread of the run: the usage is counted and the steps are
 * recorded in the order of the requests after all calls have ended, so that the trajectory does not
 * depend on the order of the replies.
 */
final class ParallelSender {
  private static final String THREAD_NAME = "arag-parallel";
  private static final String RATE_LIMIT = "rate_limit";

  private final LoopContext loop;
  private final BudgetTracker budget;
  private final TrajectoryRecorder recorder;
  private final int retries;
  private final DoubleSupplier jitter;

  /** The maximum number of calls at the same time. */
  private final AtomicInteger width;

  private int groups;

  /**
   * A group of requests to the model of one role.
   *
   * @param requests the requests; their calls were counted, and the last one has the number {@link
   *     BudgetTracker#modelCalls()}
   */
  record Group(ModelConnection model, String role, List<Request> requests, Send send) {}

  /** The result of a request: a reply or a failure. */
  record Result(Request request, @Nullable Reply reply, @Nullable ModelException failure) {
    /** Returns the text of the reply; empty if there is none. */
    String text() {
      return reply == null ? "" : reply.text();
    }
  }

  /**
   * @param retries the maximum number of retries of a failed attempt of each call
   * @param jitter returns random numbers from 0 to 1; must be thread-safe
   * @param parallelCalls the maximum number of calls at the same time
   */
  ParallelSender(LoopContext loop, int retries, DoubleSupplier jitter, int parallelCalls) {
    this.loop = loop;
    this.budget = loop.budget();
    this.recorder = loop.recorder();
    this.retries = retries;
    this.jitter = jitter;
    this.width = new AtomicInteger(parallelCalls);
  }

  /**
   * Sends the requests of a group, and waits for all of them. If the current thread is interrupted,
   * the calls are interrupted, and the interrupt flag stays set.
   *
   * @return the results in the order of the requests
   */
  List<Result> send(Group group) {
    List<Call> calls = start(group);
    Duration start = budget.elapsed();
    if (group.model().record().isPresent()) {
      // Recorded replies must be taken in the order in which they were recorded.
      calls.forEach(Call::run);
    } else {
      new Workers(calls, group.model().isOrdered() ? 1 : width.get()).runAll();
    }
    Duration elapsed = budget.elapsed().minus(start);
    int number = calls.size() == 1 ? 0 : ++groups;
    return calls.stream().map(call -> call.record(number, elapsed)).toList();
  }

  private List<Call> start(Group group) {
    ModelName name = group.model().name();
    long endNanos = System.nanoTime() + budget.timeForTurn().toNanos();
    int first = budget.modelCalls() - group.requests().size() + 1;
    List<Call> calls = new ArrayList<>();
    for (Request request : group.requests()) {
      int turn = first + calls.size();
      recorder.send(new RunEvent.TurnStarted(turn, group.role(), name.model(), name.provider()));
      calls.add(new Call(group, request, turn, endNanos));
    }
    return calls;
  }

  /** Runs calls on several threads. */
  private final class Workers {
    private final List<Call> calls;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch running;

    Workers(List<Call> calls, int threads) {
      this.calls = calls;
      running = new CountDownLatch(Math.min(threads, calls.size()));
    }

    void runAll() {
      List<Thread> threads =
          IntStream.range(0, (int) running.getCount())
              .mapToObj(number -> CallThreads.start(THREAD_NAME, () -> work(number)))
              .toList();
      boolean isInterrupted = false;
      while (running.getCount() > 0) {
        try {
          running.await();
        } catch (InterruptedException e) {
          isInterrupted = true;
          next.set(calls.size());
          threads.forEach(Thread::interrupt);
        }
      }
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }

    /** Makes calls until none is left, or until a rate limit allows fewer threads. */
    private void work(int number) {
      try {
        for (int i = next.getAndIncrement(); i < calls.size(); i = next.getAndIncrement()) {
          calls.get(i).run();
          if (number >= width.get()) {
            return;
          }
        }
      } finally {
        running.countDown();
      }
    }
  }

  /**
   * One call. It is made on a thread of its own, and recorded on the thread of the run.
   *
   * <p>A retried attempt runs in the context of the first one, which only the thread of the run can
   * create.
   */
  private final class Call {
    private final Group group;
    private final Request request;
    private final int turn;
    private final long endNanos;
    private final List<CallOptions.FailedAttempt> failedAttempts = new ArrayList<>();
    private final Runnable wrapped;
    private volatile Runnable attempt = () -> {};
    private @Nullable Reply reply;
    private @Nullable Throwable failure;

    Call(Group group, Request request, int turn, long endNanos) {
      this.group = group;
      this.request = request;
      this.turn = turn;
      this.endNanos = endNanos;
      boolean isReplay = group.model().record().isPresent();
      wrapped = isReplay ? () -> {} : recorder.wrap(() -> attempt.run());
    }

    void run() {
      try {
        reply = group.send().send(group.model(), request, options());
      } catch (Throwable e) {
        failure = e;
        noteRateLimit(e);
      }
    }

    private CallOptions options() {
      Duration left = Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
      return new CallOptions(
          left,
          retries,
          jitter,
          failed -> {
            failedAttempts.add(failed);
            noteRateLimit(failed.failure());
          },
          text -> {},
          work -> {
            attempt = work;
            return wrapped;
          });
    }

    private void noteRateLimit(Throwable failed) {
      if (failed instanceof ModelException exception && exception.type().equals(RATE_LIMIT)) {
        width.updateAndGet(calls -> Math.max(1, calls / 2));
      }
    }

    Result record(int number, Duration elapsed) {
      for (CallOptions.FailedAttempt failed : failedAttempts) {
        String error = String.valueOf(failed.failure().getMessage());
        recorder.send(new RunEvent.Retrying(turn, error, failed.pause()));
        recorder.add(
            new Step.Retry(
                turn,
                group.role(),
                error,
                failed.failure().type(),
                failed.pause(),
                failed.elapsed()));
      }
      int tokens = loop.count(request);
      if (reply != null) {
        Reply counted = loop.addUsage(reply, group.role(), tokens);
        recorder.add(
            new Step.ModelCall(
                turn,
                group.role(),
                request.messages(),
                List.of(),
                false,
                tokens,
                number,
                counted,
                elapsed));
        return new Result(request, ReplySanitizer.of(counted, request.messages(), List.of()), null);
      }
      ModelException failed = modelFailure();
      recorder.add(
          new Step.ModelFailure(
              turn,
              group.role(),
              request.messages(),
              String.valueOf(failed.getMessage()),
              failed.kind(),
              failed.type(),
              number,
              elapsed));
      return new Result(request, null, failed);
    }

    /** Returns the failure of the model. Throws any other failure, because it ends the run. */
    private ModelException modelFailure() {
      if (failure == null) {
        return ModelFailures.interrupted(new InterruptedException("The call was not made."));
      }
      if (failure instanceof ModelException exception) {
        return exception;
      }
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    }
  }
}
