package dev.arag.spring.internal.lifecycle;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the sync after the web server, and ends syncs and runs when the application stops. It
 * stops in the phase in which Spring Boot's web servers wait for their requests. Runs may end
 * during this phase. Shortly before its time is over they are cancelled, so that their requests
 * still get a response. The index is closed later, when its bean is destroyed.
 */
public final class AragLifecycle implements SmartLifecycle {
  /** The phase of Spring Boot's graceful shutdown of web servers. */
  private static final int PHASE = DEFAULT_PHASE - 1024;

  private static final Duration LONGEST_MARGIN = Duration.ofSeconds(2);
  private static final Logger LOG = LoggerFactory.getLogger("dev.arag.spring.AragLifecycle");

  private final ActiveRuns runs;
  private final @Nullable BackgroundSync sync;
  private final Duration phaseTimeout;
  private final boolean isGraceful;
  private volatile boolean isRunning;

  /**
   * @param phaseTimeout the time after which Spring no longer waits for the phase
   * @param isGraceful whether runs may end before they are cancelled
   */
  public AragLifecycle(
      ActiveRuns runs, @Nullable BackgroundSync sync, Duration phaseTimeout, boolean isGraceful) {
    this.runs = runs;
    this.sync = sync;
    this.phaseTimeout = phaseTimeout;
    this.isGraceful = isGraceful;
  }

  @Override
  public void start() {
    runs.accept();
    if (sync != null) {
      sync.start();
    }
    isRunning = true;
  }

  @Override
  public void stop() {
    stop(() -> {});
  }

  @Override
  public void stop(Runnable callback) {
    isRunning = false;
    if (sync != null) {
      sync.stop();
    }
    Thread end = new Thread(() -> endRuns(callback), "arag-shutdown");
    end.setDaemon(true);
    end.start();
  }

  private void endRuns(Runnable callback) {
    try {
      Duration margin = phaseTimeout.dividedBy(5);
      margin = margin.compareTo(LONGEST_MARGIN) < 0 ? margin : LONGEST_MARGIN;
      runs.awaitEnd(isGraceful ? phaseTimeout.minus(margin) : Duration.ZERO);
      int left = runs.count();
      if (left > 0) {
        LOG.info("The application stops: cancelling {} runs.", left);
      }
      runs.cancelAll();
      runs.awaitEnd(margin);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      callback.run();
    }
  }

  @Override
  public boolean isRunning() {
    return isRunning;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
