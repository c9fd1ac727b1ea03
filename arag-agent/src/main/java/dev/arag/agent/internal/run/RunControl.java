package dev.arag.agent.internal.run;

import dev.arag.agent.internal.loop.BudgetExhausted;
import dev.arag.agent.internal.model.CallOptions;
import dev.arag.agent.trajectory.StopReason;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.UnaryOperator;

/**
 * How long and how often one run tries. It ends at once when somebody cancels it, or interrupts its
 * thread.
 */
public final class RunControl {
  private final int retries;
  private final DoubleSupplier jitter;
  private Consumer<String> onText = text -> {};
  private UnaryOperator<Runnable> carrier = UnaryOperator.identity();
  private volatile boolean isCancelled;

  public RunControl(int retries, DoubleSupplier jitter) {
    this.retries = retries;
    this.jitter = jitter;
  }

  /** Ends the run at its next step; whoever calls this wakes it by an interrupt too. */
  public void cancel() {
    isCancelled = true;
  }

  /** Interrupts the thread once more if somebody took away the interrupt that came with cancel. */
  public void renewInterrupt() {
    if (isCancelled) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isCancelled() {
    return isCancelled || Thread.currentThread().isInterrupted();
  }

  /** Whom text is told while a model writes it. */
  public void tellText(Consumer<String> onText) {
    this.onText = onText;
  }

  /** Who wraps what is done on other threads. */
  public void carryBy(UnaryOperator<Runnable> carrier) {
    this.carrier = carrier;
  }

  UnaryOperator<Runnable> carrier() {
    return carrier;
  }

  void requireGoingOn() {
    if (isCancelled()) {
      throw new BudgetExhausted(StopReason.CANCELLED);
    }
  }

  CallOptions terms(Duration atMost, Consumer<CallOptions.Retry> onRetry) {
    return new CallOptions(atMost, retries, jitter, onRetry, onText, carrier);
  }
}
