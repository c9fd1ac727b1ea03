package dev.arag.index.internal;

import static dev.arag.index.internal.SparseFile.littleEndian;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.chunks.ChunksWriter;
import dev.arag.index.internal.chunks.SampleDocuments;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.RecordWriter;
import dev.arag.index.internal.keyword.KeywordFile;
import dev.arag.index.internal.keyword.KeywordScan;
import dev.arag.index.internal.keyword.SegmentKeywords;
import dev.arag.index.internal.postings.PostingsMerge;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.postings.PostingsWriter;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.RowRange;
import dev.arag.index.internal.vector.RowScan;
import dev.arag.index.internal.vector.ScoreCollector;
import dev.arag.index.internal.vector.VectorReader;
import dev.arag.index.internal.vector.VectorWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reads files of 17 GiB. Above 4 GiB, offsets exceed 32 bits. Above 16 GiB, the root of the
 * checksums has a second number. The files are sparse, so they need almost no disk space.
 */
class LargeFilesTest {
  private static final long HOLE = 17L << 30;
  private static final int DIMENSION = 384;
  private static final int ROW_BYTES = 4 * DIMENSION;
  private static final int GROUP_ROWS = 1024;
  private static final long GROUP_BYTES = GROUP_ROWS * (5L * DIMENSION + 4) + 8 * 8;

  @TempDir Path directory;

  @BeforeEach
  void requireHoles() throws IOException {
    assumeTrue(SparseFile.isPossible(directory), "this file system has no sparse files");
  }

