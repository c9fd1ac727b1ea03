package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks that no result depends on documents that the reader may not read, while the rights of
 * documents change.
 */
class ReadersTest {
  private static final int CHANGES = 50;
  private static final int QUESTIONS = 4;

  @Test
  void hidesDocumentsOfOthers() {
    change(0, 2);
  }

  @Tag("full")
  @Test
  void hidesDocumentsOfOthersAfterManyChanges() {
    change(2, 202);
  }

  private static void change(long from, long to) {
    long start = System.nanoTime();
    int changes = 0;
    int found = 0;
    int errors = 0;
    for (long seed = from; seed < to; seed++) {
      try (ReaderFixture world = new ReaderFixture(seed)) {
        for (int i = 0; i < CHANGES; i++) {
          world.change();
          changes++;
          for (int j = 0; j < QUESTIONS; j++) {
            ReaderFixture.Pair pair = world.ask();
            String name = "seed %d, change %d: %s".formatted(seed, i, pair.question());
            assertThat(pair.among()).as(name).isEqualTo(pair.alone());
            // The text is compared too, because numbers that are equal may be printed differently.
            assertThat(pair.among()).as(name).hasToString(pair.alone().toString());
            found += pair.among().hasHits() ? 1 : 0;
            errors += pair.among().isError() ? 1 : 0;
          }
        }
        world.requireNothingWithoutPrincipals();
      }
    }
    System.out.printf(
        "rights: %d changes, %d queries, %d with hits, %d with errors; 0 differences, %d ms%n",
        changes, changes * QUESTIONS, found, errors, (System.nanoTime() - start) / 1_000_000);
    assertThat(found).isGreaterThan(changes);
  }
}
