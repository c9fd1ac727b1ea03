package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.KeywordRanking;
import dev.arag.core.corpus.Scope;
import dev.arag.core.error.CorpusException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.internal.search.KeywordSearch;
import dev.arag.index.internal.search.ScopedSegment;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.source.Source;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that groups, slices, helper threads and dropped matches do not affect the results of a
 * keyword search.
 */
class KeywordSearchTest {
  private static final int DOCUMENTS = 1_400;
  private static final int MANY = 20_000;
  private static final int BYTES_A_CHUNK = 4;

  /** The bytes for the blocks of one keyword, and a share of the fixed memory of a search. */
  private static final int BYTES_A_KEYWORD = 210_000;

  /** The bytes to read a chunk that is ranked again; most of them are a buffer. */
  private static final int BYTES_A_READ = 16_000;

  @TempDir Path folder;

  private static List<Document> documents(RandomTexts texts, int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                Document.builder("d" + (i * 7_919) % count, texts.words(8))
                    .oneChunk(ChunkId.of("c" + i))
                    .metadata("tenant", texts.random().nextInt(4))
                    .build())
        .toList();
  }

  private static List<ScopedSegment> segments(Index index, Scope scope) {
    return index.currentState().commitPoint().segments().stream()
        .map(segment -> ScopedSegment.of(segment, scope))
        .toList();
  }

  private static Index index(MemoryStore store, List<Document> documents) {
    Index index = Index.builder(store).withoutEmbeddings().openOrCreate();
    index.sync(Source.documents("first", documents.subList(0, DOCUMENTS - 100)));
    index.sync(Source.documents("second", documents.subList(DOCUMENTS - 100, DOCUMENTS)));
    return index;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void returnsTheHitsOfTheOracleForAnySliceSize(int seed) {
    RandomTexts texts = new RandomTexts(seed);
    List<Document> documents = documents(texts, DOCUMENTS);
    try (Index index = index(new MemoryStore(), documents)) {
      Corpus oracle = InMemoryCorpus.of(documents.toArray(Document[]::new));
      for (int i = 0; i < 10; i++) {
        Scope scope =
            texts.random().nextBoolean()
                ? Scope.everything()
                : Scope.equal("tenant", texts.random().nextInt(5));
        KeywordQuery query = KeywordQuery.of(List.of(texts.word(), texts.words(2), "éz"));
        int topK = 1 + texts.random().nextInt(30);
        int offset = texts.random().nextInt(20);
        KeywordHits found =
            new KeywordSearch(segments(index, scope), topK, offset, 1L << (4 + 2 * i)).hits(query);
        assertThat(withoutIds(found))
            .as("%s", query)
            .isEqualTo(withoutIds(oracle.within(scope).keywordSearch(query, topK, offset)));
      }
    }
  }

  /** Each request of a tenant makes a view of its own. */
  @Test
  void evaluatesAScopeOncePerSegmentAndCommit() {
    List<Document> documents = documents(new RandomTexts(1), DOCUMENTS);
    try (Index index = index(new MemoryStore(), documents)) {
      List<BitSet> before = allowed(index, Scope.equal("tenant", 1));
      assertThat(allowed(index, Scope.equal("tenant", 1))).hasSize(2).zipSatisfy(before, sameSet());
      assertThat(allowed(index, Scope.equal("tenant", 2)).get(0)).isNotEqualTo(before.get(0));
      index.sync(Source.documents("second", documents.subList(DOCUMENTS - 50, DOCUMENTS)).prune(1));
      List<BitSet> after = allowed(index, Scope.equal("tenant", 1));
      assertThat(after.get(0)).isSameAs(before.get(0));
      assertThat(after.get(1).cardinality()).isLessThan(before.get(1).cardinality());
    }
  }

  private static BiConsumer<BitSet, BitSet> sameSet() {
    return (found, stored) -> assertThat(found).isSameAs(stored);
  }

  private static List<BitSet> allowed(Index index, Scope scope) {
    return segments(index, scope).stream().map(ScopedSegment::allowed).toList();
  }

  /** Returns the hits without chunk ids, because the oracle uses document ids as chunk ids. */
  private static List<Object> withoutIds(KeywordHits hits) {
    return List.of(
        hits.total(),
        hits.chunksWith(),
        hits.chunksWithWhole(),
        hits.ignoringAccents(),
        hits.hits().stream()
            .map(
                hit ->
                    List.of(
                        hit.location().documentId(),
                        hit.score(),
                        hit.rarity(),
                        hit.counts(),
                        hit.wholeCounts()))
            .toList());
  }

  @Test
  void stopsOnlyTheInterruptedSearch() {
    RandomTexts texts = new RandomTexts(1);
    try (Index index = index(new MemoryStore(), documents(texts, DOCUMENTS))) {
      KeywordQuery query = KeywordQuery.of(List.of("river"));
      List<ScopedSegment> segments = segments(index, Scope.everything());
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> new KeywordSearch(segments, 5, 0, 64).hits(query))
          .isInstanceOf(CorpusException.class)
          .hasCauseInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(new KeywordSearch(segments, 5, 0, 64).hits(query).total()).isPositive();
    }
  }

  /** All chunks have the same score, so their order in the index decides which ones are kept. */
  @Test
  void needsLittleMemoryForAWordInEveryChunk() {
    String text = "A river runs.";
    List<Document> documents =
        IntStream.range(0, MANY)
            .mapToObj(i -> Document.of("d" + (i * 7_919L) % MANY, text))
            .toList();
    try (Index index = Index.builder(folder).withoutEmbeddings().openOrCreate()) {
      index.sync(Source.documents("test", documents));
      for (List<String> keywords : List.of(List.of("river"), List.of("runs", "ri", "un"))) {
        assertThat(allocatedFor(index, keywords))
            .as("bytes for %s", keywords)
            .isLessThan(
                (long) keywords.size() * BYTES_A_KEYWORD
                    + (long) MANY * (text.length() + BYTES_A_CHUNK)
                    + KeywordRanking.POOL * BYTES_A_READ);
      }
    }
  }

  /**
   * Returns the smallest number of several searches, because early ones also load classes and check
   * blocks. There is one slice, so that this thread does all the work.
   */
  private static long allocatedFor(Index index, List<String> keywords) {
    KeywordQuery query = KeywordQuery.of(keywords);
    List<ScopedSegment> segments = segments(index, Scope.everything());
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      long before = allocated();
      KeywordHits hits = new KeywordSearch(segments, 5, 0, Long.MAX_VALUE).hits(query);
      least = Math.min(least, allocated() - before);
      assertThat(hits.total()).isEqualTo(MANY);
    }
    return least;
  }

  private static long allocated() {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadAllocatedBytes();
  }
}
