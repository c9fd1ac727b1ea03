package dev.arag.agent;

import dev.arag.agent.internal.concurrent.CallThreads;
import dev.arag.agent.internal.observe.EventLog;
import dev.arag.agent.internal.observe.EventSubscription;
import dev.arag.agent.internal.run.RunExecutor;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.internal.failure.Causes;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * A run on its own thread. Safe for use by several threads. A caller that is interrupted while it
 * waits gets a {@link CancellationException} with its interrupt flag set; the run continues until
 * it ends or {@link #cancel()} is called.
 */
public final class Run {
  private final CompletableFuture<Answer> answer = new CompletableFuture<>();
  private final RunExecutor executor;
  private final EventLog log;
  private final Thread thread;

  Run(RunExecutor executor, EventLog log) {
    this.executor = executor;
    this.log = log;
    thread = CallThreads.start("arag-run", this::execute);
  }

  private void execute() {
    try {
      Answer result = executor.answer();
      log.end(null);
      answer.complete(result);
    } catch (Throwable e) {
      log.end(e instanceof NoAnswerException ? null : e);
      answer.completeExceptionally(e);
    }
  }

  /**
   * Waits for the answer.
   *
   * @throws NoAnswerException if there is no answer; its stop reason is CANCELLED after {@link
   *     #cancel()}
   * @throws dev.arag.core.error.CorpusException if the corpus could not be read
   */
  public Answer answer() {
    try {
      return answer.get();
    } catch (InterruptedException e) {
      throw EventLog.waitInterrupted(e);
    } catch (ExecutionException e) {
      throw Causes.unchecked(e);
    }
  }

  /** Cancels the run. Does nothing if it has ended or was cancelled before. Does not wait. */
  public void cancel() {
    if (!answer.isDone()) {
      executor.cancel();
      thread.interrupt();
    }
  }

  /**
   * Waits for the run to end and returns its trajectory, with an answer or without.
   *
   * @throws dev.arag.core.error.CorpusException if the corpus could not be read
   */
  public Trajectory trajectory() {
    try {
      return answer().trajectory();
    } catch (NoAnswerException e) {
      return e.trajectory();
    }
  }

  /**
   * Passes all events in order, from the first, to a consumer on the caller's thread, and returns
   * when the run has ended. Exceptions of the consumer reach the caller and do not affect the run.
   */
  public void forEach(Consumer<RunEvent> consumer) {
    for (int i = 0; log.await(i); i++) {
      consumer.accept(log.get(i));
    }
  }

  /**
   * Publishes all events in order, from the first, to each subscriber on its own thread and at the
   * rate it requests. The stream completes when the run has ended, with an answer or without; it
   * fails if {@link #answer()} throws any exception but {@link NoAnswerException}.
   */
  public Flow.Publisher<RunEvent> events() {
    return subscriber -> EventSubscription.start(subscriber, log);
  }

  /** A future of the answer, or of the exception. Cancelling the future cancels the run. */
  public CompletableFuture<Answer> toFuture() {
    CompletableFuture<Answer> copy = answer.copy();
    CompletableFuture<Answer> unused =
        copy.whenComplete(
            (done, failure) -> {
              if (copy.isCancelled()) {
                cancel();
              }
            });
    return copy;
  }
}
