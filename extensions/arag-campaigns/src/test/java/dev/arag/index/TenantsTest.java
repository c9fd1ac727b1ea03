package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks that no result within the scope of a tenant depends on documents of other tenants,
 * including deleted documents.
 */
class TenantsTest {
  private static final int QUESTIONS = 100;

  @Test
  void hidesOtherTenants() {
    ask(0, 4);
  }

  @Tag("full")
  @Test
  void hidesOtherTenantsFromManyQueries() {
    ask(4, 1_004);
  }

  private static void ask(long from, long to) {
    long start = System.nanoTime();
    QuestionCounts counts = new QuestionCounts();
    for (long seed = from; seed < to; seed++) {
      try (TenantFixture world = new TenantFixture(seed)) {
        ask(world, seed, counts);
      }
    }
    System.out.printf(
        "tenants: %d indexes, %d queries, %d with hits, %d with errors; %d ids of other tenants;"
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

  /** Counts queries and their outcomes. */
  private static final class QuestionCounts {
    long questions;
    long found;
    long errors;
    long ids;
  }

  private static void ask(TenantFixture world, long seed, QuestionCounts counts) {
    for (int i = 0; i < QUESTIONS; i++) {
      TenantFixture.Pair pair = world.ask();
      assertThat(pair.among()).as("seed %d: %s", seed, pair.question()).isEqualTo(pair.alone());
      // The text is compared too, because numbers that are equal may be printed differently.
      assertThat(pair.among()).hasToString(pair.alone().toString());
      counts.questions++;
      counts.found += pair.among().hasHits() ? 1 : 0;
      counts.errors += pair.among().isError() ? 1 : 0;
    }
    var answers = world.readForeignIds();
    assertThat(answers).as("seed %d", seed).allMatch(answers.get(0)::equals);
    counts.ids += answers.size();
  }
}
