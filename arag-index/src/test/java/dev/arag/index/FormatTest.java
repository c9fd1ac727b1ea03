package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.chunks.ChunksWriter;
import dev.arag.index.internal.chunks.Origin;
import dev.arag.index.internal.chunks.StoredHash;
import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.diagnostics.Diagnostic;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.keyword.KeywordFiles;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.source.Source;
import dev.arag.index.spi.Skip;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads index files using only the information in docs/index-format.md. */
class FormatTest {
  private static final int BLOCK = 262_144;

  @TempDir Path directory;
  private List<Chunk> chunks;

  @BeforeEach
  void build() {
    Document two =
        Document.builder("b", "Title\n\nÉté 😀 was hot. It ended.")
            .title("B")
            .heading(0, List.of("Title"))
            .metadata("year", 1881)
            .metadata("tags", List.of("x", "y"))
            .build();
    Document one =
        Document.builder("a", "One. " + "Long words again. ".repeat(20_000))
            .chunk(0, ChunkId.of("7"))
            .chunk(5, ChunkId.of("8"))
            .page(0, 3)
            .page(2, 4)
            .page(1_000, 5)
            .page(300_000, 1_000)
            .build();
    try (Index index = Index.builder(directory).embedder(new HashEmbedder(8)).openOrCreate()) {
      index.sync(Source.documents("test", List.of(two, one)));
      chunks = IndexContents.chunks(index);
    }
  }

  /** Reads values from the body of a file, starting at an offset. */
  private static final class Cursor {
    private final ByteBuffer bytes;

    Cursor(byte[] body, long offset) {
      bytes = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).position((int) offset);
    }

    long number() {
      long value = 0;
      for (int shift = 0; ; shift += 7) {
        byte next = bytes.get();
        value |= (long) (next & 0x7f) << shift;
        if (next >= 0) {
          return value;
        }
      }
    }

    String text() {
      byte[] utf8 = new byte[(int) number()];
      bytes.get(utf8);
      return new String(utf8, StandardCharsets.UTF_8);
    }

    byte[] bytes(int count) {
      byte[] taken = new byte[count];
      bytes.get(taken);
      return taken;
    }

