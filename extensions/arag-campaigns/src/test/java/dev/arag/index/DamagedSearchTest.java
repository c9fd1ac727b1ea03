package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.index.SampleIndex.Place;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Searches damaged indexes without verifying them first. Each query must return correct results or
 * throw a {@link CorpusException}.
 */
class DamagedSearchTest {
  private static final int QUERIES = 24;

  private static Questions small;

  /** An index whose files have several blocks. Opening the index checks only some of them. */
  private static Questions large;

  private final AtomicLong right = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong notOpened = new AtomicLong();

  @TempDir Path folder;

  /** Queries on an index and their correct results. */
  private static final class Questions {
    private final SampleIndex sample;
    private final List<Function<Index, Object>> queries = new ArrayList<>();
    private final List<Object> answers;

    Questions(SampleIndex sample) {
      this.sample = sample;
      try (Index index = SampleIndex.open(sample.store())) {
        add(IndexContents.chunks(index).stream().map(Chunk::id).toList());
        answers = queries.stream().map(query -> query.apply(index)).toList();
      }
      assertThat(queries).hasSize(QUERIES);
      assertThat(answers).doesNotContain(List.of());
    }

    private void add(List<ChunkId> ids) {
      keywords(List.of("river"), 5, 0);
      keywords(List.of("old", "bridge", "1881"), 10, 5);
      keywords(List.of("東京", "cafe"), 3, 0);
      keywords(List.of("nowhere"), 3, 0);
      meaning("where is the old bridge", 5, 0);
      meaning("river", 20, 7);
      meaning("Москва", 1, 3);
      queries.add(index -> index.read(ids.get(0)));
      queries.add(index -> index.read(ids.subList(ids.size() - 9, ids.size())));
      queries.add(index -> index.read(List.of(ids.get(1), ChunkId.of("unknown"), ids.get(2))));
      queries.add(index -> index.read(ids.subList(ids.size() / 2, ids.size() / 2 + 5)));
      scoped(Scope.equal("odd", true));
      scoped(Scope.between("year", 1875, 1880).or(Scope.equal("tags", "t2")));
      scoped(Scope.in("tags", List.of("t0", "t1")).not());
      queries.add(Index::stats);
      queries.add(Questions::searchSnapshot);
      queries.add(IndexContents::chunks);
      queries.add(index -> mentions(index).postings("river"));
      queries.add(index -> mentions(index).name("bridge") + "" + mentions(index).chunks("old"));
      queries.add(index -> mentions(index).keysWith("river", 5));
      queries.add(index -> mentions(index).mentions(ids.get(1)));
    }

    private void keywords(List<String> keywords, int topK, int offset) {
      queries.add(index -> index.keywordSearch(KeywordQuery.of(keywords), topK, offset));
    }

    private void meaning(String query, int topK, int offset) {
      queries.add(index -> index.semanticSearch(SemanticQuery.of(query), topK, offset));
    }

    private void scoped(Scope scope) {
      queries.add(index -> index.within(scope).keywordSearch(List.of("river", "end"), 5));
      queries.add(index -> index.within(scope).semanticSearch("the old river", 5));
    }

    private static MentionSource mentions(Index index) {
      return index.mentions().orElseThrow();
    }

    private static Object searchSnapshot(Index index) {
      Corpus snapshot = index.snapshot();
      return List.of(
          snapshot.keywordSearch(List.of("bridge"), 3), snapshot.semanticSearch("bridge", 3));
    }
  }

  @BeforeAll
  static void build() {
    small = new Questions(SampleIndex.build(1));
    large = new Questions(SampleIndex.buildLarge());
  }

  @Test
  @Timeout(800)
  void returnsCorrectResultsOrThrowsATypedException() {
    run(1, 20);
  }

  @Test
  @Tag("full")
  @Timeout(7_200)
  void returnsCorrectResultsOrThrowsForAHundredThousandDamagedIndexes() {
    run(1_000_000, 100_000);
  }

  private void run(long firstSeed, int count) {
    LongStream.range(firstSeed, firstSeed + count).parallel().forEach(this::damageInMemory);
    report("in memory", count, QUERIES);
  }

