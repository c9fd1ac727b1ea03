package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No result of a tenant depends on documents that others have, had or deleted. */
class TenantsTest {
  private static final int QUESTIONS = 100;

  @Test
  void aTenantCannotTellWhetherThereAreOthers() {
    ask(0, 20);
  }

  @Tag("full")
  @Test
  void noneOfManyQuestionsTellsATenantWhetherThereAreOthers() {
    ask(20, 1_020);
  }

  private static void ask(long from, long to) {
    long start = System.nanoTime();
    Counts counts = new Counts();
    for (long seed = from; seed < to; seed++) {
      try (TenantWorld world = new TenantWorld(seed)) {
        ask(world, seed, counts);
      }
    }
    System.out.printf(
        "tenants: %d indexes, %d questions, %d found something, %d are errors; %d ids of others;"
            + " 0 differences, %d ms%n",
        to - from,
        counts.questions,
        counts.found,
        counts.errors,
        counts.ids,
        (System.nanoTime() - start) / 1_000_000);
    assertThat(counts.errors).isBetween(1L, counts.questions / 4);
    assertThat(counts.found).isGreaterThan(counts.questions / 4);
  }

  /** What was asked. */
  private static final class Counts {
    long questions;
    long found;
    long errors;
    long ids;
  }

  private static void ask(TenantWorld world, long seed, Counts counts) {
    for (int i = 0; i < QUESTIONS; i++) {
      TenantWorld.Pair pair = world.ask();
      assertThat(pair.among()).as("seed %d: %s", seed, pair.question()).isEqualTo(pair.alone());
      // Their text too, since an equal number may be printed in another way.
      assertThat(pair.among()).hasToString(pair.alone().toString());
      counts.questions++;
      counts.found += pair.among().foundSomething() ? 1 : 0;
      counts.errors += pair.among().isError() ? 1 : 0;
    }
    var answers = world.askForOthers();
    assertThat(answers).as("seed %d", seed).allMatch(answers.get(0)::equals);
    counts.ids += answers.size();
  }
}
