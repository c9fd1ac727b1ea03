package dev.arag.agent.internal.run;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Generates the fence codes of a conversation from the recorded seed of the current question. */
final class SeededFences implements RandomGenerator {
  // RandomGenerator.getDefault() of JDK 17 fails if the context class loader has no parent.
  private volatile RandomGenerator current = new SplittableRandom();

  void setSource(RandomGenerator random) {
    current = random;
  }

  @Override
  public long nextLong() {
    return current.nextLong();
  }

  @Override
  public int nextInt(int bound) {
    return current.nextInt(bound);
  }
}
