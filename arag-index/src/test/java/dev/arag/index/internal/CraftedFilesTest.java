package dev.arag.index.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.text.Chunk;
import dev.arag.index.SampleIndex;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.chunks.ChunksWriter;
import dev.arag.index.internal.chunks.SampleDocuments;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.keyword.KeywordFile;
import dev.arag.index.internal.keyword.KeywordFiles;
import dev.arag.index.internal.keyword.KeywordScan;
import dev.arag.index.internal.keyword.SegmentKeywords;
import dev.arag.index.internal.mention.MentionFile;
import dev.arag.index.internal.postings.PostingCursor;
import dev.arag.index.internal.postings.PostingsMerge;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.postings.PostingsWriter;
import dev.arag.index.internal.postings.StoredKey;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.internal.vector.RowRange;
import dev.arag.index.internal.vector.RowScan;
import dev.arag.index.internal.vector.ScoreCollector;
import dev.arag.index.internal.vector.VectorReader;
import dev.arag.index.internal.vector.VectorWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Reads crafted files with correct checksums but wrong contents. Each read must return consistent
 * results or throw a {@link CorruptIndexException}. A small file must never need much memory.
 */
class CraftedFilesTest {
  private static final int HEADER_BYTES = 64;
  private static final int DIMENSION = 4;

  /**
   * The maximum number of bytes that reading a file of a few KiB may allocate, including the block
   * buffers of the writers.
   */
  private static final long ALLOCATED_BYTES = 24L << 20;

  private final com.sun.management.ThreadMXBean threads =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long answered;
  private long refused;

  /** A file body to alter and a function that reads all of its contents. */
  private record AlteredBody(FileKind kind, byte[] body, BodyReader reading) {}

  @FunctionalInterface
  private interface BodyReader {
    void read(BlockReader file) throws IOException;
  }

  @Test
  void rejectsCraftedFilesOrReadsThemConsistently() throws IOException {
    for (long seed = 1; seed <= 3; seed++) {
      run(seed, 400);
    }
    report();
  }

  @Test
  @Tag("full")
  void rejectsAMillionCraftedFilesOrReadsThemConsistently() throws IOException {
    for (long seed = 100; seed < 150; seed++) {
      run(seed, 7_000);
    }
    report();
    assertThat(answered + refused).isGreaterThanOrEqualTo(1_000_000);
  }

  private void run(long seed, int rounds) throws IOException {
    List<AlteredBody> samples =
        List.of(
            new AlteredBody(FileKind.CHUNKS, chunksBody(seed), CraftedFilesTest::readChunks),
            new AlteredBody(FileKind.KEYWORDS, keywordsBody(), CraftedFilesTest::readKeywords),
            new AlteredBody(FileKind.VECTORS, vectorsBody(seed), CraftedFilesTest::readVectors),
            new AlteredBody(FileKind.MENTIONS, mentionsBody(), CraftedFilesTest::readMentions));
    for (AlteredBody sample : samples) {
      open(sample, sample.body(), "unchanged, seed " + seed);
      for (int round = 0; round < rounds; round++) {
        Random random = new Random(seed * 1_000_003 + round);
        String name = sample.kind() + ", seed " + seed + ", round " + round;
        open(sample, ByteChanges.changed(sample.body(), random), name);
      }
    }
  }

  private void report() {
    System.out.println(
        "crafted files: " + (answered + refused) + ", of which " + refused + " were rejected");
    assertThat(refused).isPositive();
    assertThat(answered).isPositive();
  }

  private void open(AlteredBody sample, byte[] body, String name) throws IOException {
    long before = threads.getCurrentThreadAllocatedBytes();
    try {
      sample.reading().read(signed(sample.kind(), body));
      answered++;
    } catch (CorruptIndexException e) {
      refused++;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(name + " failed with " + e, e);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before)
        .as("bytes allocated for " + name)
        .isLessThan(ALLOCATED_BYTES);
  }

  private static BlockReader signed(FileKind kind, byte[] body) throws IOException {
    MemoryStore store = new MemoryStore();
    try (BlockWriter writer = BlockWriter.create(store, "crafted", kind)) {
      writer.write(body, 0, body.length);
      return BlockReader.open(store, "crafted", kind, writer.finish());
    }
  }

