package dev.arag.evaluation.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.evaluation.internal.row.ResultRow;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kills processes that run a batch. A question whose result was written is never asked again, and
 * each kill repeats at most the runs that were in progress.
 */
class KilledBatchTest {
  @TempDir Path folder;

  private int questions;
  private int kills;
  private int batches;
  private int repeated;

  @ParameterizedTest
  @ValueSource(longs = 1)
  @Timeout(300)
  void asksNoFinishedQuestionAgain(long seed) throws Exception {
    killUntil(1, 60, seed);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(longs = 2)
  @Timeout(7_200)
  void asksNoFinishedQuestionAgainAfterTwoHundredKills(long seed) throws Exception {
    killUntil(200, 200, seed);
  }

  private void killUntil(int wanted, int questionsOfABatch, long seed) throws Exception {
    questions = questionsOfABatch;
    Random random = new Random(seed);
    try (LoopbackLlm llm = new LoopbackLlm(5)) {
      while (kills < wanted) {
        llm.reset();
        runWithKills(folder.resolve("batch " + batches), llm, wanted, random);
        batches++;
      }
    }
    System.out.println(
        "KilledBatchTest, seed "
            + seed
            + ": "
            + kills
            + " processes killed during "
            + batches
            + " batches of "
            + questions
            + " questions, "
            + repeated
            + " runs in progress were repeated");
  }

  /** Kills the processes of one batch until a process finishes it. */
  private void runWithKills(Path results, LoopbackLlm llm, int wanted, Random random)
      throws Exception {
    Map<String, Integer> paid = new TreeMap<>();
    int killsOfThisBatch = 0;
    boolean isDone = false;
    while (!isDone) {
      if (kills < wanted) {
        Process process = BatchProcess.start(results, llm, questions);
        isDone = !kill(process, llm, llm.allCalls() + 1 + random.nextInt(40), random);
        killsOfThisBatch += isDone ? 0 : 1;
        kills += isDone ? 0 : 1;
      } else {
        BatchProcess.batch(llm.url(), questions).build().run(results);
        isDone = true;
      }
      Map<String, Integer> calls = llm.calls();
      paid.forEach((question, number) -> assertThat(calls).containsEntry(question, number));
      finishedQuestions(results).forEach(each -> paid.put(each, calls.get(each)));
    }
    assertThat(paid).hasSize(questions).doesNotContainValue(null);
    int again = llm.allCalls() - questions;
    assertThat(again).isBetween(0, killsOfThisBatch * BatchProcess.WORKERS);
    repeated += again;
  }

  /**
   * Kills a process after a number of calls. Returns false if the process finished before it was
   * killed.
   */
  private static boolean kill(Process process, LoopbackLlm llm, int calls, Random random)
      throws Exception {
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(said.readLine()).isEqualTo("begin");
      while (llm.allCalls() < calls && process.isAlive()) {
        Thread.sleep(1);
      }
      Thread.sleep(random.nextInt(8));
      process.toHandle().destroyForcibly();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return process.exitValue() != 0;
    }
  }

  /** Reads the questions of the complete lines. */
  private static List<String> finishedQuestions(Path results) throws IOException {
    Path file = results.resolve("one-call.jsonl");
    String text = Files.exists(file) ? Files.readString(file) : "";
    List<String> finished = new ArrayList<>();
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
      finished.add(ResultRow.parse(line).question());
    }
    return finished;
  }
}
