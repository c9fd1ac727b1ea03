package dev.arag.index.internal.chunks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.CorpusOrder;
import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Page;
import dev.arag.core.text.Location;
import dev.arag.core.text.PageLayout;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import dev.arag.index.internal.chunks.SampleDocuments.Sample;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.LittleEndian;
import dev.arag.index.internal.file.ProblemCollector;
import dev.arag.index.internal.file.RecordWriter;
import dev.arag.index.internal.store.CountingStore;
import dev.arag.index.internal.store.MemoryStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChunksWriterTest {
  private final MemoryStore store = new MemoryStore();
  private int files;

  @FunctionalInterface
  private interface ChunksContent {
    void fill(ChunksWriter writer) throws IOException;
  }

  private ChunksReader written(ChunksContent content) throws IOException {
    String name = "chunks-" + ++files + ".arag";
    try (ChunksWriter writer = ChunksWriter.create(store, name)) {
      content.fill(writer);
      FileIdentity seal = writer.finish();
      return ChunksReader.of(BlockReader.open(store, name, FileKind.CHUNKS, seal));
    }
  }

  private ChunksReader written(List<Sample> samples) throws IOException {
    return written(writer -> addAll(samples, writer));
  }

  private static void addAll(List<Sample> samples, ChunksWriter writer) throws IOException {
    for (Sample each : samples) {
      writer.add(each.document(), each.chunks(), each.origin());
    }
  }

  private static List<Sample> samples(SampleDocuments source, int count) {
    return IntStream.range(0, count).mapToObj(i -> source.next()).toList();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void readsAddedDocuments(long seed) throws IOException {
    List<Sample> samples = samples(new SampleDocuments(seed), 60);
    assertThatContains(written(samples), samples);
  }

  private static void assertThatContains(ChunksReader reader, List<Sample> samples) {
    assertThat(reader.documents()).isEqualTo(samples.size());
    List<Chunk> chunks = samples.stream().flatMap(each -> each.chunks().stream()).toList();
    assertThat(reader.chunks()).isEqualTo(chunks.size());
    int chunk = 0;
    long sentence = 0;
    for (int document = 0; document < samples.size(); document++) {
      assertThatIs(reader, document, samples.get(document));
      assertThat(reader.firstChunk(document)).isEqualTo(chunk);
      for (Chunk each : samples.get(document).chunks()) {
        assertThat(reader.read(chunk)).isEqualTo(each);
        assertThat(reader.document(chunk)).isEqualTo(document);
        assertThat(reader.chunkId(chunk)).isEqualTo(each.id());
        assertThat(reader.find(each.id())).hasValue(chunk);
        assertThat(reader.firstSentence(chunk)).isEqualTo(sentence);
        sentence += each.sentences().size();
        chunk++;
      }
    }
    assertThat(reader.firstChunk(samples.size())).isEqualTo(chunk);
    assertThat(reader.firstSentence(chunk)).isEqualTo(sentence).isEqualTo(reader.sentences());
    assertThat(reader.find(ChunkId.of("missing#1"))).isEmpty();
    assertThat(reader.findDocument("missing")).isEmpty();
    assertThat(reader.warned()).isEqualTo(warned(samples));
    assertThatRanksAscend(reader, samples);
  }

  private static void assertThatIs(ChunksReader reader, int document, Sample expected) {
    assertThat(reader.findDocument(expected.document().id())).hasValue(document);
    assertThat(reader.documentId(document)).isEqualTo(expected.document().id());
    assertThat(reader.hash(document)).isEqualTo(expected.origin().hash());
    assertThat(reader.source(document)).isEqualTo(expected.origin().source());
    assertThat(reader.key(document)).isEqualTo(expected.origin().key());
    assertThat(reader.warnings(document)).isEqualTo(expected.origin().warnings());
    assertThat(reader.readDocument(document))
        .isEqualTo(
            new StoredDocument(
                expected.document().id(),
                expected.document().title().orElse(null),
                0,
                expected.document().metadata(),
                expected.document().readableBy(),
                expected.origin()));
  }

  private static int[] warned(List<Sample> samples) {
    return IntStream.range(0, samples.size())
        .filter(i -> !samples.get(i).origin().warnings().isEmpty())
        .toArray();
  }

  private static void assertThatRanksAscend(ChunksReader reader, List<Sample> samples) {
    List<String> sorted =
        samples.stream()
            .map(each -> each.document().id())
            .sorted(CorpusOrder::compareCodePoints)
            .toList();
    for (int i = 0; i < samples.size(); i++) {
      assertThat(sorted.get(reader.rank(i))).isEqualTo(samples.get(i).document().id());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void copiesLiveDocumentsAndRetiresKeysOfTheOthers(long seed) throws IOException {
    Random random = new Random(seed);
    SampleDocuments source = new SampleDocuments(seed);
    List<Sample> kept = new ArrayList<>();
    Set<String> retired = new TreeSet<>();
    ChunksReader merged = null;
    for (int round = 0; round < 3; round++) {
      List<Sample> before = List.copyOf(kept);
      ChunksReader last = merged;
      kept.clear();
      merged =
          written(
              writer -> {
                if (last != null) {
                  copySome(last, before, random, writer, kept, retired);
                }
                for (int part = 0; part < 3; part++) {
                  List<Sample> samples = samples(source, random.nextInt(20));
                  copySome(written(samples), samples, random, writer, kept, retired);
                }
                List<Sample> added = samples(source, random.nextInt(4));
                addAll(added, writer);
                kept.addAll(added);
              });
      assertThatContains(merged, kept);
      assertThatRetired(merged, retired);
    }
    assertThat(retired).hasSizeGreaterThan(5);
  }

  private static void copySome(
      ChunksReader from,
      List<Sample> samples,
      Random random,
      ChunksWriter writer,
      List<Sample> kept,
      Set<String> retired)
      throws IOException {
    Set<Integer> dead = new HashSet<>();
    for (int i = 0; i < samples.size(); i++) {
      if (random.nextInt(3) == 0) {
        dead.add(i);
        retired.add(samples.get(i).origin().key());
      } else {
        kept.add(samples.get(i));
      }
    }
    retired.remove("");
    writer.copy(from, document -> !dead.contains(document));
  }

  private static void assertThatRetired(ChunksReader reader, Set<String> retired) {
    for (String key : retired) {
      String shortKey = key.substring(0, 8);
      String other = shortKey + "zzzzz";
      assertThat(reader.isKeyTaken(other)).as(key).isTrue();
      boolean hasTwin =
          retired.stream().anyMatch(each -> each.startsWith(shortKey) && !each.equals(key));
      assertThat(reader.isKeyTaken(key)).as(key).isEqualTo(hasTwin);
    }
    assertThat(reader.isKeyTaken("a000000000000")).isFalse();
    assertThat(reader.isKeyTaken("zzzzzzzzzzzzz")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void writesTheSameBytesWhenCopyingAsWhenAdding(long seed) throws IOException {
    List<Sample> samples = samples(new SampleDocuments(seed), 40);
    ChunksReader half = written(samples.subList(0, 17));
    ChunksReader rest = written(samples.subList(17, 40));
    written(samples);
    written(
        writer -> {
          writer.copy(half, document -> true);
          writer.copy(rest, document -> true);
        });
    assertThat(store.files().get("chunks-4.arag")).isEqualTo(store.files().get("chunks-3.arag"));
  }

  @Test
  void readsAnEmptyFile() throws IOException {
    assertThatContains(written(List.of()), List.of());
  }

  @Test
  void sortsRetiredKeysAndWritesEachOnce() throws IOException {
    RetiredKeys keys = new RetiredKeys();
    Random random = new Random(7);
    Set<String> expected = new TreeSet<>();
    for (int i = 0; i < 5000; i++) {
      String key = String.format("k%012d", random.nextInt(3000));
      keys.add(key);
      expected.add(key);
    }
    try (BlockWriter file = BlockWriter.create(store, "keys", FileKind.CHUNKS)) {
      assertThat(keys.write(file)).isEqualTo(expected.size());
      BlockReader written = BlockReader.open(store, "keys", FileKind.CHUNKS, file.finish());
      assertThat(new String(written.read(0, written.length()), StandardCharsets.US_ASCII))
          .isEqualTo(String.join("", expected));
    }
  }

  /** An attacker can choose such ids for a hash table with this hash. */
  @Test
  void findsIdsWithEqualFnvHashesInFewReads() throws IOException {
    List<String> ids = idsWithEqualFnvHashes(400);
    Sample sample = samples(new SampleDocuments(1), 1).get(0);
    CountingStore counting = new CountingStore(store);
    try (ChunksWriter writer = ChunksWriter.create(store, "chunks-1.arag")) {
      for (String id : ids) {
        Location location = Location.builder(id).build();
        Chunk chunk =
            new Chunk(ChunkId.of(id), location, "a text", List.of(), 2, null, null, List.of());
        writer.add(Document.of(id, "a text"), List.of(chunk), sample.origin());
      }
      writer.finish();
    }
    BlockReader file = BlockReader.open(counting, "chunks-1.arag", FileKind.CHUNKS, null);
    ChunksReader reader = ChunksReader.of(file);
    for (int i = 0; i < ids.size(); i++) {
      assertThat(reader.findDocument(ids.get(i))).hasValue(i);
      assertThat(reader.find(ChunkId.of(ids.get(i)))).hasValue(i);
    }
    assertThat(counting.reads()).isLessThan(30L * 2 * ids.size());
  }

  private static List<String> idsWithEqualFnvHashes(int count) {
    int slots = Integer.highestOneBit(count * 3 / 2) * 2;
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "chosen-" + i)
        .filter(id -> (fnv(id) & (slots - 1)) == 0)
        .limit(count)
        .toList();
  }

  private static int fnv(String id) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < id.length(); i++) {
      hash = (hash ^ id.charAt(i)) * 0x100000001b3L;
    }
    return (int) (hash ^ (hash >>> 32));
  }

  @Test
  void keepsUnknownBlocksOfADocument() throws IOException {
    List<Sample> samples = samples(new SampleDocuments(3), 20);
    List<String> problems = problems(written(samples));
    ChunksReader reader = withBlocks(7, new byte[] {9, 3, 1, 2, 3, 77, 0});
    assertThatContains(reader, samples);
    assertThat(problems(reader)).isEqualTo(problems);
    written(writer -> writer.copy(reader, document -> true));
    assertThat(store.files().get("chunks-2.arag")).isEqualTo(store.files().get("blocks"));
    List<String> damaged = problems(withBlocks(7, new byte[] {9, 4, 1, 2, 3}));
    damaged.removeAll(problems);
    assertThat(damaged)
        .anyMatch(each -> each.contains("a record is too short for its contents"))
        .filteredOn(each -> !each.contains("a record is too short for its contents"))
        .hasSizeLessThan(5)
        .allMatch(each -> each.contains("document 7: a block is longer than all blocks"));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void rejectsCraftedLayouts(long seed) throws IOException {
    Random random = new Random(seed);
    Sample sample = samples(new SampleDocuments(seed), 1).get(0);
    Document.Builder document = sample.document().toBuilder();
    for (int page = 0; page < 3; page++) {
      PageLayout.Builder layout = PageLayout.builder(1 + page, 600, 800).line(10, 20);
      document.layout(layout.word(page, page + 1, 72.05 + page, 90).build());
    }
    RecordWriter block = new RecordWriter();
    StoredLayouts.write(document.build().layouts(), block);
    Location location = Location.builder("d").build();
    Chunk chunk = new Chunk(ChunkId.of("c"), location, "text", List.of(), 1, null, null);
    Document stored = Document.of("d", "text");
    written(writer -> writer.add(stored, List.of(chunk), sample.origin()));
    ChunksReader whole = withBlocks(0, block.toBytes());
    assertThat(whole.regions(0, 1, 0, 9)).hasSize(3);
    int sound = problems(whole).size();
    int rejected = 0;
    for (int i = 0; i < 500; i++) {
      byte[] crafted = block.toBytes();
      crafted[2 + random.nextInt(crafted.length - 2)] = (byte) random.nextInt(256);
      ChunksReader reader = withBlocks(0, crafted);
      try {
        assertThat(reader.regions(0, 1, 0, 9)).hasSizeLessThanOrEqualTo(3);
      } catch (CorruptIndexException e) {
        rejected++;
        assertThat(problems(reader)).hasSizeGreaterThan(sound);
      }
    }
    assertThat(rejected).isBetween(100, 499);
    assertThat(problems(withBlocks(0, new byte[] {2, 3, 1, 0, 0})))
        .anyMatch(each -> each.contains("a block of layouts is too short"));
    assertThatThrownBy(() -> withBlocks(0, new byte[] {2, 90, 1}).regions(0, 1, 0, 9))
        .isInstanceOf(CorruptIndexException.class);
  }

  /** Returns the first file with bytes inserted after the record of a document. */
  private ChunksReader withBlocks(int document, byte[] blocks) throws IOException {
    BlockReader file = BlockReader.open(store, "chunks-1.arag", FileKind.CHUNKS, null);
    byte[] body = file.read(0, file.length());
    int trailer = body.length - 48;
    int table = (int) LittleEndian.getLong(body, trailer);
    int chunks = table + 20 * (int) LittleEndian.getLong(body, trailer + 8);
    int entry = table + 20 * document;
    int at = (int) LittleEndian.getLong(body, entry) + LittleEndian.getInt(body, entry + 8);
    for (int each = table; each < chunks; each += 20) {
      move(body, each, at, blocks.length);
    }
    for (int i = 0; i < LittleEndian.getLong(body, trailer + 16); i++) {
      move(body, chunks + 24 * i, at, blocks.length);
    }
    move(body, trailer, at, blocks.length);
    store.delete("blocks");
    try (BlockWriter writer = BlockWriter.create(store, "blocks", FileKind.CHUNKS)) {
      writer.write(body, 0, at);
      writer.write(blocks, 0, blocks.length);
      writer.write(body, at, body.length - at);
      return ChunksReader.of(BlockReader.open(store, "blocks", FileKind.CHUNKS, writer.finish()));
    }
  }

  private static void move(byte[] body, int place, int from, int distance) {
    long offset = LittleEndian.getLong(body, place);
    LittleEndian.putLong(body, place, offset < from ? offset : offset + distance);
  }

  private static final String ROWS = "Year | 2018\na | 1\nb | 2\n";

  /** A document with a table in two chunks, and its block. */
  private ChunksReader withTable() throws IOException {
    TableHeader header = new TableHeader(0, "Year | 2018\n");
    List<Chunk> chunks = new ArrayList<>();
    for (int start : List.of(0, 18)) {
      String text = ROWS.substring(start, start == 0 ? 18 : 24);
      List<Sentence> sentences = new ArrayList<>();
      for (int at = 0; at < text.length(); at = text.indexOf('\n', at) + 1) {
        String row = text.substring(at, text.indexOf('\n', at));
        sentences.add(new Sentence(row, start + at, List.of(), false, header));
      }
      Location at = Location.builder("d").offset(start).ordinal(start / 18).build();
      ChunkId id = ChunkId.of("k#" + start);
      ChunkId other = ChunkId.of("k#" + (18 - start));
      chunks.add(
          new Chunk(
              id, at, text, sentences, 9, start == 0 ? null : other, start > 0 ? null : other));
    }
    Origin origin = new Origin("s", StoredHash.of(new byte[32]), "", List.of());
    ChunksReader reader = written(writer -> writer.add(Document.of("d", ROWS), chunks, origin));
    assertThat(List.of(reader.read(0), reader.read(1))).isEqualTo(chunks);
    assertThat(reader.read(1).sentences().get(0).table()).isEqualTo(header);
    assertThat(problems(reader)).isEmpty();
    return reader;
  }

  /** The block has 2 + 4 + 12 + 12 bytes; the value replaces a byte of it. */
  @ParameterizedTest
  @CsvSource({
    "0, 99, false",
    "1, 3, true",
    "1, 18, true",
    "2, 0, true",
    "2, 2, true",
    "5, -1, true",
    "6, 9, true",
    "9, -1, true",
    "10, 5, true",
    "10, 0, false",
    "13, -1, false",
    "14, 99, true",
    "14, 3, false",
    "17, -1, true",
    "18, 65, true",
    "29, 65, true"
  })
  void rejectsACraftedBlockOfTables(int place, int value, boolean isRejected) throws IOException {
    withTable();
    ChunksReader crafted = crafted(place, value);
    // Other readings are possible, but they are not those of a whole block.
    assertThat(place == 0 || !problems(crafted).isEmpty()).isTrue();
    if (place == 0) {
      assertThat(crafted.read(0).sentences()).allMatch(each -> each.table() == null);
    } else if (isRejected) {
      assertThatThrownBy(() -> List.of(crafted.read(0), crafted.read(1)))
          .isInstanceOf(CorruptIndexException.class);
    }
  }

  private ChunksReader crafted(int place, int value) throws IOException {
    BlockReader file = BlockReader.open(store, "chunks-1.arag", FileKind.CHUNKS, null);
    byte[] body = file.read(0, file.length());
    int table = (int) LittleEndian.getLong(body, body.length - 48);
    int block = LittleEndian.getInt(body, table + 8);
    assertThat(body[block]).isEqualTo((byte) 1);
    assertThat(body[block + 1]).isEqualTo((byte) 28);
    body[block + place] = (byte) value;
    try (BlockWriter writer = BlockWriter.create(store, "crafted", FileKind.CHUNKS)) {
      writer.write(body, 0, body.length);
      return ChunksReader.of(BlockReader.open(store, "crafted", FileKind.CHUNKS, writer.finish()));
    }
  }

  @Test
  void reportsASecondBlockOfTablesAndUnusedTexts() throws IOException {
    withTable();
    byte[] second = {1, 16, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0};
    assertThat(problems(withBlocks(0, second)))
        .anyMatch(each -> each.contains("it has two blocks of kind 1"));
    assertThat(problems(crafted(14, 3)))
        .anyMatch(each -> each.contains("or the block than its data"));
  }

  /** A chunk of a table is read without its other rows, and copied with them. */
  @Test
  void readsAChunkOfADocumentWithManyTablesInFewReads() throws IOException {
    int tables = 20_000;
    String text = "h\nr\n";
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < tables; i++) {
      int offset = i * text.length();
      TableHeader header = new TableHeader(offset, "h\n");
      chunks.add(
          new Chunk(
              ChunkId.of("c" + i),
              Location.builder("d").offset(offset).ordinal(i).build(),
              text,
              List.of(
                  new Sentence("h", offset, List.of(), false, header),
                  new Sentence("r", offset + 2, List.of(), false, header)),
              4,
              i == 0 ? null : ChunkId.of("c" + (i - 1)),
              i + 1 == tables ? null : ChunkId.of("c" + (i + 1))));
    }
    Origin origin = new Origin("s", StoredHash.of(new byte[32]), "", List.of());
    written(writer -> writer.add(Document.of("d", text.repeat(tables)), chunks, origin));
    CountingStore counting = new CountingStore(store);
    ChunksReader reader =
        ChunksReader.of(BlockReader.open(counting, "chunks-1.arag", FileKind.CHUNKS, null));
    assertThat(reader.read(7_000)).isEqualTo(chunks.get(7_000));
    long before = counting.reads();
    assertThat(reader.read(13_000)).isEqualTo(chunks.get(13_000));
    assertThat(counting.reads() - before).isLessThan(100);
    ChunksReader copy = written(writer -> writer.copy(reader, document -> true));
    assertThat(copy.read(19_999)).isEqualTo(chunks.get(19_999));
    assertThat(problems(copy)).isEmpty();
  }

  @Test
  void rejectsATitleLineThatIsLongerThanTheTitle() throws IOException {
    ChunksReader chunks = titled(-9, "a text");
    assertThatThrownBy(() -> chunks.readDocument(0))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("a title of 5 UTF-16 units has a line of 9 units");
  }

  @Test
  void reportsATextThatIsShorterThanTheTitleLine() throws IOException {
    assertThat(problems(titled(-6, "ab"))).anyMatch(each -> each.contains("its title line has 6"));
    assertThat(problems(titled(-6, "Title\n"))).noneMatch(each -> each.contains("its title line"));
  }

  private ChunksReader titled(int offset, String text) throws IOException {
    Location location = Location.builder("d").offset(offset).build();
    Chunk chunk = new Chunk(ChunkId.of("c"), location, text, List.of(), 2, null, null, List.of());
    Document document = Document.builder("d", "text").title("Title").build();
    Sample sample = samples(new SampleDocuments(1), 1).get(0);
    return written(writer -> writer.add(document, List.of(chunk), sample.origin()));
  }

  private static List<String> problems(ChunksReader chunks) {
    List<String> problems = new ArrayList<>();
    chunks.audit(new ProblemCollector((offset, what) -> problems.add(what)), (chunk, number) -> {});
    return problems;
  }

  /** The record ends with the number of page starts, the distance and the page number. */
  @ParameterizedTest
  @CsvSource({"3, 0", "3, 2", "2, 0", "2, 6", "1, 0"})
  void rejectsAnInvalidPageStart(int fromEnd, byte value) throws IOException {
    Sample sample = samples(new SampleDocuments(1), 1).get(0);
    Location location = Location.builder(sample.document().id()).page(1).build();
    Chunk chunk =
        new Chunk(
            ChunkId.of("c"), location, "a text", List.of(), 2, null, null, List.of(new Page(2, 2)));
    ChunksReader chunks =
        written(writer -> writer.add(sample.document(), List.of(chunk), sample.origin()));
    assertThat(chunks.read(0).pageStarts()).containsExactly(new Page(2, 2));

    BlockReader file = BlockReader.open(store, "chunks-1.arag", FileKind.CHUNKS, null);
    byte[] body = file.read(0, file.length());
    int recordEnd = (int) LittleEndian.getLong(body, body.length - 48);
    body[recordEnd - fromEnd] = value;
    try (BlockWriter writer = BlockWriter.create(store, "crafted", FileKind.CHUNKS)) {
      writer.write(body, 0, body.length);
      BlockReader crafted = BlockReader.open(store, "crafted", FileKind.CHUNKS, writer.finish());
      assertThatThrownBy(() -> ChunksReader.of(crafted).read(0))
          .isInstanceOf(CorruptIndexException.class);
    }
  }

  @Test
  void rejectsAKeyOfAnotherLength() {
    assertThatThrownBy(() -> new Origin("s", StoredHash.of(new byte[32]), "k1234567", List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("13");
  }

  @Test
  void returnsTheBytesOfAHash() {
    byte[] bytes = new byte[32];
    new Random(1).nextBytes(bytes);
    assertThat(StoredHash.of(bytes).toBytes()).isEqualTo(bytes);
  }
}