  private static byte[] body(MemoryStore store, String name, FileIdentity seal, FileKind kind)
      throws IOException {
    BlockReader file = BlockReader.open(store, name, kind, seal);
    return Arrays.copyOfRange(
        store.files().get(name), HEADER_BYTES, HEADER_BYTES + (int) file.length());
  }

  private static byte[] chunksBody(long seed) throws IOException {
    MemoryStore store = new MemoryStore();
    SampleDocuments documents = new SampleDocuments(seed);
    try (ChunksWriter first = ChunksWriter.create(store, "first");
        ChunksWriter writer = ChunksWriter.create(store, "second")) {
      add(documents, 8, first);
      FileIdentity seal = first.finish();
      writer.copy(
          ChunksReader.of(BlockReader.open(store, "first", FileKind.CHUNKS, seal)),
          document -> document % 2 == 0);
      add(documents, 3, writer);
      return body(store, "second", writer.finish(), FileKind.CHUNKS);
    }
  }

  private static void add(SampleDocuments documents, int count, ChunksWriter writer)
      throws IOException {
    for (int i = 0; i < count; i++) {
      SampleDocuments.Sample sample = documents.next();
      writer.add(sample.document(), sample.chunks(), sample.origin());
    }
  }

  private static byte[] keywordsBody() throws IOException {
    MemoryStore store = new MemoryStore();
    List<String> texts = List.of("One of 😀", "", "two of them", "Three É of", "x");
    FileIdentity written = KeywordFiles.write(store, "a", texts, 1 << 20);
    return body(store, "a", written, FileKind.KEYWORDS);
  }

  private static byte[] vectorsBody(long seed) throws IOException {
    MemoryStore store = new MemoryStore();
    Random random = new Random(seed);
    try (VectorWriter writer = VectorWriter.create(store, "a", DIMENSION)) {
      for (int i = 0; i < 20; i++) {
        float[] values = new float[DIMENSION];
        for (int j = 0; j < DIMENSION; j++) {
          values[j] = (float) random.nextGaussian();
        }
        writer.add(Embedding.of(values));
      }
      return body(store, "a", writer.finish(), FileKind.VECTORS);
    }
  }

  private static byte[] mentionsBody() {
    MemoryStore store = SampleIndex.buildSmall(1).store();
    byte[] file = store.files().get("mentions-3.arag");
    int length =
        (int) ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(file.length - 64);
    return Arrays.copyOfRange(file, HEADER_BYTES, HEADER_BYTES + length);
  }

  private static void readMentions(BlockReader file) {
    PostingsReader reader = MentionFile.open(file);
    assertThat((long) reader.chunks()).isLessThan(file.length());
    for (String key : List.of("river", "bridge", "東京", "", "zz")) {
      MentionFile.forms(key, reader).forEach(form -> readForm(reader, form));
    }
    assertThat(MentionFile.keysWith("river", reader)).doesNotContain("");
  }

  private static void readForm(PostingsReader reader, StoredKey form) {
    PostingCursor posting = reader.postings(form);
    while (posting.next()) {
      assertThat(posting.chunk()).isLessThan(reader.chunks());
      assertThat(posting.count()).isPositive();
    }
    assertThat(MentionFile.form(form)).isNotNull();
  }

  private static void readChunks(BlockReader file) throws IOException {
    ChunksReader reader = ChunksReader.of(file);
    assertThat((long) reader.documents() + reader.chunks()).isLessThan(file.length());
    readDocuments(reader);
    readEachChunk(reader);
    assertThat(reader.firstSentence(reader.chunks())).isEqualTo(reader.sentences());
    reader.findDocument("nobody");
    reader.isKeyTaken("k000000000000");
    reader.isKeyTaken("zzzzzzzzzzzzz");
    copy(reader, document -> document % 3 != 0);
  }

