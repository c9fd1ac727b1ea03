package dev.arag.agent;

import dev.arag.agent.internal.concurrent.CallThreads;
import dev.arag.agent.internal.observe.EventLog;
import dev.arag.agent.internal.observe.EventSubscription;
import dev.arag.agent.internal.run.RunControl;
import dev.arag.agent.trajectory.Trajectory;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * A run under way, on a thread of its own. Safe for use by several threads. Whoever waits here and
 * is interrupted stops waiting, with a {@link CancellationException} and the flag of the thread
 * set; the run goes on until it ends or {@link #cancel()} is called.
 */
public final class Run {
  private final CompletableFuture<Answer> answer = new CompletableFuture<>();
  private final EventLog log;
  private final RunControl patience;
  private final Thread thread;

  private Run(EventLog log, RunControl patience, Work work) {
    this.log = log;
    this.patience = patience;
    thread = CallThreads.start("arag-run", () -> run(work));
  }

  /** What makes the answer. */
  interface Work {
    Answer answer();
  }

  static Run start(EventLog log, RunControl patience, Work work) {
    return new Run(log, patience, work);
  }

  private void run(Work work) {
    try {
      Answer made = work.answer();
      log.end(null);
      answer.complete(made);
    } catch (Throwable e) {
      log.end(e instanceof NoAnswerException ? null : e);
      answer.completeExceptionally(e);
    }
  }

  /**
   * Waits for the answer.
   *
   * @throws NoAnswerException if there is nothing to read; its stop reason is CANCELLED after
   *     {@link #cancel()}
   * @throws dev.arag.core.error.CorpusException if the corpus could not be read
   */
  public Answer answer() {
    try {
      return answer.get();
    } catch (InterruptedException e) {
      throw EventLog.interrupted(e);
    } catch (ExecutionException e) {
      throw failure(e);
    }
  }

  /**
   * What work on another thread ended with, to be thrown on this one; an Error is thrown at once.
   */
  public static RuntimeException failure(ExecutionException failure) {
    if (failure.getCause() instanceof Error error) {
      throw error;
    }
    return failure.getCause() instanceof RuntimeException known
        ? known
        : new IllegalStateException(failure.getCause());
  }

  /** Ends the run. Does nothing when it has ended or was cancelled before. Does not wait. */
  public void cancel() {
    if (!answer.isDone()) {
      patience.cancel();
      thread.interrupt();
    }
  }

  /**
   * Waits for the run to end and gives its record, with an answer or without.
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
   * Hands over all events in order, from the first, on the caller's thread, and returns when the
   * run has ended. What the consumer throws comes out here and does not touch the run.
   */
  public void forEach(Consumer<RunEvent> consumer) {
    for (int i = 0; log.awaits(i); i++) {
      consumer.accept(log.get(i));
    }
  }

  /**
   * All events in order, from the first, for each subscriber as fast as it asks for them, on a
   * thread of its own. They complete when the run has ended, with an answer or without; they fail
   * where {@link #answer()} throws anything but {@link NoAnswerException}.
   */
  public Flow.Publisher<RunEvent> events() {
    return subscriber -> EventSubscription.start(subscriber, log);
  }

  /** The answer once it is there, or why there is none. Cancelling the future cancels the run. */
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
