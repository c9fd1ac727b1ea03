package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.CorpusException;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that an index cannot be opened if one of its files is truncated, too long, replaced or
 * missing.
 */
class RejectedFilesTest {
  private static final String MANIFEST = "manifest.arag";
  private static final int EXTRA_BYTES = 4_096;

  private static SampleIndex small;
  private static SampleIndex other;

  @TempDir Path folder;

  @BeforeAll
  static void build() {
    small = SampleIndex.buildSmall(1);
    other = SampleIndex.buildSmall(2);
  }

  @Test
  @Timeout(600)
  void rejectsSampledWrongLengthsInASmallIndex() {
    assertOtherLengthsRejected(small, 256, 16);
  }

  @Test
  @Tag("full")
  @Timeout(3_600)
  void rejectsEveryWrongLength() {
    SampleIndex sample = SampleIndex.build(1);
    assertThat(sample.bytes()).isGreaterThanOrEqualTo(1 << 16);
    assertThat(assertOtherLengthsRejected(sample, 1, 1)).isEqualTo(sample.bytes());
  }

  /**
   * Returns the number of truncated files.
   *
   * @param step the step size for the number of excess bytes
   * @param missing the step size for the number of missing bytes
   */
  private static long assertOtherLengthsRejected(SampleIndex index, int step, int missing) {
    long cut =
        index.files().entrySet().parallelStream()
            .mapToLong(
                file -> assertTruncationsRejected(index, file.getKey(), file.getValue(), missing))
            .sum();
    long extended =
        index.files().entrySet().parallelStream()
            .mapToLong(file -> assertExtensionsRejected(index, file.getKey(), step))
            .sum();
    System.out.println(
        "files of a wrong length: " + cut + " cut, " + extended + " too long, all rejected");
    return cut;
  }

  /** Headers and footers are truncated at each byte. */
  private static long assertTruncationsRejected(
      SampleIndex index, String name, byte[] bytes, int step) {
    long truncated = 0;
    for (int length = 0;
        length < bytes.length;
        length += length < 64 || length >= bytes.length - 73 ? 1 : step) {
      Store store = index.storeWith(name, Arrays.copyOf(bytes, length));
      assertRejected(store, name, "length " + length);
      truncated++;
    }
    return truncated;
  }

  private static long assertExtensionsRejected(SampleIndex index, String name, int step) {
    byte[] bytes = index.files().get(name);
    long extended = 0;
    for (int extra = 1; extra <= EXTRA_BYTES; extra += extra < 32 ? 1 : step) {
      byte[] longer = Arrays.copyOf(bytes, bytes.length + extra);
      assertRejected(index.storeWith(name, longer), name, extra + " zeros too many");
      byte[] random = new byte[extra];
      new Random(extra).nextBytes(random);
      System.arraycopy(random, 0, longer, bytes.length, extra);
      assertRejected(index.storeWith(name, longer), name, extra + " random bytes too many");
      extended += 2;
    }
    return extended;
  }

  /** Checks that both open and verify report the file. */
  private static void assertRejected(Store store, String name, String damage) {
    String failure;
    try (Index index = SampleIndex.open(store)) {
      throw new AssertionError(name + ", " + damage + ": opens as " + index.stats());
    } catch (CorpusException e) {
      failure = e.getMessage();
    }
    if (!failure.contains(name)) {
      throw new AssertionError(name + ", " + damage + ": " + failure);
    }
    List<VerifyReport.Problem> problems = Index.verify(store).problems();
    if (problems.isEmpty() || !problems.stream().allMatch(each -> each.file().equals(name))) {
      throw new AssertionError(name + ", " + damage + ": " + problems);
    }
  }

  @Test
  void rejectsAFileOfAnotherIndex() {
    int swaps = 0;
    for (Map.Entry<String, byte[]> file : other.files().entrySet()) {
      byte[] own = small.files().get(file.getKey());
      // The keys of other words have other hashes, so the lengths of keywords files differ.
      if (!file.getKey().startsWith("keywords")) {
        assertThat(file.getValue()).as(file.getKey()).hasSameSizeAs(own);
      }
      boolean isDifferent = !Arrays.equals(own, file.getValue());
      // Files of these kinds with the same contents are byte-for-byte identical, so a swap has no
      // effect.
      assertThat(isDifferent).isEqualTo(!file.getKey().matches("(deletes|diagnostics).*"));
      if (isDifferent) {
        assertForeignRejected(file.getKey(), file.getValue());
        swaps++;
      }
    }
    assertThat(swaps).isEqualTo(13);
  }

  /** A manifest from another index is valid by itself, but the other files do not match it. */
  private static void assertForeignRejected(String name, byte[] bytes) {
    MemoryStore store = small.storeWith(name, bytes);
    if (name.equals(MANIFEST)) {
      assertThatThrownBy(() -> SampleIndex.open(store))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("belongs to another index");
      assertThat(Index.verify(store).problems())
          .extracting(VerifyReport.Problem::file)
          .doesNotContain(MANIFEST)
          .hasSizeGreaterThan(7);
    } else {
      assertRejected(store, name, "of another index");
    }
  }