  private static void readDocuments(ChunksReader reader) {
    for (int document = 0; document < reader.documents(); document++) {
      String id = reader.documentId(document);
      assertThat(reader.readDocument(document).id()).isEqualTo(id);
      assertThat(reader.readDocument(document).origin().hash()).isEqualTo(reader.hash(document));
      reader.source(document);
      reader.warnings(document);
      reader
          .findDocument(id)
          .ifPresent(found -> assertThat(reader.documentId(found)).isEqualTo(id));
      assertThat(reader.rank(document)).isBetween(0, reader.documents() - 1);
      assertThat(reader.firstChunk(document))
          .isBetween(0, Math.min(reader.chunks(), reader.firstChunk(document + 1)));
      String key = reader.key(document);
      reader.isKeyTaken(key.isEmpty() ? "k000000000000" : key);
    }
    int[] warned = reader.warned();
    assertThat(warned).isSorted().doesNotHaveDuplicates();
    for (int document : warned) {
      assertThat(document).isBetween(0, reader.documents() - 1);
    }
  }

  private static void readEachChunk(ChunksReader reader) {
    for (int number = 0; number < reader.chunks(); number++) {
      Chunk chunk = reader.read(number);
      assertThat(chunk.id()).isEqualTo(reader.chunkId(number));
      reader
          .find(chunk.id())
          .ifPresent(found -> assertThat(reader.chunkId(found)).isEqualTo(chunk.id()));
      assertThat(reader.document(number)).isBetween(0, reader.documents() - 1);
      long end = reader.firstSentence(number + 1);
      assertThat(end - reader.firstSentence(number)).isEqualTo(chunk.sentences().size());
    }
  }

  /** Copies a file and checks that the copy can be read like the original. */
  private static void copy(ChunksReader reader, IntPredicate isLive) throws IOException {
    MemoryStore store = new MemoryStore();
    try (ChunksWriter writer = ChunksWriter.create(store, "copy")) {
      writer.copy(reader, isLive);
      ChunksReader copy =
          ChunksReader.of(BlockReader.open(store, "copy", FileKind.CHUNKS, writer.finish()));
      Set<Integer> ranks = new HashSet<>();
      for (int document = 0; document < copy.documents(); document++) {
        ranks.add(copy.rank(document));
        assertThat(copy.findDocument(copy.documentId(document))).isPresent();
      }
      assertThat(ranks).hasSize(copy.documents());
      readEachChunk(copy);
    }
  }

  private static void readKeywords(BlockReader file) throws IOException {
    PostingsReader reader = KeywordFile.open(file);
    Set<Integer> found = new TreeSet<>();
    for (String keyword : List.of("of", "hre", "three é", "ee e", "-")) {
      KeywordQuery query = KeywordQuery.of(List.of(keyword + " of", keyword + "t"));
      new KeywordScan(new SegmentKeywords(query, reader, null))
          .search(0, reader.chunks(), (hits, chunk) -> found.add(chunk));
    }
    assertThat(found).allMatch(chunk -> chunk < reader.chunks());
    try (PostingsWriter out = KeywordFile.create(new MemoryStore(), "copy")) {
      PostingsMerge.run(out, List.of(new PostingsMerge.Input(reader, chunk -> chunk)), () -> {});
    }
  }

  private static void readVectors(BlockReader file) throws IOException {
    VectorReader reader = VectorReader.of(file);
    assertThat(reader.rows() * reader.dimension() * 4).isLessThan(file.length());
    try (VectorWriter writer = VectorWriter.create(new MemoryStore(), "copy", reader.dimension())) {
      writer.copy(reader, 0, reader.rows());
      writer.finish();
    }
    float[] query = new float[reader.dimension()];
    Arrays.fill(query, 1);
    ScoreCollector scores = (row, score) -> assertThat(score).isBetween(-1.001f, 1.001f);
    for (long rows : new long[] {0, Long.MAX_VALUE}) {
      RowScan.of(List.of(Embedding.of(query)), rows)
          .scan(reader, List.of(new RowRange(0, reader.rows())), List.of(scores));
    }
    for (long row = 0; row < reader.rows(); row++) {
      assertThat(reader.read(row).dimension()).isEqualTo(reader.dimension());
    }
  }
}