    List<String> texts() {
      List<String> texts = new ArrayList<>();
      for (long left = number(); left > 0; left--) {
        texts.add(text());
      }
      return texts;
    }
  }

  private byte[] body(String name, int kind) throws IOException {
    byte[] file = Files.readAllBytes(directory.resolve(name));
    ByteBuffer at = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(Arrays.copyOf(file, 4)).isEqualTo("ARAG".getBytes(StandardCharsets.US_ASCII));
    assertThat(at.getInt(4)).isEqualTo(kind);
    assertThat(at.getInt(8)).isEqualTo(2);
    assertThat(at.getInt(12)).isEqualTo(BLOCK);
    assertThat(at.getInt(60)).isEqualTo(FormatRules.crc(file, 0, 60));
    int footer = file.length - 64;
    int length = (int) at.getLong(footer);
    int blocks = (length + BLOCK - 1) / BLOCK;
    int table = 64 + length;
    int root = table + 4 * blocks;
    assertThat(footer).isEqualTo(root + (blocks == 0 ? 0 : 4));
    for (int i = 0; i < blocks; i++) {
      int start = i * BLOCK;
      int crc = FormatRules.crc(file, 64 + start, Math.min(BLOCK, length - start));
      assertThat(at.getInt(table + 4 * i)).isEqualTo(crc);
    }
    assertThat(at.getInt(root)).isEqualTo(FormatRules.crc(file, table, 4 * blocks));
    assertThat(at.getInt(footer + 24)).isEqualTo(FormatRules.crc(file, root, 4));
    assertThat(at.getInt(footer + 56)).isEqualTo(0x41524147);
    assertThat(at.getInt(footer + 60)).isEqualTo(FormatRules.crc(file, footer, 60));
    assertThat(Arrays.copyOfRange(file, footer + 8, footer + 24))
        .isEqualTo(id(file, length, table, root));
    return Arrays.copyOfRange(file, 64, 64 + length);
  }

  private static byte[] id(byte[] file, long length, int table, int root) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(file, 0, 64);
      digest.update(
          ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, length).array());
      digest.update(file, table, root - table);
      return Arrays.copyOf(digest.digest(), 16);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private long sentences() {
    return chunks.stream().mapToLong(chunk -> chunk.sentences().size()).sum();
  }

  private void assertThatFileIs(Cursor in, String name) throws IOException {
    byte[] file = Files.readAllBytes(directory.resolve(name));
    assertThat(in.number()).isEqualTo(1);
    assertThat(in.number()).isEqualTo(file.length);
    byte[] id = new byte[16];
    in.bytes.get(id);
    assertThat(id).isEqualTo(Arrays.copyOfRange(file, file.length - 56, file.length - 40));
  }

  /** Returns "chunk position" for each posting by key, each as often as it counts. */
  private static Map<String, List<String>> postingsOfKeys(byte[] body, boolean hasPositions) {
    ByteBuffer at = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
    int groups = (int) at.getLong(body.length - 8);
    int table = body.length - 16 - 16 * groups;
    int ends = table - 8 * (int) at.getLong(body.length - 16);
    long place = at.getLong(table - 8);
    Map<String, List<String>> found = new TreeMap<>();
    List<byte[]> groupKeys = new ArrayList<>();
    byte[] last = {};
    for (int group = 0; group < groups; group++) {
      long keysAt = at.getLong(table + 16 * group);
      int length = at.getInt(table + 16 * group + 8);
      assertThat(length).isGreaterThanOrEqualTo(group < groups - 1 ? 1_024 : 2);
      Cursor keys = new Cursor(body, keysAt);
      Cursor lengths = new Cursor(body, keysAt + length);
      while (keys.bytes.position() < keysAt + length) {
        ByteArrayOutputStream key = new ByteArrayOutputStream();
        for (byte each = keys.bytes.get(); each != (byte) 0xff; each = keys.bytes.get()) {
          key.write(each);
        }
        assertThat(Arrays.compareUnsigned(last, key.toByteArray())).isNegative();
        last = key.toByteArray();
        long lengthAndFlag = lengths.number();
        long end = place + lengthAndFlag / 2;
        found.put(
            key.toString(StandardCharsets.UTF_8),
            lengthAndFlag % 2 == 1
                ? readBitmap(Arrays.copyOfRange(body, (int) place, (int) end))
                : readPostings(new Cursor(body, place), end, hasPositions));
        place = end;
      }
      assertThat(place).isEqualTo(keysAt);
      place = lengths.bytes.position();
      assertThat(place).isEqualTo(keysAt + length + at.getInt(table + 16 * group + 12));
      groupKeys.add(Arrays.copyOfRange(body, (int) keysAt, (int) keysAt + length));
      if (groupKeys.size() == 512 || group == groups - 1) {
        byte[] rows = FormatRules.rows(groupKeys);
        assertThat(new Cursor(body, place).bytes(rows.length)).isEqualTo(rows);
        place += rows.length;
        groupKeys.clear();
      }
    }
    assertThat(place).isEqualTo(ends);
    return found;
  }

  private static List<String> readBitmap(byte[] bitmap) {
    return IntStream.range(0, 8 * bitmap.length)
        .filter(chunk -> (bitmap[chunk / 8] >> (chunk % 8) & 1) == 1)
        .mapToObj(chunk -> chunk + " 0")
        .toList();
  }

  private static List<String> readPostings(Cursor in, long end, boolean hasPositions) {
    List<String> found = new ArrayList<>();
    int chunk = 0;
    int position = 0;
    while (in.bytes.position() < end) {
      int distance = hasPositions ? (int) in.number() : 0;
      int packed = (int) in.number();
      chunk += hasPositions ? distance : packed / 2;
      position = hasPositions ? packed / 2 + (distance == 0 ? position : 0) : 0;
      int repeats = packed % 2 == 0 ? 1 : (int) in.number();
      found.addAll(Collections.nCopies(repeats, chunk + " " + position));
    }
    return found;
  }

  @Nested
  class Manifest {
    @Test
    void readsTheFilesThatTheManifestLists() throws IOException {
      Cursor in = new Cursor(body("manifest.arag", 1), 0);
      assertThat(in.number()).isEqualTo(1);
      assertThat(in.number()).isEqualTo(2);
      assertThat(in.text()).isEqualTo("unicode 16.0, rules 1");
      assertThat(in.number()).isEqualTo(1000);
      assertThat(in.number()).isEqualTo(1);
      assertThat(in.number()).isEqualTo(1);
      assertThat(in.text()).isEqualTo("hash-words-1/8");
      assertThat(in.number()).isEqualTo(8);
      assertThat(in.number()).isZero();
      assertThat(in.number()).isEqualTo(1);
      assertThatFileIs(in, "chunks-1.arag");
      assertThatFileIs(in, "keywords-1.arag");
      assertThat(in.number()).isEqualTo(1);
      assertThatFileIs(in, "vectors-1.arag");
      assertThat(in.number()).as("has diagnostics").isZero();
      assertThat(in.number()).as("has deletes").isZero();
      for (int i = 0; i < 2; i++) {
        assertThat(in.number()).isEqualTo(2);
        assertThat(in.number()).isEqualTo(chunks.size());
        assertThat(in.number()).isEqualTo(sentences());
      }
      assertThat(in.bytes.hasRemaining()).isFalse();
    }

    @Test
    void readsTheSourcesFromTheManifest() throws IOException {
      Path docs = Files.createDirectory(directory.resolve("docs"));
      Files.writeString(docs.resolve("a.txt"), "A letter.");
      Files.writeString(docs.resolve("b.own"), "No parser reads it.");
      List<String> names = List.of("letters", "reports", "Été");
      List<Skip> skipped;
      try (Index index = Index.builder(directory).embedder(new HashEmbedder(8)).open()) {
        skipped =
            index
                .sync(names.stream().map(name -> Source.path(docs).name(name)).toList(), any -> {})
                .skipped();
      }
      assertThat(skipped).hasSize(3);
      Cursor in = new Cursor(body("manifest.arag", 1), 0);
      assertThat(in.number()).isEqualTo(2);
      in.number();
      in.text();
      in.number();
      in.number();
      assertThat(in.number()).isEqualTo(1);
      in.text();
      in.number();
      assertThat(in.number()).isEqualTo(names.size());
      byte[] place = Arrays.copyOf(sha256(docs.toRealPath().toString()), 16);
      List<byte[]> expected =
          names.stream()
              .map(name -> Arrays.copyOf(sha256(name), 16))
              .sorted(Arrays::compareUnsigned)
              .toList();
      for (byte[] name : expected) {
        assertThat(in.bytes(16)).isEqualTo(name);
        assertThat(in.bytes(16)).isEqualTo(place);
        assertThat(in.text()).isEqualTo(docs.toRealPath().toString());
        assertThat(in.number()).isEqualTo(1);
        assertThat(new Skip(in.text(), in.text())).isIn(skipped);
      }
    }

    private static byte[] sha256(String text) {
      try {
        return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      } catch (NoSuchAlgorithmException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Nested
  class Chunks {
    @Test
    void readsDocumentsChunksAndSentencesFromTheChunksFile() throws IOException {
      byte[] body = body("chunks-1.arag", 2);
      ByteBuffer at = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
      int trailer = body.length - 48;
      int documents = (int) at.getLong(trailer);
      int documentCount = (int) at.getLong(trailer + 8);
      int table = documents + 20 * documentCount;
      int documentIds = table + 24 * (int) at.getLong(trailer + 16);
      int chunkIds = documentIds + 12 * documentCount;
      int warned = chunkIds + 12 * (int) at.getLong(trailer + 16);
      int retired = warned + 4 * (int) at.getLong(trailer + 32);
      assertThat(at.getLong(trailer + 16)).isEqualTo(chunks.size());
      assertThat(at.getLong(trailer + 24)).isEqualTo(sentences());
      assertThat(trailer).isEqualTo(retired + 13 * (int) at.getLong(trailer + 40));

      Cursor first = new Cursor(body, at.getLong(documents) + 32);
      assertThat(first.text()).isEqualTo("b");
      first.text();
      first.text();
      assertThat(first.texts()).isEmpty();
      assertThat(first.number()).isEqualTo(1);
      assertThat(first.text()).isEqualTo("B");
      assertThat(first.number()).as("title line").isEqualTo(2);
      assertThat(first.number()).isEqualTo(2);
      assertThat(first.text()).isEqualTo("tags");
      assertThat(first.number()).isEqualTo(5);
      assertThat(first.texts()).containsExactly("x", "y");
      assertThat(first.text()).isEqualTo("year");
      assertThat(first.number()).isEqualTo(2);
      assertThat(first.bytes.getLong()).isEqualTo(1881);
      assertThat(at.getInt(documents + 16)).isEqualTo(1);

      IntUnaryOperator id = document -> (int) at.getLong(documents + 20 * document) + 32;
      assertThat(findByKey(at, documentIds, documentCount, id, "b")).isZero();
      assertThat(findByKey(at, documentIds, documentCount, id, "a")).isEqualTo(1);

      long sentence = 0;
      for (int i = 0; i < chunks.size(); i++) {
        int entry = table + 24 * i;
        assertThat(at.getLong(entry + 8)).isEqualTo(sentence);
        assertThatChunkIs(new Cursor(body, at.getLong(entry)), chunks.get(i), i == 0 ? 2 : 0);
        assertThat(at.getInt(entry + 20)).isEqualTo(i == 0 ? 0 : 1);
        IntUnaryOperator record = chunk -> (int) at.getLong(table + 24 * chunk);
        assertThat(findByKey(at, chunkIds, chunks.size(), record, chunks.get(i).id().value()))
            .isEqualTo(i);
        sentence += chunks.get(i).sentences().size();
      }
    }

    @Test
    void readsMetadataKeysInCodePointOrder() throws IOException {
      Document keyed =
          Document.builder("keyed", "It has keys.")
              .metadata("\ud83d\ude00", true)
              .metadata("\uff5a", 0.5)
              .build();
      try (ChunksWriter chunks = ChunksWriter.create(new FileStore(directory), "chunks-91.arag")) {
        chunks.add(keyed, List.of(), origin("", List.of()));
        chunks.finish();
      }
      Cursor in = new Cursor(body("chunks-91.arag", 2), 32);
      in.text();
      in.text();
      in.text();
      assertThat(in.texts()).isEmpty();
      assertThat(in.number()).isZero();
      assertThat(in.number()).isEqualTo(2);
      assertThat(in.text()).isEqualTo("\uff5a");
      assertThat(in.number()).isEqualTo(3);
      assertThat(in.bytes.getDouble()).isEqualTo(0.5);
      assertThat(in.text()).isEqualTo("\ud83d\ude00");
      assertThat(in.number()).isEqualTo(4);
      assertThat(in.number()).isEqualTo(1);
    }

    private static void assertThatChunkIs(Cursor in, Chunk chunk, int titleLine) {
      assertThat(in.text()).isEqualTo(chunk.id().value());
      assertThat(in.number()).isEqualTo(chunk.location().ordinal());
      assertThat(in.number()).isEqualTo(titleLine + chunk.location().offset());
      assertThat(in.number()).isEqualTo(chunk.location().page().orElse(0));
      assertThat(in.number()).isEqualTo(chunk.tokens());
      assertThat(in.text()).isEqualTo(chunk.text());
      List<List<String>> paths = new ArrayList<>();
      for (long left = in.number(); left > 0; left--) {
        paths.add(in.texts());
      }
      assertThat(paths.get(0)).isEqualTo(chunk.location().heading());
      assertThat(in.number()).isEqualTo(chunk.sentences().size());
      int end = 0;
      for (var sentence : chunk.sentences()) {
        int start = end + (int) in.number();
        end = start + (int) in.number();
        assertThat(chunk.text().substring(start, end)).isEqualTo(sentence.text());
        long heading = in.number();
        assertThat(paths.get((int) heading / 2)).isEqualTo(sentence.heading());
        assertThat(heading % 2 == 1).isEqualTo(sentence.isHeading());
      }
      assertThat(in.number()).isEqualTo(chunk.pageStarts().size());
      long start = chunk.location().offset();
      for (var page : chunk.pageStarts()) {
        start += in.number();
        assertThat(page).isEqualTo(new Document.Page((int) start, (int) in.number()));
      }
    }

    @Test
    void readsOriginsAndRetiredKeysFromTheChunksFile() throws IOException {
      writeTwice();
      byte[] body = body("chunks-92.arag", 2);
      ByteBuffer at = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
      int trailer = body.length - 48;
      assertThat(at.getLong(trailer + 8)).isEqualTo(2);
      assertThat(at.getLong(trailer + 32)).isEqualTo(1);
      assertThat(at.getLong(trailer + 40)).isEqualTo(2);
      assertThat(new String(body, trailer - 26, 26, StandardCharsets.US_ASCII))
          .isEqualTo("dropped000001dropped000003");
      assertThat(at.getInt(trailer - 26 - 4)).isEqualTo(1);

      int documents = (int) at.getLong(trailer);
      assertThatOriginIs(at, at.getLong(documents), "2", "kept000000002", List.of());
      assertThatOriginIs(at, at.getLong(documents + 20), "4", "", List.of("odd", "Éven"));
    }

    /** Writes a chunks file with four documents, and a copy without the first and third. */
    private void writeTwice() throws IOException {
      FileStore store = new FileStore(directory);
      try (ChunksWriter first = ChunksWriter.create(store, "chunks-91.arag");
          ChunksWriter second = ChunksWriter.create(store, "chunks-92.arag")) {
        first.add(Document.of("1", "x"), List.of(), origin("dropped000003", List.of("gone")));
        first.add(Document.of("2", "x"), List.of(), origin("kept000000002", List.of()));
        first.add(Document.of("3", "x"), List.of(), origin("dropped000001", List.of()));
        first.add(Document.of("4", "x"), List.of(), origin("", List.of("odd", "Éven")));
        FileIdentity seal = first.finish();
        BlockReader file = BlockReader.open(store, "chunks-91.arag", FileKind.CHUNKS, seal);
        second.copy(ChunksReader.of(file), document -> document % 2 == 1);
        second.finish();
      }
    }

    private static Origin origin(String key, List<String> warnings) {
      byte[] hash = new byte[32];
      for (int i = 0; i < hash.length; i++) {
        hash[i] = (byte) (i + 1);
      }
      return new Origin("folder", StoredHash.of(hash), key, warnings);
    }

    private static void assertThatOriginIs(
        ByteBuffer at, long offset, String id, String key, List<String> warnings) {
      for (int i = 0; i < 32; i++) {
        assertThat(at.get((int) offset + i)).isEqualTo((byte) (i + 1));
      }
      Cursor in = new Cursor(at.array(), offset + 32);
      assertThat(in.text()).isEqualTo(id);
      assertThat(in.text()).isEqualTo("folder");
      assertThat(in.text()).isEqualTo(key);
      assertThat(in.texts()).isEqualTo(warnings);
      assertThat(in.number()).isZero();
      assertThat(in.number()).isZero();
    }

    /** Looks up an id in a table of ids and returns the number of its record, or -1. */
    private static int findByKey(
        ByteBuffer at, int table, int count, IntUnaryOperator idOffset, String id) {
      assertThat(IntStream.range(0, count).mapToLong(i -> at.getLong(table + 12 * i))).isSorted();
      return IntStream.range(0, count)
          .filter(i -> at.getLong(table + 12 * i) == FormatRules.key(id))
          .map(i -> at.getInt(table + 12 * i + 8))
          .filter(i -> new Cursor(at.array(), idOffset.applyAsInt(i)).text().equals(id))
          .findFirst()
          .orElse(-1);
    }
  }

  @Nested
  class Keywords {
    @Test
    void readsFoldedTextsFromTheKeywordsFile() throws IOException {
      byte[] body = body("keywords-1.arag", 3);
      ByteBuffer at = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
      assertThat(at.getLong(body.length - 16)).isEqualTo(chunks.size());
      int groups = (int) at.getLong(body.length - 8);
      int ends = body.length - 16 - 16 * groups - 8 * chunks.size();
      int firstEnd = (int) at.getLong(ends);
      assertThat(new String(body, 0, firstEnd, StandardCharsets.UTF_8))
          .isEqualTo("b title été 😀 was hot. it ended.");
      Map<String, List<String>> expected = new TreeMap<>();
      for (int chunk = 0; chunk < chunks.size(); chunk++) {
        int start = chunk == 0 ? 0 : (int) at.getLong(ends + 8 * (chunk - 1));
        int end = (int) at.getLong(ends + 8 * chunk);
        addKeys(new String(body, start, end - start, StandardCharsets.UTF_8), chunk, expected);
      }
      assertThat(postingsOfKeys(body, false)).isEqualTo(expected);
    }

    @Test
    void readsTheKeysOfTextsFromTheKeywordsFile() throws IOException {
      List<String> texts =
          List.of(
              "title été 😀 was hot. 東京は it->ended. été",
              "a ",
              "one river after the other, and one more: один ёж, " + "x".repeat(1_025),
              "-".repeat(3));
      List<String> many =
          IntStream.range(0, 2_000).mapToObj(i -> i + " " + texts.get(i % texts.size())).toList();
      KeywordFiles.write(new FileStore(directory), "keywords-91.arag", many);
      Map<String, List<String>> expected = new TreeMap<>();
      for (int i = 0; i < many.size(); i++) {
        addKeys(many.get(i), i, expected);
      }
      byte[] body = body("keywords-91.arag", 3);
      assertThat(postingsOfKeys(body, false)).isEqualTo(expected);
      ByteBuffer at = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
      assertThat(at.getLong(body.length - 8)).as("groups of keys").isGreaterThan(1);
    }

    private static void addKeys(String folded, int chunk, Map<String, List<String>> keys) {
      String bare = folded.replace('é', 'e').replace('ё', 'е');
      List<String> found = new ArrayList<>(FormatRules.keys(folded));
      if (!bare.equals(folded)) {
        List<String> words = FormatRules.keys(folded);
        List<String> bareWords = FormatRules.keys(bare);
        for (int i = 0; i < words.size(); i++) {
          if (!words.get(i).equals(bareWords.get(i))) {
            found.add(" " + bareWords.get(i));
          }
        }
      }
      if (found.removeIf(key -> key.length() > 1_024)) {
        found.add("  ");
      }
      Set<String> spaces = FormatRules.spaceKeys(folded);
      spaces.addAll(FormatRules.spaceKeys(bare));
      found.addAll(spaces);
      if (!bare.equals(folded)) {
        found.add("   ");
      }
      found.forEach(key -> keys.computeIfAbsent(key, each -> new ArrayList<>()).add(chunk + " 0"));
    }
  }

  @Nested
  class VectorsAndDiagnostics {
    @Test
    void readsARowForEachSentenceFromTheVectorsFile() throws IOException {
      byte[] body = body("vectors-1.arag", 4);
      ByteBuffer at = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
      assertThat(at.getLong(body.length - 16)).isEqualTo(sentences());
      assertThat(at.getLong(body.length - 8)).isEqualTo(8);
      long rows = sentences();
      assertThat(rows).as("number of rows; more than one group is needed").isGreaterThan(1024);
      assertThat(body).hasSize((int) ((5 * 8 + 4) * rows + 8 * ((rows + 127) / 128) + 16));
      int row = 0;
      for (Chunk chunk : chunks) {
        for (var sentence : chunk.sentences()) {
          int group = row / 1024 * (1024 * (5 * 8 + 4) + 64);
          int groupRows = (int) Math.min(1024, rows - row / 1024 * 1024);
          int inGroup = row++ % 1024;
          Embedding expected = new HashEmbedder(8).embedQuery(sentence.embeddedText());
          float[] stored = new float[8];
          at.slice(group + 4 * 8 * inGroup, 4 * 8)
              .order(ByteOrder.LITTLE_ENDIAN)
              .asFloatBuffer()
              .get(stored);
          assertThat(stored).isEqualTo(expected.toArray());
          int tile = inGroup / 128 * 128;
          int tileRows = Math.min(128, groupRows - tile);
          if (inGroup == tile) {
            assertThatTileIs(at, group, groupRows, tile, tileRows);
          }
        }
      }
    }

    private static void assertThatTileIs(
        ByteBuffer at, int group, int groupRows, int tile, int tileRows) {
      int parameters = group + 5 * 8 * groupRows + 4 * tile + tile / 16;
      float scale = at.getFloat(parameters);
      float largest = 0;
      float residual = 0;
      for (int row = 0; row < tileRows; row++) {
        double squares = 0;
        int sum = 0;
        for (int i = 0; i < 8; i++) {
          float value = at.getFloat(group + 4 * 8 * (tile + row) + 4 * i);
          int code = at.get(group + 4 * 8 * groupRows + 8 * tile + i * tileRows + row);
          assertThat(code).isEqualTo((int) Math.rint((double) value / scale));
          largest = Math.max(largest, Math.abs(value));
          squares += Math.pow(value - code * (double) scale, 2);
          sum += code;
        }
        residual = Math.max(residual, Math.nextUp((float) (Math.sqrt(squares) * 1.000001)));
        assertThat(at.getFloat(parameters + 8 + 4 * row)).isEqualTo(sum);
      }
      assertThat(scale).isEqualTo(largest / 127);
      assertThat(at.getFloat(parameters + 4)).isEqualTo(residual);
    }

    @Test
    void readsDiagnosticsFromTheDiagnosticsFile() throws IOException {
      MemoryStore store = SampleIndex.buildSmall(1).store();
      Segment segment =
          CommitPoint.open(store).segments().stream()
              .filter(each -> each.entry().diagnostics() != null)
              .findFirst()
              .orElseThrow();
      byte[] file = store.files().get(segment.entry().diagnostics().name());
      ByteBuffer at = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
      assertThat(at.getInt(4)).isEqualTo(7);
      assertThat(at.getLong(file.length - 64)).isEqualTo(16L * segment.diagnostics().size());
      at.position(64);
      for (Diagnostic each : segment.diagnostics()) {
        assertThat(at.getInt()).isEqualTo(each.document());
        assertThat(at.getFloat()).isEqualTo(each.unknownShare());
        assertThat(at.getInt()).isEqualTo(each.cutSentences());
        byte[] language = new byte[4];
        at.get(language);
        assertThat(new String(language, StandardCharsets.US_ASCII).replace("\0", ""))
            .isEqualTo(each.language());
      }
    }
  }

  @Nested
  class Mentions {
    @Test
    void readsMentionsFromTheMentionsFile() throws IOException {
      Path own = directory;
      directory = Files.createDirectory(own.resolve("graph"));
      try (Index index =
          Index.builder(directory).withoutEmbeddings().mentions(new NameFinder()).openOrCreate()) {
        index.sync(
            Source.documents(
                "test",
                IntStream.range(0, 40)
                    .mapToObj(i -> Document.of("d" + i, mentioning(i)))
                    .toList()));
        index.sync(Source.documents("more", List.of(Document.of("more", mentioning(3)))));
        assertThat(index.stats().segments()).hasSize(2);
        chunks = IndexContents.chunks(index).subList(0, 40);
        assertThatManifestListsMentions();
        byte[] body = body("mentions-1.arag", 6);
        Map<String, List<String>> byChunk = mentionsOfChunks(body);
        Map<String, List<String>> byKey = postingsOfKeys(body, true);
        assertThat(byKey).isEqualTo(byChunk).hasSizeGreaterThan(64);
        assertThat(index.mentions().orElseThrow().postings("old bridge")).hasSize(2 * 41);
      }
    }

    private void assertThatManifestListsMentions() throws IOException {
      Cursor in = new Cursor(body("manifest.arag", 1), 0);
      in.number();
      in.number();
      in.text();
      in.number();
      in.number();
      assertThat(in.number()).as("has graph").isEqualTo(2);
      assertThat(in.text()).isEqualTo(NameFinder.FINGERPRINT);
      assertThat(in.number()).as("sources").isZero();
      assertThat(in.number()).as("segments").isEqualTo(2);
      assertThatFileIs(in, "chunks-1.arag");
      assertThatFileIs(in, "keywords-1.arag");
      assertThat(in.number()).as("has vectors").isZero();
      assertThat(in.number()).as("has diagnostics").isZero();
      assertThat(in.number()).as("has deletes").isZero();
      assertThat(in.number()).as("has mentions").isEqualTo(1);
      assertThatFileIs(in, "mentions-1.arag");
    }

    private static String mentioning(int number) {
      return "Old Bridge and old bridge, Old Bridge. Été 😀 of 東京都 in Łódź "
          + number
          + "x.\n\n"
          + "Names: "
          + "Xy%dz Q%dq. ".repeat(3).formatted(number, 1, number, 2, number, 3)
          + "OLD BRIDGE IS OLD BRIDGE.";
    }

    /** Returns "chunk sentence" for each mention by key, each repeated as often as it occurs. */
    private Map<String, List<String>> mentionsOfChunks(byte[] body) {
      ByteBuffer at = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
      int count = (int) at.getLong(body.length - 16);
      int ends = body.length - 16 - 16 * (int) at.getLong(body.length - 8) - 8 * count;
      Map<String, List<String>> found = new TreeMap<>();
      assertThat(count).isEqualTo(chunks.size());
      for (int chunk = 0; chunk < count; chunk++) {
        Cursor in = new Cursor(body, chunk == 0 ? 0 : at.getLong(ends + 8 * (chunk - 1)));
        int sentence = 0;
        int start = 0;
        while (in.bytes.position() < at.getLong(ends + 8 * chunk)) {
          int distance = (int) in.number();
          sentence += distance;
          start = (int) in.number() + (distance == 0 ? start : 0);
          String text = chunks.get(chunk).sentences().get(sentence).text();
          String form = text.substring(start, start + (int) in.number());
          found
              .computeIfAbsent(Folding.fold(form).text() + "\0" + form, key -> new ArrayList<>())
              .add(chunk + " " + sentence);
        }
      }
      return found;
    }
  }
}
