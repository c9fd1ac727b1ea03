package dev.arag.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.cli.internal.report.ProgressRate;
import dev.arag.cli.internal.report.ProgressReporter;
import dev.arag.index.sync.SyncProgress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the progress output without a terminal: one line every five seconds, with a rate as soon as
 * the rate is known.
 */
final class ProgressLineTest {
  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong clock = new AtomicLong();
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(written, true, StandardCharsets.UTF_8);

  private ProgressLine line() {
    return line(new CliEnvironment(stream, stream, Map.of(), false));
  }

  private ProgressLine line(CliEnvironment environment) {
    return new ProgressLine(new CommandOutput(environment, false), clock::get);
  }

  @Test
  void printsALineEveryFiveSecondsWithoutATerminal() {
    try (ProgressLine line = line()) {
      for (int i = 1; i <= 120; i++) {
        clock.addAndGet(SECOND / 10);
        line.show(i / 120.0, "did " + i);
      }
    }
    assertThat(lines()).containsExactly("41 % did 50", "83 % did 100");
  }

  @Test
  void redrawsABarOnATerminal() {
    try (ProgressLine line =
        line(new CliEnvironment(stream, stream, Map.of("TERM", "xterm"), true))) {
      clock.addAndGet(SECOND);
      line.show(0.5, "did 50");
      assertThat(written.toString(StandardCharsets.UTF_8))
          .isEqualTo("\r[##########..........]  50 % did 50");
    }
    assertThat(Screen.of(written.toString(StandardCharsets.UTF_8))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"TERM, dumb", "NO_COLOR, 1"})
  void printsLinesOnATerminalThatCannotRedraw(String variable, String value) {
    Map<String, String> variables = Map.of(variable, value, "COLUMNS", "80");
    try (ProgressLine line = line(new CliEnvironment(stream, stream, variables, true))) {
      for (int i = 1; i <= 60; i++) {
        clock.addAndGet(SECOND / 10);
        line.show(i / 60.0, "did " + i);
      }
    }
    assertThat(written.toString(StandardCharsets.UTF_8)).isEqualTo("83 % did 50\n");
  }

  private List<String> lines() {
    return written.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void rateIsShownAfterOneSecondAndTheRemainingTimeAfterTen() {
    clock.set(7 * SECOND);
    ProgressRate rate = new ProgressRate(clock::get, 0.2, 1_000);
    clock.addAndGet(SECOND);
    assertThat(rate.format(0.3, 1_049)).isEmpty();
    assertThat(rate.format(0.3, 1_050)).isEqualTo(", 50/s");
    clock.addAndGet(9 * SECOND - 1);
    assertThat(rate.format(0.3, 1_050)).isEqualTo(", 5.0/s");
    clock.addAndGet(1);
    assertThat(rate.format(0.3, 1_050)).isEqualTo(", 5.0/s, 1 min 10 s left");
    assertThat(rate.format(0.2, 21_000)).isEqualTo(", 2,000/s");
  }

  @Test
  void longTimesAreShownInHours() {
    assertThat(Formatting.wholeSeconds(59.6)).isEqualTo("1 min 0 s");
    assertThat(Formatting.wholeSeconds(3_599)).isEqualTo("59 min 59 s");
    assertThat(Formatting.wholeSeconds(12_000)).isEqualTo("3 h 20 min");
  }

  @Test
  void readingDoesNotAffectTheRemainingTimeOfEmbedding() {
    try (ProgressLine line = line()) {
      ProgressReporter reporter = new ProgressReporter(line, clock::get);
      for (int document = 1; document <= 500; document++) {
        clock.addAndGet(SECOND / 50);
        reporter.report(new SyncProgress("docs", document / 1_000.0, document, 0, 0));
      }
      for (int sentence = 32; sentence <= 6_400; sentence += 32) {
        clock.addAndGet(SECOND / 5);
        double share = 0.5 + 0.5 * sentence / 6_400;
        reporter.report(new SyncProgress("docs", share, 1_000, 6_400, sentence));
      }
    }
    assertThat(lines())
        .startsWith("25 % 250 documents read, 50/s")
        .contains(
            "62 % 1,600 sentences embedded, 160/s",
            "87 % 4,800 sentences embedded, 160/s, 10 s left");
  }
}
