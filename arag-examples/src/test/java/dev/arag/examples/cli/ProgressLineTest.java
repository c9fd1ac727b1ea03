package dev.arag.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Progress in a pipe: a line now and then, with a rate once one is known. */
final class ProgressLineTest {
  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong clock = new AtomicLong();
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(written, true, StandardCharsets.UTF_8);

  private ProgressLine line() {
    Surroundings surroundings = new Surroundings(stream, stream, Map.of("NO_COLOR", "1"));
    return new ProgressLine(new Output(surroundings, false), clock::get);
  }

  @Test
  void aPipeGetsALineEveryFiveSeconds() {
    try (ProgressLine line = line()) {
      for (int i = 1; i <= 120; i++) {
        clock.addAndGet(SECOND / 10);
        line.show(i / 120.0, "did " + i);
      }
    }
    assertThat(written.toString(StandardCharsets.UTF_8)).isEqualTo("did 50\ndid 100\n");
  }

  @Test
  void theRateIsToldOnceFiftyAreDone() {
    Speed speed = new Speed(clock::get);
    clock.set(7 * SECOND);
    speed.start();
    clock.addAndGet(SECOND);
    assertThat(speed.of(49, 1_000)).isEmpty();
    assertThat(speed.of(50, 1_000)).isEqualTo(", 50/s, 19 s left");
    assertThat(speed.of(50, 10_000)).isEqualTo(", 50/s, 3 min 19 s left");
  }
}
