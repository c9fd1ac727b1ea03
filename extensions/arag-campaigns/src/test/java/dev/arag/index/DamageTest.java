package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.text.Document;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.source.Source;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Damages the bytes of an index. {@code verify} must report the damaged file and the offset of the
 * damage.
 */
class DamageTest {
  /** The number of bytes after the body in a file with one block: table, root and footer. */
  private static final int END_BYTES = 4 + 4 + 64;

  private static final int HEADER_BYTES = 64;

  /**
   * The number of bytes that one task processes. It flips their bits one at a time in its copy of
   * the file.
   */
  private static final int BYTES_AT_ONCE = 256;

  /** The minimum number of verifications while another thread publishes commits. */
  private static final int VERIFIED = 4;

  private static SampleIndex sample;

  private record Range(String file, int from, int to) {}

  @BeforeAll
  static void build() {
    sample = SampleIndex.build(1);
  }

  @Test
  void usesASampleWithAllFeatures() {
    assertThat(sample.bytes()).isGreaterThanOrEqualTo(1 << 16);
    assertThat(sample.names().map(name -> name.replaceAll("[-.].*", "")).distinct())
        .containsExactlyInAnyOrder(
            "chunks", "deletes", "diagnostics", "keywords", "manifest", "mentions", "vectors");
    try (Index index = SampleIndex.open(sample.store())) {
      List<Segment> segments = index.currentState().commitPoint().segments();
      assertThat(segments).hasSize(3);
      assertThat(segments).filteredOn(each -> each.entry().hasDeleted()).hasSize(2);
      assertThat(segments).anyMatch(each -> each.chunks().warned().length > 1);
      assertThat(segments).anyMatch(each -> each.diagnostics().size() > 1);
      assertThat(segments).anyMatch(each -> retired(each.entry().chunks().name()) > 1);
    }
  }

  private static long retired(String file) {
    byte[] bytes = sample.files().get(file);
    return ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .getLong(bytes.length - END_BYTES - Long.BYTES);
  }

  @Test
  void reportsNoProblemsForAnIntactIndex() {
    VerifyReport report = Index.verify(sample.store());
    assertThat(report).isEqualTo(new VerifyReport(true, sample.files().size(), List.of()));
  }

  @Test
  void reportsAFlippedBitOfEachByteWithItsOffset() {
    SampleIndex small = SampleIndex.buildSmall(1);
    assertThat(flip(small, place -> 1 << place % 8)).isEqualTo(small.bytes());
  }

  @Test
  @Tag("full")
  @Timeout(1_800)
  void reportsEveryFlippedBitWithItsOffset() {
    assertThat(flip(sample, place -> 0xFF))
        .isEqualTo(8 * sample.bytes())
        .isGreaterThanOrEqualTo(524_288);
  }

  /**
   * Flips bits one at a time.
   *
   * @param bits which bits to flip of the byte at a place
   * @return the number of flipped bits
   */
  private static long flip(SampleIndex index, IntUnaryOperator bits) {
    long flips = ranges(index).parallelStream().mapToLong(range -> flip(index, range, bits)).sum();
    System.out.println(
        "bit flips of an index of "
            + index.files().size()
            + " files: "
            + flips
            + ", all found by verify");
    return flips;
  }

  private static List<Range> ranges(SampleIndex index) {
    return index.files().entrySet().stream()
        .flatMap(
            file ->
                IntStream.iterate(0, from -> from < file.getValue().length, DamageTest::next)
                    .mapToObj(from -> range(file, from)))
        .toList();
  }

  private static int next(int from) {
    return from + BYTES_AT_ONCE;
  }

  private static Range range(Map.Entry<String, byte[]> file, int from) {
    return new Range(file.getKey(), from, Math.min(next(from), file.getValue().length));
  }

  private static long flip(SampleIndex index, Range range, IntUnaryOperator bits) {
    byte[] bytes = index.files().get(range.file()).clone();
    MemoryStore store = index.storeWith(range.file(), bytes);
    long flips = 0;
    for (int place = range.from(); place < range.to(); place++) {
      for (int bit = 1; bit < 256; bit <<= 1) {
        if ((bits.applyAsInt(place) & bit) != 0) {
          bytes[place] ^= (byte) bit;
          assertReported(Index.verify(store), range.file(), place, bytes.length);
          bytes[place] ^= (byte) bit;
          flips++;
        }
      }
    }
    return flips;
  }

