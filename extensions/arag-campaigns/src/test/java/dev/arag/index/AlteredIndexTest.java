package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.MentionSource;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.internal.commit.RandomAlterations;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Changes index files and recomputes their checksums. An index that still passes verification must
 * be searchable.
 */
class AlteredIndexTest {
  private final SampleIndex sample = SampleIndex.buildSmall(1);
  private int found;
  private int passed;

  @Test
  @Timeout(600)
  void searchesEveryAlteredIndexThatPassesVerification() throws IOException {
    run(1, 30);
  }

  @Test
  @Tag("full")
  @Timeout(3_600)
  void searchesEveryAlteredIndexThatPassesVerificationInTheFullRun() throws IOException {
    run(1_000_000, 50_000);
  }

  private void run(long firstSeed, int count) throws IOException {
    for (long seed = firstSeed; seed < firstSeed + count; seed++) {
      Store store = RandomAlterations.of(sample, new Random(seed));
      try {
        check(store);
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + " failed with " + e, e);
      }
    }
    System.out.println(
        "altered indexes with correct checksums: "
            + count
            + ", reported by verify: "
            + found
            + ", passed and searched: "
            + passed);
    assertThat(found).isGreaterThan(count / 2);
    assertThat(passed).isPositive();
  }

  @Test
  void reportsMentionsThatCannotBeReadAsDamage() throws IOException {
    int damaged = 0;
    for (long seed = 1; seed <= 60; seed++) {
      try (Index index = SampleIndex.open(RandomAlterations.ofMentions(sample, new Random(seed)))) {
        readMentions(index);
        index.put("more", List.of(Document.of("added", "The River ends at the Bridge.")));
        index.purge();
      } catch (CorruptIndexException e) {
        damaged++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + " failed with " + e, e);
      }
    }
    assertThat(damaged).isGreaterThan(10);
  }

  private static void readMentions(Index index) {
    MentionSource mentions = index.mentions().orElseThrow();
    Set<String> keys = new TreeSet<>(mentions.keysWith("river", 10));
    IndexContents.chunks(index)
        .forEach(chunk -> mentions.mentions(chunk.id()).forEach(each -> keys.add(each.key())));
    keys.forEach(mentions::postings);
    keys.forEach(mentions::name);
  }

  private void check(Store store) {
    VerifyReport report = verified(store);
    if (!report.ok()) {
      assertThat(report.problems()).hasSizeLessThan(2_000);
      found++;
      return;
    }
    try (Index index = SampleIndex.open(store)) {
      index.keywordSearch(List.of("river", "bridge", "1881"), 10);
      index.semanticSearch("where is the old bridge", 10);
      index.read(List.of(ChunkId.of("c1"), ChunkId.of("c6")));
      index.stats();
      IndexContents.chunks(index)
          .forEach(chunk -> index.mentions().orElseThrow().mentions(chunk.id()));
      index.mentions().orElseThrow().postings("river");
      index.mentions().orElseThrow().keysWith("river", 10);
    }
    passed++;
  }

  private static VerifyReport verified(Store store) {
    try {
      return Index.verify(store);
    } catch (CorpusException e) {
      // Some alterations make verify throw, for example a changed format version.
      return new VerifyReport(
          false, 1, List.of(new VerifyReport.Problem("manifest.arag", 0, e.toString())));
    }
  }
}
