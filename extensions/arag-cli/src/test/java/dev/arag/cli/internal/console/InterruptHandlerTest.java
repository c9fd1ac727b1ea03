package dev.arag.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Java cannot send a signal")
final class InterruptHandlerTest {
  /** In a process of its own, which the handler ends. */
  static final class Work {
    private static final CountDownLatch HOOK = new CountDownLatch(1);

    public static void main(String[] args) {
      Runtime.getRuntime().addShutdownHook(new Thread(Work::hook));
      InterruptHandler.exitAfter(Work::run);
    }

    private static void hook() {
      System.out.println("hook");
      HOOK.countDown();
    }

    private static int run() {
      System.out.println("started");
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        cleanUp();
      }
      System.out.println("work ended");
      return 0;
    }

    private static void cleanUp() {
      try {
        assertThat(HOOK.await(100, TimeUnit.MILLISECONDS)).isFalse();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void shutdownHooksRunAfterTheWorkHasEnded() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Work.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo("started");
      process.toHandle().destroy(); // Process.destroy also closes the output.
      assertThat(output.lines()).containsExactly("work ended", "hook");
    }
    assertThat(process.waitFor()).isEqualTo(130);
  }
}