  private static void assertReported(VerifyReport report, String file, int place, int length) {
    boolean isReported =
        !report.ok()
            && report.problems().size() == 1
            && report.problems().get(0).file().equals(file)
            && report.problems().get(0).offset() == partAt(place, length);
    if (!isReported) {
      throw new AssertionError("A flip at byte " + place + " of " + file + " gives " + report);
    }
  }

  /** Returns the start of the range whose checksum covers a byte, in a file with one block. */
  private static int partAt(int place, int length) {
    int[] starts = {length - 64, length - 68, length - END_BYTES, HEADER_BYTES};
    for (int start : starts) {
      if (place >= start) {
        return start;
      }
    }
    return 0;
  }

  @Test
  void reportsEveryDamagedFileByName() {
    MemoryStore store = sample.store();
    sample.files().forEach((name, bytes) -> store.put(name, flipped(bytes, bytes.length / 2)));
    assertThat(Index.verify(store).problems())
        .extracting(VerifyReport.Problem::file)
        .containsExactly("manifest.arag");
    store.put("manifest.arag", sample.files().get("manifest.arag"));
    assertThat(Index.verify(store).problems())
        .extracting(VerifyReport.Problem::file)
        .containsExactlyInAnyOrderElementsOf(
            sample.names().filter(name -> !name.equals("manifest.arag")).toList());
  }

  @Test
  void reportsEveryDamagedBlock() {
    MemoryStore store = new MemoryStore();
    try (Index index = Index.builder(store).withoutEmbeddings().openOrCreate()) {
      index.sync(Source.documents("large", List.of(SampleIndex.large(1_000_000))));
    }
    byte[] bytes = store.files().get("chunks-1.arag");
    int block = 1 << 18;
    bytes[HEADER_BYTES + block] ^= 1;
    bytes[HEADER_BYTES + 3 * block] ^= 1;
    assertThat(Index.verify(store).problems())
        .extracting(VerifyReport.Problem::offset)
        .containsExactly((long) HEADER_BYTES + block, (long) HEADER_BYTES + 3 * block);
  }

  @Test
  @Timeout(600)
  void verifiesAnIndexDuringConcurrentCommits() throws Exception {
    MemoryStore store = SampleIndex.buildSmall(1).store();
    AtomicBoolean isDone = new AtomicBoolean();
    AtomicInteger verified = new AtomicInteger();
    Thread writer = new Thread(() -> publishOften(store, verified, isDone));
    writer.start();
    try {
      do {
        assertThat(Index.verify(store).problems()).isEmpty();
        verified.incrementAndGet();
      } while (!isDone.get());
    } finally {
      verified.addAndGet(VERIFIED);
      writer.join();
    }
    assertThat(SampleIndex.open(store).stats().generation()).isGreaterThan(50);
  }

  /** Publishes at least sixty commits, and continues until enough verifications have run. */
  private static void publishOften(
      MemoryStore store, AtomicInteger verified, AtomicBoolean isDone) {
    try (Index index = SampleIndex.open(store)) {
      for (int i = 0; i < 60 || verified.get() < VERIFIED; i++) {
        index.sync(Source.documents("often", List.of(Document.of("often", "Version " + i))));
      }
    } finally {
      isDone.set(true);
    }
  }

  @Test
  void suggestsARebuildIfAFileIsNotAnIndexFile() {
    String name = sample.names().findFirst().orElseThrow();
    MemoryStore store = sample.storeWith(name, new byte[sample.files().get(name).length]);
    assertThatThrownBy(() -> SampleIndex.open(store))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining(name + " is not a file of an index")
        .hasMessageContaining("rebuild it");
  }

  private static byte[] flipped(byte[] bytes, int place) {
    byte[] changed = bytes.clone();
    changed[place] ^= 1;
    return changed;
  }
}