  private void report(String where, long count, int queries) {
    System.out.println(
        "damaged indexes "
            + where
            + ": "
            + count
            + ", rejected when opened: "
            + notOpened
            + "; correct query results: "
            + right
            + ", rejected queries: "
            + refused);
    assertThat(notOpened.get() * queries + right.get() + refused.get()).isEqualTo(count * queries);
    assertThat(right.get()).isPositive();
    assertThat(refused.get()).isPositive();
  }

  /**
   * Uses the large index only for every fourth seed, because its queries take twenty times as long.
   */
  private static Questions questions(long seed) {
    return seed % 4 == 0 ? large : small;
  }

  private void damageInMemory(long seed) {
    Random random = new Random(seed);
    Questions asked = questions(seed);
    Place place = asked.sample.randomPlace(random);
    byte[] bytes = damaged(asked.sample.files().get(place.file()), place.offset(), random);
    Store store = asked.sample.storeWith(place.file(), bytes);
    query(asked, store, "seed " + seed + ", " + place, 0, 1);
  }

  /** Returns a copy in which one bit or a short run of bytes is damaged. */
  private static byte[] damaged(byte[] bytes, int offset, Random random) {
    byte[] damaged = bytes.clone();
    if (random.nextBoolean()) {
      damaged[offset] ^= (byte) (1 << random.nextInt(8));
      return damaged;
    }
    byte[] run = new byte[Math.min(1 + random.nextInt(16), bytes.length - offset)];
    if (random.nextInt(3) > 0) {
      random.nextBytes(run);
    }
    System.arraycopy(run, 0, damaged, offset, run.length);
    if (damaged[offset] == bytes[offset]) {
      damaged[offset] ^= 1;
    }
    return damaged;
  }

  private void query(Questions asked, Store store, String damage, int first, int step) {
    try (Index index = SampleIndex.open(store)) {
      for (int i = first; i < asked.queries.size(); i += step) {
        ask(asked, i, index, damage);
      }
    } catch (CorpusException e) {
      notOpened.incrementAndGet();
    }
  }

  private void ask(Questions asked, int query, Index index, String damage) {
    Object answer;
    try {
      answer = asked.queries.get(query).apply(index);
    } catch (CorpusException e) {
      refused.incrementAndGet();
      return;
    } catch (RuntimeException | Error e) {
      throw new AssertionError("query " + query + ", " + damage + " failed with " + e, e);
    }
    if (!answer.equals(asked.answers.get(query))) {
      throw new AssertionError(
          "query " + query + ", " + damage + " returned a wrong result: " + answer);
    }
    right.incrementAndGet();
  }

  @Test
  @Timeout(800)
  void returnsCorrectResultsOrThrowsForDamagedMappedFiles() throws IOException {
    runOnDisk(new FileStore(folder), 5_000, 6, 1);
    report("on disk, mapped", 6, QUERIES);
  }

  /** Searches in safe mode read each number from the disk, so only some queries are asked. */
  @Test
  @Timeout(800)
  void returnsCorrectResultsOrThrowsForDamagedUnmappedFiles() throws IOException {
    runOnDisk(FileStore.unmapped(folder), 5_000, 6, 6);
    report("on disk, safe mode", 6, QUERIES / 6);
  }

  /**
   * @param step asks each query for one of {@code step} seeds
   */
  private void runOnDisk(Store store, long firstSeed, int count, int step) throws IOException {
    for (long seed = firstSeed; seed < firstSeed + count; seed++) {
      Random random = new Random(seed);
      Questions asked = questions(seed);
      Map<String, byte[]> files = asked.sample.files();
      Place place = asked.sample.randomPlace(random);
      byte[] bytes = damaged(files.get(place.file()), place.offset(), random);
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        Path path = folder.resolve(file.getKey());
        // Some file systems force a file to disk that is truncated and written again.
        Files.deleteIfExists(path);
        Files.write(path, file.getKey().equals(place.file()) ? bytes : file.getValue());
      }
      query(asked, store, "seed " + seed + ", " + place, (int) (seed % step), step);
    }
  }
}
