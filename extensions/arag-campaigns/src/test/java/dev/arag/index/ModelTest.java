package dev.arag.index;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs random sequences of writes, reads, failures and crashes. The index must always equal a model
 * made of maps, and in the end an index built with a single sync.
 */
class ModelTest {
  private static final int SAMPLE = 4;
  private static final int ALL = 2_000;

  @Test
  void equalsTheModelInSampledSequences() {
    run(0, SAMPLE);
  }

  /** The vectors of another embedder were committed, but the new files could not be opened. */
  @Test
  void followsACommitWithTheVectorsOfAnotherEmbedder() {
    run(1251, 1252);
  }

  @Tag("full")
  @Test
  void equalsTheModelInManySequences() {
    run(SAMPLE, ALL);
  }

  private static void run(long from, long to) {
    long start = System.nanoTime();
    long failures = LongStream.range(from, to).map(seed -> new ModelSequence(seed).run()).sum();
    System.out.printf(
        "model: %d sequences of %d operations, %d calls failed or crashed on purpose,"
            + " 0 differences, %d ms%n",
        to - from, ModelSequence.LENGTH, failures, (System.nanoTime() - start) / 1_000_000);
  }
}