  @Test
  void rejectsSwappedFilesOfAnIndex() {
    int swaps = 0;
    for (String name : small.files().keySet()) {
      for (Map.Entry<String, byte[]> file : small.files().entrySet()) {
        if (!file.getKey().equals(name)) {
          assertRejected(small.storeWith(name, file.getValue()), name, "is " + file.getKey());
          swaps++;
        }
      }
    }
    assertThat(swaps).isEqualTo(18 * 17);
  }

  @Test
  void rejectsAFileOfAnotherGeneration() {
    int swaps = 0;
    for (Map.Entry<String, byte[]> old : small.filesBefore().entrySet()) {
      for (String name : small.files().keySet()) {
        boolean isLike = kind(old.getKey()).equals(kind(name));
        boolean isOther = !Arrays.equals(old.getValue(), small.files().get(name));
        if (isLike && isOther && !name.equals(MANIFEST)) {
          assertRejected(small.storeWith(name, old.getValue()), name, "is old " + old.getKey());
          swaps++;
        }
      }
    }
    assertThat(swaps).isGreaterThan(15);
  }

  private static String kind(String name) {
    return name.replaceAll("[-.].*", "");
  }

  @Test
  void rejectsAnOlderManifestIfItsFilesWereDeleted() {
    MemoryStore store = small.storeWith(MANIFEST, small.filesBefore().get(MANIFEST));
    String gone =
        small.filesBefore().keySet().stream()
            .filter(name -> !small.files().containsKey(name))
            .findFirst()
            .orElseThrow();
    assertRejected(store, gone, "is gone");
  }

  /** After a complete rollback, no file shows that a newer generation existed. */
  @Test
  void opensAnIndexAfterACompleteRollback() {
    MemoryStore before = new MemoryStore();
    small.filesBefore().forEach(before::put);
    MemoryStore rolledBack = small.store();
    small.filesBefore().forEach(rolledBack::put);
    try (Index expected = SampleIndex.open(before);
        Index index = SampleIndex.open(rolledBack);
        Index newest = SampleIndex.open(small.store())) {
      assertThat(index.stats()).isEqualTo(expected.stats()).isNotEqualTo(newest.stats());
      assertThat(index.stats().generation()).isLessThan(newest.stats().generation());
      assertThat(IndexContents.chunks(index)).isEqualTo(IndexContents.chunks(expected));
    }
    assertThat(Index.verify(rolledBack).ok()).isTrue();
  }

  @Test
  void reportsADamagedManifestEvenIfAnOlderOneExists() {
    MemoryStore store = new MemoryStore();
    small.filesBefore().forEach(store::put);
    small.files().forEach(store::put);
    store.put("manifest.0123456789abcdef.arag", small.filesBefore().get(MANIFEST));
    byte[] manifest = small.files().get(MANIFEST);
    for (int place = 0; place < manifest.length; place += 3) {
      byte[] damaged = manifest.clone();
      damaged[place] ^= 16;
      store.put(MANIFEST, damaged);
      assertRejected(store, MANIFEST, "byte " + place);
    }
  }

  @Test
  void reportsAMissingFile() {
    for (String name : small.files().keySet()) {
      MemoryStore store = small.store();
      store.delete(name);
      if (name.equals(MANIFEST)) {
        assertThatThrownBy(() -> SampleIndex.open(store)).isInstanceOf(CorpusException.class);
        assertThatThrownBy(() -> Index.verify(store)).isInstanceOf(CorpusException.class);
      } else {
        assertRejected(store, name, "missing");
      }
    }
  }

  /** File system entries that may replace a regular file. */
  private enum Substitute {
    FOLDER {
      @Override
      void put(Path path) throws IOException {
        Files.createDirectory(path);
      }
    },
    LINK {
      @Override
      void put(Path path) throws IOException {
        Path same = path.resolveSibling("same");
        Files.createSymbolicLink(path, same);
      }
    },
    PIPE {
      @Override
      void put(Path path) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("mkfifo", path.toString()).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
      }
    };

    abstract void put(Path path) throws IOException, InterruptedException;
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(600)
  void reportsAFileThatIsNotRegular(Substitute impostor) throws Exception {
    for (String name : small.files().keySet()) {
      Path directory = Files.createDirectory(folder.resolve(impostor + name));
      for (Map.Entry<String, byte[]> file : small.files().entrySet()) {
        Files.write(directory.resolve(file.getKey()), file.getValue());
      }
      Files.move(directory.resolve(name), directory.resolve("same"));
      impostor.put(directory.resolve(name));
      assertThatThrownBy(() -> Index.open(directory))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining(name);
      assertThatThrownBy(() -> Index.builder(directory).safeMode().open())
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining(name);
      assertThat(Index.verify(directory).problems())
          .extracting(VerifyReport.Problem::file)
          .containsExactly(name);
    }
  }
}
