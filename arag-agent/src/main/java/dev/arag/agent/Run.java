package dev.arag.agent;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.internal.concurrent.ContextTask;
import dev.arag.agent.internal.observe.EventLog;
import dev.arag.agent.internal.observe.EventSubscription;
import dev.arag.agent.internal.run.QuestionRun;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.internal.failure.Causes;
import dev.arag.core.internal.thread.CallThreads;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * A run that {@link Agent#start} or {@link Conversation#start} started on a separate thread. This
 * class is thread-safe. If a thread is interrupted while it waits for the run in a method of this
 * class, the method throws a {@link CancellationException} and the interrupt flag stays set. The
 * run itself continues until it ends or {@link #cancel()} is called.
 */
public final class Run {
  private final CompletableFuture<Answer> answer = new CompletableFuture<>();
  private final QuestionRun run;
  private final EventLog log;
  private final Thread thread;

  Run(QuestionRun run, EventLog log) {
    this.run = run;
    this.log = log;
    ContextTask<Object> task = run.task(Executors.callable(this::execute));
    thread = CallThreads.start(QuestionRun.THREAD_NAME, () -> executeInContext(task));
  }

  private void executeInContext(ContextTask<Object> task) {
    try {
      task.runInContext();
      Object unused = task.get();
    } catch (ExecutionException e) {
      run.release();
      fail(Causes.of(e));
    } catch (InterruptedException e) {
      throw new IllegalStateException("The task has not ended.", e);
    }
  }

  private void execute() {
    try {
      Answer result = run.answer();
      log.end(null);
      answer.complete(result);
    } catch (Throwable e) {
      fail(e);
    }
  }

  private void fail(Throwable failure) {
    log.end(failure instanceof NoAnswerException ? null : failure);
    answer.completeExceptionally(failure);
  }

  /**
   * Waits for the answer.
   *
   * @throws NoAnswerException if there is no answer; after {@link #cancel()} the stop reason is
   *     CANCELLED
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

  /**
   * Cancels the run and returns without waiting for its end. Has no effect if the run has ended or
   * was cancelled before.
   */
  public void cancel() {
    if (!answer.isDone()) {
      run.cancel();
      thread.interrupt();
    }
  }

  /**
   * Waits for the run to end and returns its trajectory, whether or not there is an answer.
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
   * Passes all events of the run to a consumer, in order and starting with the first event. The
   * consumer is called on the caller's thread. This method returns when the run has ended. An
   * exception thrown by the consumer is passed on to the caller and does not affect the run.
   */
  public void forEach(Consumer<RunEvent> consumer) {
    requireNonNull(consumer, "consumer");
    for (int i = 0; log.await(i); i++) {
      consumer.accept(log.get(i));
    }
  }

  /**
   * Publishes all events of the run to each subscriber, in order and starting with the first event.
   * Each subscriber is called on a separate thread and at the rate that the subscriber requests.
   * The stream completes when the run has ended, whether or not there is an answer. The stream
   * fails if {@link #answer()} throws an exception other than {@link NoAnswerException}.
   */
  public Flow.Publisher<RunEvent> events() {
    return subscriber -> EventSubscription.start(subscriber, log);
  }

  /**
   * Returns a future that completes with the answer or with the exception that {@link #answer()}
   * throws. Cancelling the future cancels the run.
   */
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
