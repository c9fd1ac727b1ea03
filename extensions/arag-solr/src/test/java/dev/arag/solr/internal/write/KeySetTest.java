package dev.arag.solr.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.solr.internal.layout.Keys;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeySetTest {
  @Test
  void containsWhatWasAdded() {
    KeySet keys = new KeySet();
    Set<String> expected = new HashSet<>();
    Random random = new Random(1);
    for (int i = 0; i < 50_000; i++) {
      String key = Keys.of("d" + random.nextInt(30_000));
      assertThat(keys.add(key)).isEqualTo(expected.add(key));
    }
    assertThat(keys.size()).isEqualTo(expected.size());
    for (int i = 0; i < 40_000; i++) {
      String key = Keys.of("d" + i);
      assertThat(keys.contains(key)).isEqualTo(expected.contains(key));
    }
  }

  @Test
  void theSharesOfAllWorkersAreDisjointAndComplete() {
    int[] counts = new int[3];
    for (int i = 0; i < 3_000; i++) {
      int holders = 0;
      for (int worker = 0; worker < 3; worker++) {
        if (new Share("r", worker, 3).contains("d" + i)) {
          counts[worker]++;
          holders++;
        }
      }
      assertThat(holders).isEqualTo(1);
    }
    assertThat(java.util.Arrays.stream(counts).boxed()).allMatch(each -> each > 900);
    Share first = new Share("r", 0, 3);
    assertThat(first.contains("a\ud83d")).isEqualTo(first.contains("a\ufffd"));
  }

  @Test
  void quotesIds() {
    assertThat(StoredDocuments.fromId("a\\\"b", true)).isEqualTo("doc:[\"a\\\\\\\"b\" TO *]");
    assertThat(StoredDocuments.fromId("a", false)).isEqualTo("doc:{\"a\" TO *]");
  }
}
