package dev.arag.evaluation.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.evaluation.Batch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Truncates a results file and resumes the batch. The resumed file must equal the original file
 * byte for byte, and no run whose line is complete may be repeated.
 */
class ResumeTest {
  private static final int BYTES = 64 << 10;
  private static final int QUESTIONS = 16;

  @TempDir Path folder;

  private final Recordings recordings =
      Recordings.ofOneCall(BatchFixture.CORPUS, QUESTIONS, "In Tarn. " + "Word ".repeat(78));

  private Path file;
  private byte[] complete;
  private long repeated;

  private BatchReport run(int workers) {
    return Batch.builder(BatchFixture.CORPUS, recordings.models())
        .strategies(BatchFixture.oneCall("one-call"))
        .questions(BatchFixture.questions(QUESTIONS))
        .clock(() -> 0)
        .workers(workers)
        .build()
        .run(folder);
  }

  private void runToTheEnd() throws IOException {
    run(1);
    file = folder.resolve("one-call.jsonl");
    complete = Files.readAllBytes(file);
    assertThat(complete.length).isBetween(BYTES, BYTES + BYTES / 4);
  }

  @ParameterizedTest
  @ValueSource(longs = 1)
  @Timeout(300)
  void resumesFromSampledBytes(long seed) throws IOException {
    runToTheEnd();
    int[] cuts = new Random(seed).ints(8, 0, BYTES).toArray();
    resume(IntStream.concat(Arrays.stream(cuts), lineEnds()).toArray());
  }

  /** Returns the bytes around each line feed, where mistakes are most likely. */
  private IntStream lineEnds() {
    return IntStream.range(0, BYTES)
        .filter(i -> complete[i] == '\n')
        .flatMap(i -> IntStream.rangeClosed(i, i + 1))
        .filter(i -> i <= BYTES);
  }

  @Tag("full")
  @Test
  @Timeout(7_200)
  void resumesFromEveryByte() throws IOException {
    runToTheEnd();
    resume(IntStream.rangeClosed(0, BYTES).toArray());
  }

  private void resume(int[] cuts) throws IOException {
    for (int cut : cuts) {
      resume(cut);
    }
    System.out.println(
        "ResumeTest: results cut at "
            + cuts.length
            + " bytes of "
            + BYTES
            + ", "
            + repeated
            + " of "
            + (long) cuts.length * QUESTIONS
            + " runs repeated");
  }

  private void resume(int cut) throws IOException {
    Files.write(file, Arrays.copyOf(complete, cut));
    BatchReport report = run(1 + cut % 3);
    assertThat(Files.readAllBytes(file)).as("cut at " + cut).isEqualTo(complete);
    assertThat(report.progress().modelCalls())
        .as("cut at " + cut)
        .isEqualTo(QUESTIONS - linesBefore(cut));
    assertThat(report.progress().resumed()).isEqualTo(linesBefore(cut));
    repeated += report.progress().modelCalls();
  }

  /** Returns the number of complete lines. A line may lack only its line feed. */
  private int linesBefore(int cut) {
    return (int) IntStream.range(0, cut + 1).filter(i -> complete[i] == '\n').count();
  }

  @Test
  void bytesOfAFailedWriteAfterTheLastLineAreCutOff() throws IOException {
    runToTheEnd();
    byte[] withZeros = Arrays.copyOf(complete, complete.length + 5_000);
    Files.write(file, withZeros);
    assertThat(run(1).progress().modelCalls()).isZero();
    assertThat(Files.readAllBytes(file)).isEqualTo(complete);
  }

  /** A batch can be killed while it replaces the file. */
  @Test
  void leftoverTemporaryFileIsIgnored() throws IOException {
    runToTheEnd();
    Files.write(folder.resolve("one-call.jsonl.tmp"), Arrays.copyOf(complete, 10_000));
    Files.write(file, Arrays.copyOf(complete, 30_000));
    run(3);
    assertThat(Files.readAllBytes(file)).isEqualTo(complete);
  }

  @Test
  void manifestWithoutResultsIsResumed() throws IOException {
    runToTheEnd();
    Files.delete(file);
    assertThat(run(2).progress().modelCalls()).isEqualTo(QUESTIONS);
    assertThat(Files.readAllBytes(file)).isEqualTo(complete);
  }
}
