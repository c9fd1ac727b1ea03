package dev.arag.core.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An interrupt, a class loader or a name must not reach the next task of a reused thread. */
class PooledTaskTest {
  private final ExecutorService thread = Executors.newSingleThreadExecutor();

  @AfterEach
  void stop() {
    thread.shutdownNow();
  }

  private static PooledTask<Boolean> task() {
    return new PooledTask<>("work", () -> Thread.currentThread().isInterrupted());
  }

  @Test
  void anInterruptBeforeTheStartReachesTheTask() throws Exception {
    PooledTask<Boolean> task = task();
    task.interrupt();
    thread.execute(task);
    assertThat(task.get()).isTrue();
  }

  @Test
  void anInterruptReachesTheTaskThatRunsAndNoOther() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    PooledTask<String> waiting =
        new PooledTask<>(
            "work",
            () -> {
              began.countDown();
              try {
                new CountDownLatch(1).await();
                return "ended";
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "interrupted in " + Thread.currentThread().getName();
              }
            });
    thread.execute(waiting);
    began.await();
    waiting.interrupt();
    assertThat(waiting.get()).isEqualTo("interrupted in work");
    waiting.interrupt();
    PooledTask<Boolean> next = task();
    thread.execute(next);
    assertThat(next.get()).isFalse();
  }

  @Test
  void aThreadHasTheNameOfATaskOnlyWhileItRunsTheTask() throws Exception {
    PooledTask<String> task = new PooledTask<>("work", () -> Thread.currentThread().getName());
    thread.execute(task);
    assertThat(task.get()).isEqualTo("work");
    assertThat(thread.submit(() -> Thread.currentThread().getName()).get())
        .isEqualTo(PooledTask.IDLE);
  }

  @Test
  void theTaskHasTheClassLoaderOfItsCaller() throws Exception {
    Thread caller = Thread.currentThread();
    ClassLoader before = caller.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[0])) {
      caller.setContextClassLoader(loader);
      PooledTask<ClassLoader> task =
          new PooledTask<>("work", () -> Thread.currentThread().getContextClassLoader());
      caller.setContextClassLoader(before);
      thread.execute(task);
      assertThat(task.get()).isSameAs(loader);
      assertThat(thread.submit(() -> Thread.currentThread().getContextClassLoader()).get())
          .isNull();
    } finally {
      caller.setContextClassLoader(before);
    }
  }
}
