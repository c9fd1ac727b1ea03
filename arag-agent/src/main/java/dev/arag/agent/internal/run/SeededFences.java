package dev.arag.agent.internal.run;

import java.util.random.RandomGenerator;

/** Draws the codes of fences from the question that is being answered, as its record has a seed. */
final class SeededFences implements RandomGenerator {
  private volatile RandomGenerator current = RandomGenerator.getDefault();

  void drawFrom(RandomGenerator random) {
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
