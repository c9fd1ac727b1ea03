package dev.arag.index.derived;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.VerifyReport;
import dev.arag.index.internal.derived.StoredDerivedRecords;
import dev.arag.index.source.Source;
import dev.arag.index.spi.derived.DerivedRecord;
import dev.arag.index.spi.derived.DerivedRecords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DerivedRecordsTest {
  @TempDir Path folder;
  private Path directory;
  private Index index;
  private DerivedRecords records;

  @BeforeEach
  void open() {
    directory = folder.resolve("i.arag");
    index = Index.builder(directory).withoutEmbeddings().openOrCreate();
    records = index.derivedRecords();
  }

  @AfterEach
  void close() {
    index.close();
  }

  private void put(String id, String text) {
    index.put("test", List.of(Document.of(id, text)));
  }

  private Chunk chunk(String document) {
    return index.chunksOf(document).get(0);
  }

  private void derive(String document, String content) {
    DerivedRecord derived =
        new DerivedRecord(List.of(DerivedRecord.Source.of(chunk(document))), content);
    assertThat(records.append(List.of(derived))).isEqualTo(1);
  }

  private List<String> contents() {
    List<String> contents = new ArrayList<>();
    long end = records.forEach(0, (offset, record) -> contents.add(record.content()));
    assertThat(end).isGreaterThanOrEqualTo(0);
    return contents;
  }

  private Path file() {
    return directory.resolve("derived/records.txt");
  }

  private boolean diskContains(String text) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        String bytes = new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1);
        if (bytes.contains(text)) {
          return true;
        }
      }
      return false;
    }
  }

  @Test
  void readsWhatWasAppended() {
    assertThat(records.file()).isEmpty();
    assertThat(contents()).isEmpty();
    put("k 1", "The bridge has nine arches.");
    derive("k 1", "{\"a\": \"b, c: d\"}");
    derive("k 1", "ünï");
    assertThat(contents()).containsExactly("{\"a\": \"b, c: d\"}", "ünï");
    List<Long> offsets = new ArrayList<>();
    long end = records.forEach(0, (offset, record) -> offsets.add(offset));
    assertThat(records.read(offsets.get(1)).orElseThrow().sources())
        .containsExactly(DerivedRecord.Source.of(chunk("k 1")));
    assertThat(records.read(offsets.get(1) + 1)).isEmpty();
    assertThat(records.forEach(end, (offset, record) -> offsets.add(offset))).isEqualTo(end);
    derive("k 1", "third");
    assertThat(records.forEach(end, (offset, record) -> offsets.add(offset))).isGreaterThan(end);
    assertThat(offsets).hasSize(3);
    assertThat(Index.verify(directory).ok()).isTrue();
  }

  @Test
  void rejectsRecordsWithoutSourceOrWithSeveralLines() {
    DerivedRecord.Source source = new DerivedRecord.Source(ChunkId.of("k"), "d", "00");
    assertThatThrownBy(() -> new DerivedRecord(List.of(), "x"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DerivedRecord(List.of(source), "x\ny"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** A text that was read before a purge must not return after it. */
  @Test
  void dropsRecordsOfChunksThatWereDeletedMeanwhile() throws IOException {
    put("k1", "A secret text.");
    DerivedRecord late =
        new DerivedRecord(List.of(DerivedRecord.Source.of(chunk("k1"))), "a secret fact");
    index.delete(List.of("k1"));
    index.purge();
    assertThat(records.append(List.of(late))).isZero();
    assertThat(diskContains("secret")).isFalse();
  }

  /** The lock timeout of the index is 30 seconds. */
  @Test
  void doesNotWaitLongForAnotherWriter() {
    put("k1", "The bridge has nine arches.");
    DerivedRecord record =
        new DerivedRecord(List.of(DerivedRecord.Source.of(chunk("k1"))), "first");
    try (Index other = Index.builder(directory).withoutEmbeddings().open()) {
      index.put(
          "other",
          () -> {
            long start = System.nanoTime();
            assertThat(
                    CompletableFuture.supplyAsync(
                        () -> other.derivedRecords().append(List.of(record))))
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(IndexLockedException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isLessThan(Duration.ofSeconds(20));
            return List.<Document>of().iterator();
          });
    }
    assertThat(records.append(List.of(record))).isEqualTo(1);
  }

  @Test
  void ignoresARecordThatWasCutAtAnyByte() throws IOException {
    put("k1", "The bridge has nine arches.");
    derive("k1", "first");
    int length = (int) Files.size(file());
    derive("k1", "second");
    byte[] all = Files.readAllBytes(file());
    for (int end = length; end < all.length; end++) {
      Files.write(file(), Arrays.copyOf(all, end));
      assertThat(contents()).containsExactly("first");
      assertThat(Index.verify(directory).ok()).isTrue();
      derive("k1", "third");
      assertThat(contents()).containsExactly("first", "third");
    }
  }

  @Test
  void reportsADamagedRecordAndKeepsTheOthers() throws IOException {
    put("k1", "The bridge has nine arches.");
    derive("k1", "first");
    int offset = (int) Files.size(file());
    derive("k1", "second");
    derive("k1", "third");
    byte[] bytes = Files.readAllBytes(file());
    bytes[offset + 20] ^= 1;
    Files.write(file(), bytes);
    assertThat(contents()).containsExactly("first", "third");
    VerifyReport report = Index.verify(directory);
    assertThat(report.ok()).isFalse();
    assertThat(report.problems())
        .singleElement()
        .satisfies(each -> assertThat(each.file()).isEqualTo("derived/records.txt"))
        .satisfies(each -> assertThat(each.offset()).isEqualTo(offset));
    records.compact();
    assertThat(contents()).containsExactly("first", "third");
    assertThat(Index.verify(directory).ok()).isTrue();
  }

  @Test
  void aBitFlipInEachByteIsReportedAndChangesNoRecord() throws IOException {
    flipBits(at -> at % 8, 1);
  }

  @Tag("full")
  @Test
  void everyBitFlipIsReportedAndChangesNoRecord() throws IOException {
    flipBits(at -> 0, 8);
  }

  /** The id in the first line is skipped: it may be any id. */
  private void flipBits(IntUnaryOperator firstBit, int bits) throws IOException {
    put("k1", "The bridge has nine arches.");
    derive("k1", "first");
    derive("k1", "second");
    derive("k1", "third");
    byte[] intact = Files.readAllBytes(file());
    int idStart = "arag-derived 1 ".length();
    int idEnd = idStart + 36;
    assertThat((char) intact[idEnd]).isEqualTo('\n');
    int flips = 0;
    for (int at = 0; at < intact.length; at++) {
      int first = firstBit.applyAsInt(at);
      for (int bit = first; bit < first + bits && (at < idStart || at >= idEnd); bit++) {
        byte[] damaged = intact.clone();
        damaged[at] ^= (byte) (1 << bit);
        Files.write(file(), damaged);
        assertThat(StoredDerivedRecords.damaged(directory))
            .as("bit %d of %d", bit, at)
            .isNotEmpty();
        // A damaged line break damages two records.
        assertThat(contents())
            .as("bit %d of %d", bit, at)
            .isSubsetOf("first", "second", "third")
            .doesNotHaveDuplicates()
            .isNotEmpty();
        flips++;
      }
    }
    assertThat(Index.verify(directory).ok()).isFalse();
    System.out.printf("derived texts: %d bit flips%n", flips);
  }

  @Test
  void aDamagedFirstLineLosesNoRecord() throws IOException {
    put("k1", "The bridge has nine arches.");
    derive("k1", "first");
    byte[] bytes = Files.readAllBytes(file());
    bytes[0] ^= 1;
    Files.write(file(), bytes);
    assertThat(Index.verify(directory).problems()).hasSize(1);
    derive("k1", "second");
    assertThat(contents()).containsExactly("first", "second");
    assertThat(Index.verify(directory).ok()).isTrue();
  }

  /** A crash between the steps of a rewrite leaves a new file beside the old one. */
  @Test
  void aPurgeRemovesWhatAnInterruptedRewriteLeft() throws IOException {
    put("k1", "The bridge has nine arches.");
    derive("k1", "first");
    Files.writeString(directory.resolve("derived/records.new"), "a secret fact");
    index.purge();
    assertThat(diskContains("secret")).isFalse();
    assertThat(contents()).containsExactly("first");
  }

  @Test
  void aDeleteRemovesTheRecordsOfAllVersions() throws IOException {
    put("k1", "The bridge has nine arches.");
    put("k2", "The tower has a clock.");
    derive("k1", "first");
    derive("k2", "tower");
    put("k1", "The bridge has ten arches.");
    derive("k1", "second");
    put("k2", "The tower has a bell.");
    assertThat(index.delete(List.of("unknown"))).isZero();
    assertThat(contents()).containsExactly("first", "tower", "second");
    index.delete(List.of("k1"));
    assertThat(contents()).as("of an earlier version of another document").contains("tower");
    assertThat(contents()).containsExactly("tower");
    assertThat(diskContains("first") || diskContains("second")).isFalse();
    index.delete(List.of("k2"));
    assertThat(contents()).isEmpty();
  }

  /** The first source is pruned before the second one adds the text again. */
  @Test
  void aPruneKeepsTheRecordsOfTextsThatMoveInTheSameSync() throws IOException {
    Path from = Files.createDirectories(folder.resolve("from"));
    Path to = Files.createDirectories(folder.resolve("to"));
    Files.writeString(from.resolve("a.txt"), "The bridge has nine arches.");
    Files.writeString(from.resolve("b.txt"), "The tower has a clock.");
    Files.writeString(from.resolve("c.txt"), "The inn has a cat.");
    List<Source> sources = List.of(Source.path(from).prune(1), Source.path(to).prune(1));
    index.sync(sources, progress -> {});
    List<String> ids = index.documentIds();
    ids.forEach(id -> derive(id, chunk(id).text().split(" ")[1]));
    Files.move(from.resolve("a.txt"), to.resolve("z.txt"));
    Files.delete(from.resolve("b.txt"));
    index.sync(sources, progress -> {});
    assertThat(contents()).containsExactly("bridge", "inn");
    ids = index.documentIds().stream().filter(id -> id.endsWith("z.txt")).toList();
    assertThat(index.delete(ids)).isEqualTo(1);
    assertThat(contents()).containsExactly("inn");
  }

  /** The documents are deleted, so that a second call would remove nothing. */
  @Test
  void aDeleteThatCannotRemoveTheRecordsSaysHowToRemoveThem() throws IOException {
    put("k1", "The bridge has nine arches.");
    derive("k1", "first");
    Path blocked = Files.createDirectories(directory.resolve("derived/records.new/in"));
    assertThatThrownBy(() -> index.delete(List.of("k1")))
        .isInstanceOf(CorpusException.class)
        .hasMessageStartingWith(
            "The documents are deleted, but texts that were derived from them remain in "
                + directory
                + ": ")
        .hasMessageEndingWith("Free space or check the permissions, and then call Index.purge.");
    assertThat(index.documentIds()).isEmpty();
    Files.delete(blocked);
    index.purge();
    assertThat(contents()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void purgedTextLivesOnInNothing(long seed) throws IOException {
    Random random = new Random(seed);
    Map<String, String> live = new TreeMap<>();
    Map<String, List<String>> ofDocument = new TreeMap<>();
    List<String> all = new ArrayList<>();
    for (int step = 0; step < 40; step++) {
      String id = "d" + random.nextInt(6);
      int action = random.nextInt(5);
      if (action < 2) {
        String word = "word" + seed + "x" + step;
        all.add(word);
        live.put(id, word);
        ofDocument.computeIfAbsent(id, each -> new ArrayList<>()).add(word);
        put(id, "The " + word + " stands here.");
        derive(id, "fact of " + word);
      } else if (action == 2) {
        live.remove(id);
        index.delete(List.of(id));
        List<String> gone = factsOf(ofDocument.getOrDefault(id, List.of()));
        assertThat(contents()).as("step %d", step).noneMatch(gone::contains);
        assertThat(factsOf(live.values())).as("step %d", step).isSubsetOf(contents());
        ofDocument.remove(id);
      } else if (action == 3) {
        records.compact();
      } else {
        index.purge();
        for (String word : all) {
          assertThat(diskContains(word + " ") || diskContains("of " + word + "\n"))
              .as(word + " after step " + step)
              .isEqualTo(live.containsValue(word));
        }
        assertThat(contents()).containsExactlyInAnyOrderElementsOf(factsOf(live.values()));
      }
    }
  }

  private static List<String> factsOf(Collection<String> words) {
    return words.stream().map(word -> "fact of " + word).toList();
  }
}
