package dev.arag.cli.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.evaluation.batch.BatchProgress;
import org.junit.jupiter.api.Test;

class BatchProgressTextTest {
  @Test
  void showsRateMoneyAccuracyAndTimeLeft() {
    BatchProgress progress = new BatchProgress(200, 45, 5, 10, 30, 160, 1.239);
    assertThat(BatchProgressText.format(progress, 20))
        .isEqualTo("50/200, 2.0/s, cost 1.24, 60 % correct, 75 s left");
  }

  @Test
  void showsTheTimeLeftAfterTenSeconds() {
    BatchProgress progress = new BatchProgress(200, 10, 0, 0, 5, 20, null);
    assertThat(BatchProgressText.format(progress, 9.9)).isEqualTo("10/200, 1.0/s, 50 % correct");
    assertThat(BatchProgressText.format(progress, 10))
        .isEqualTo("10/200, 1.0/s, 50 % correct, 3 min left");
  }

  @Test
  void showsSlowRunsPerMinute() {
    BatchProgress progress = new BatchProgress(200, 2, 0, 0, 0, 9, null);
    assertThat(BatchProgressText.format(progress, 60))
        .isEqualTo("2/200, 2.0/min, 0 % correct, 2 h left");
  }

  @Test
  void showsNoRateBeforeTheFirstSecond() {
    assertThat(BatchProgressText.format(new BatchProgress(200, 0, 0, 0, 0, 0, null), 30))
        .isEqualTo("0/200");
    assertThat(BatchProgressText.format(new BatchProgress(200, 50, 0, 50, 20, 0, null), 30))
        .isEqualTo("50/200, 40 % correct");
  }

  /** A bar of 28 columns stands before the text; a terminal has 80. */
  @Test
  void fitsBesideTheBar() {
    BatchProgress large = new BatchProgress(10_000, 9_000, 990, 0, 9_000, 99_999, 999.99);
    assertThat(BatchProgressText.format(large, 300_000))
        .isEqualTo("9990/10000 2.0/min cost 1000 90 % 5 min left");
  }
}
