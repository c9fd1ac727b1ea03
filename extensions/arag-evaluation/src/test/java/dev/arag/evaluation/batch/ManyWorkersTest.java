package dev.arag.evaluation.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Strategies;
import dev.arag.evaluation.Batch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Batches on replayed models: the number of workers changes neither the results nor the memory. */
class ManyWorkersTest {
  private final Recordings recordings = Recordings.ofSearches(BatchFixture.CORPUS, 20);
  @TempDir Path folder;

  @Test
  @Timeout(120)
  void resultsDoNotDependOnTheNumberOfWorkers() throws IOException {
    compare(80);
  }

  @Tag("full")
  @Test
  @Timeout(3_600)
  void tenThousandResultsDoNotDependOnTheNumberOfWorkers() throws IOException {
    compare(10_000);
  }

  private void compare(int questions) throws IOException {
    Path one = run(questions, 1);
    Path many = run(questions, 32);
    assertThat(Files.mismatch(one, many)).as("position of the first difference").isEqualTo(-1);
    List<String> lines = Files.readAllLines(one);
    assertThat(lines).hasSize(questions);
    for (int i = 0; i < questions; i++) {
      assertThat(lines.get(i)).startsWith("{\"qid\":\"q" + i + "\"");
    }
  }

  /** Runs a batch and checks the memory that it uses beyond what it used after a tenth of it. */
  private Path run(int questions, int workers) {
    Path results = folder.resolve(workers + " workers");
    long[] used = new long[2];
    BatchReport report =
        Batch.builder(BatchFixture.CORPUS, recordings.models())
            .strategies(Strategies.arag())
            .questions(BatchFixture.questions(questions))
            .clock(() -> 0)
            .workers(workers)
            .listener(progress -> measure(progress, used))
            .build()
            .run(results);
    assertThat(report.progress().answered()).isEqualTo(questions);
    assertThat(report.progress().modelCalls()).isEqualTo(3L * questions);
    System.out.printf(
        Locale.ROOT,
        "ManyWorkersTest: %,d questions, %d workers: %.1f MiB live after a tenth, %.1f MiB at the"
            + " end%n",
        questions,
        workers,
        used[0] / 1048576.0,
        used[1] / 1048576.0);
    assertThat(used[1] - used[0]).as("growth of live memory").isLessThan(8 << 20);
    return results.resolve("arag.jsonl");
  }

  private static void measure(BatchProgress progress, long[] used) {
    boolean isTenth = progress.done() == progress.questions() / 10;
    if (isTenth || progress.done() == progress.questions()) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      used[isTenth ? 0 : 1] = runtime.totalMemory() - runtime.freeMemory();
    }
  }
}