  private BlockReader open(String name, FileKind kind, boolean isMapped) throws IOException {
    Store store = isMapped ? new FileStore(directory) : FileStore.unmapped(directory);
    return BlockReader.open(store, name, kind, null);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsVectors(boolean isMapped) throws IOException {
    long rows = HOLE / GROUP_BYTES * GROUP_ROWS;
    // Except for the first and last row, the floats or codes of each row cross an offset of 2^31,
    // 2^32 or 2^34 bytes.
    List<Long> places = List.of(0L, rowAt(1L << 31), rowAt(1L << 32), rowAt(1L << 34), rows - 1);
    writeVectors(rows, places);
    VectorReader reader = VectorReader.of(open("vectors-1.arag", FileKind.VECTORS, isMapped));
    assertThat(reader.rows()).isEqualTo(rows);
    for (int i = 0; i < places.size(); i++) {
      assertThat(reader.read(places.get(i)).toArray()[i]).as("row " + places.get(i)).isOne();
      assertThatIsNearest(reader, i, places.get(i));
    }
    assertThatThrownBy(() -> reader.read(rows)).isInstanceOf(CorruptIndexException.class);
    assertThat(copied(reader, rows - 2).read(1)).isEqualTo(reader.read(rows - 1));
  }

  /** Returns the row whose floats or codes are stored at an offset of the body. */
  private static long rowAt(long place) {
    long inGroup = place % GROUP_BYTES;
    long codes = (long) GROUP_ROWS * ROW_BYTES;
    long row = inGroup < codes ? inGroup / ROW_BYTES : (inGroup - codes) / DIMENSION;
    return place / GROUP_BYTES * GROUP_ROWS + row;
  }

  private static long placeOf(long row) {
    return row / GROUP_ROWS * GROUP_BYTES + row % GROUP_ROWS * ROW_BYTES;
  }

  private void writeVectors(long rows, List<Long> places) throws IOException {
    long end = rows / GROUP_ROWS * GROUP_BYTES;
    try (SparseFile file = SparseFile.create(directory.resolve("vectors-1.arag"), end + 16)) {
      for (int i = 0; i < places.size(); i++) {
        ByteBuffer row = littleEndian(ROW_BYTES).putFloat(4 * i, 1);
        file.put(placeOf(places.get(i)), row);
      }
      file.put(end, littleEndian(16).putLong(rows).putLong(DIMENSION).flip());
      file.finish(4);
    }
  }

  private static void assertThatIsNearest(VectorReader reader, int axis, long place) {
    float[] query = new float[DIMENSION];
    query[axis] = 1;
    Map<Long, Float> scores = new TreeMap<>();
    long end = Math.min(reader.rows(), place + 3);
    RowRange range = new RowRange(Math.max(0, place - 2), end);
    ScoreCollector into = scores::put;
    RowScan.of(List.of(Embedding.of(query)), reader.rows())
        .scan(reader, List.of(range), List.of(into));
    scores.forEach((row, score) -> assertThat(score).isEqualTo(row == place ? 1f : 0f));
    assertThat(scores).containsKey(place);
  }

  private static VectorReader copied(VectorReader from, long firstRow) throws IOException {
    MemoryStore store = new MemoryStore();
    try (VectorWriter writer = VectorWriter.create(store, "copy", DIMENSION)) {
      writer.copy(from, firstRow, from.rows());
      return VectorReader.of(BlockReader.open(store, "copy", FileKind.VECTORS, writer.finish()));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsKeywords(boolean isMapped) throws IOException {
    int chunks = writeKeywords();
    PostingsReader reader = KeywordFile.open(open("keywords-1.arag", FileKind.KEYWORDS, isMapped));
    assertThat(reader.chunks()).isEqualTo(chunks);
    assertThat(found(reader, "fish")).containsExactly(0, chunks - 2, chunks - 1);
    assertThat(found(reader, "three")).containsExactly(chunks - 1);
    assertThat(found(reader, "e fish")).containsExactly(0, chunks - 1);
    MemoryStore store = new MemoryStore();
    try (PostingsWriter out = KeywordFile.create(store, "copy")) {
      int first = chunks - 2;
      FileIdentity written =
          PostingsMerge.run(
              out,
              List.of(new PostingsMerge.Input(reader, chunk -> Math.max(-1, chunk - first))),
              () -> {});
      PostingsReader copy =
          KeywordFile.open(BlockReader.open(store, "copy", FileKind.KEYWORDS, written));
      assertThat(found(copy, "three")).containsExactly(1);
    }
  }

  /**
   * Writes one text, then many texts of 1 MiB that are holes, then two more texts, and the words
   * "fish" and "three" as keys.
   */
  private int writeKeywords() throws IOException {
    List<String> texts = List.of("one fish", "two fish", "three fish");
    int holes = (int) (HOLE >> 20);
    ByteBuffer ends = littleEndian(8 * (holes + 3));
    long end = texts.get(0).length();
    ends.putLong(end);
    for (int i = 0; i < holes; i++) {
      end += 1 << 20;
      ends.putLong(end);
    }
    long second = end;
    end += texts.get(1).length();
    ends.putLong(end);
    end += texts.get(2).length();
    ends.putLong(end);
    int chunks = holes + 3;
    RecordWriter group = new RecordWriter();
    group.putNumber(0);
    group.putNumber(2L * (chunks - 2));
    group.putNumber(2);
    int fish = group.size();
    group.putNumber(2L * (chunks - 1));
    int keys = group.size();
    group.putBytes("fish\u00ffthree\u00ff".getBytes(StandardCharsets.ISO_8859_1));
    int entries = group.size();
    group.putNumber(2L * fish);
    group.putNumber(2L * (keys - fish));
    ByteBuffer table = littleEndian(16 + 16);
    table.putLong(end + keys).putInt(entries - keys).putInt(group.size() - entries);
    table.putLong(chunks).putLong(1);
    Path path = directory.resolve("keywords-1.arag");
    long endsAt = end + group.size();
    try (SparseFile file = SparseFile.create(path, endsAt + ends.capacity() + table.capacity())) {
      file.put(0, ascii(texts.get(0)));
      file.put(second, ascii(texts.get(1) + texts.get(2)));
      file.put(end, ByteBuffer.wrap(group.toBytes()));
      file.put(endsAt, ends.flip());
      file.put(endsAt + ends.capacity(), table.flip());
      file.finish(3);
    }
    return chunks;
  }

  private static ByteBuffer ascii(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Searches only the first chunk and the last two chunks, because the chunks between them are
   * holes.
   */
  private static List<Integer> found(PostingsReader reader, String word) {
    List<Integer> found = new ArrayList<>();
    int last = reader.chunks() - 2;
    KeywordQuery query = KeywordQuery.of(List.of(word));
    KeywordScan scan = new KeywordScan(new SegmentKeywords(query, reader, null));
    scan.search(0, 1, (occurrences, chunk) -> found.add(chunk));
    scan.search(last, last + 2, (occurrences, chunk) -> found.add(chunk));
    return found;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsChunks(boolean isMapped) throws IOException {
    ChunksReader small = writeChunks();
    ChunksReader large = ChunksReader.of(open("chunks-2.arag", FileKind.CHUNKS, isMapped));
    for (int chunk = 0; chunk < small.chunks(); chunk++) {
      assertThat(large.read(chunk)).isEqualTo(small.read(chunk));
      assertThat(large.find(small.chunkId(chunk))).hasValue(chunk);
    }
    for (int document = 0; document < small.documents(); document++) {
      assertThat(large.readDocument(document)).isEqualTo(small.readDocument(document));
      assertThat(large.findDocument(small.documentId(document))).hasValue(document);
    }
    assertThat(large.warned()).isEqualTo(small.warned()).isNotEmpty();
    assertThat(copied(large)).isEqualTo(copied(small));
  }

  private static byte[] copied(ChunksReader from) throws IOException {
    MemoryStore store = new MemoryStore();
    try (ChunksWriter writer = ChunksWriter.create(store, "copy")) {
      writer.copy(from, document -> document % 3 != 1);
      writer.finish();
    }
    return store.files().get("copy");
  }

  /**
   * Writes a small file, and a large file with the same documents and a hole between their records.
   */
  private ChunksReader writeChunks() throws IOException {
    FileStore store = new FileStore(directory);
    SampleDocuments documents = new SampleDocuments(5);
    try (ChunksWriter writer = ChunksWriter.create(store, "chunks-1.arag")) {
      for (int i = 0; i < 12; i++) {
        SampleDocuments.Sample sample = documents.next();
        writer.add(sample.document(), sample.chunks(), sample.origin());
      }
      writer.finish();
    }
    BlockReader small = BlockReader.open(store, "chunks-1.arag", FileKind.CHUNKS, null);
    byte[] body = small.read(0, small.length());
    stretch(ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN));
    return ChunksReader.of(small);
  }

  private void stretch(ByteBuffer body) throws IOException {
    int trailer = body.capacity() - 48;
    int tables = (int) body.getLong(trailer);
    int documents = (int) body.getLong(trailer + 8);
    int cut = (int) body.getLong(tables + 20 * (documents / 2));
    for (int i = 0; i < documents; i++) {
      move(body, tables + 20 * i, cut);
    }
    for (int i = 0; i < body.getLong(trailer + 16); i++) {
      move(body, tables + 20 * documents + 24 * i, cut);
    }
    move(body, trailer, cut);
    Path path = directory.resolve("chunks-2.arag");
    try (SparseFile file = SparseFile.create(path, HOLE + body.capacity())) {
      file.put(0, body.slice(0, cut));
      file.put(HOLE + cut, body.slice(cut, body.capacity() - cut));
      file.finish(2);
    }
  }

  private static void move(ByteBuffer body, int place, int cut) {
    long offset = body.getLong(place);
    body.putLong(place, offset < cut ? offset : offset + HOLE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void detectsAFlippedBitAtALargeOffset(boolean isMapped) throws IOException {
    long rows = HOLE / GROUP_BYTES * GROUP_ROWS;
    writeVectors(rows, List.of(0L, rows - 1));
    Path path = directory.resolve("vectors-1.arag");
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {1}), 64 + placeOf(rows - 1000));
    }
    VectorReader reader = VectorReader.of(open("vectors-1.arag", FileKind.VECTORS, isMapped));
    assertThat(reader.read(0).toArray()[0]).isOne();
    assertThatThrownBy(() -> reader.read(rows - 1000))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("checksum");
  }
}
