package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.IndexVersionException;
import dev.arag.core.text.Document;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.commit.SourceFingerprint;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.Store;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Opens an index of every released format version and compares the results with those recorded when
 * the index was created.
 */
class GoldenIndexTest {
  private static final String NEWEST = "v2";

  @TempDir Path folder;

  private static Path golden(String version) {
    URL manifest = GoldenIndexTest.class.getResource("/golden/" + version + "/manifest.arag");
    try {
      return Path.of(Objects.requireNonNull(manifest).toURI()).getParent();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = "v2")
  void verifiesTheIndex(String version) {
    VerifyReport report = Index.verify(golden(version));
    assertThat(report.problems()).isEmpty();
    assertThat(report.ok()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = "v2")
  void returnsTheRecordedResults(String version) throws IOException {
    String expected = Files.readString(GoldenIndex.answers(golden(version)));
    try (Index mapped = GoldenIndex.open(Index.builder(golden(version)));
        Index unmapped = GoldenIndex.open(Index.builder(golden(version)).safeMode())) {
      assertThat(GoldenAnswers.of(mapped)).isEqualTo(expected);
      assertThat(GoldenAnswers.of(unmapped)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = "v2")
  void updatesTheIndex(String version) throws IOException {
    Path copy = copy(version);
    try (Index index = GoldenIndex.open(Index.builder(copy))) {
      long documents = index.stats().documents();
      assertThat(index.delete(List.of("letter-2"))).isOne();
      index.purge();
      assertThat(index.stats().documents()).isEqualTo(documents - 1);
    }
    assertThat(Index.verify(copy).ok()).isTrue();
  }

  private Path copy(String version) throws IOException {
    Path copy = Files.createDirectory(folder.resolve(version));
    for (var file : files(golden(version)).entrySet()) {
      Files.write(copy.resolve(file.getKey()), file.getValue());
    }
    return copy;
  }

  /** Version 1 was never released. An index of this version can only be rebuilt. */
  @Test
  void keepsTheVectorsOfVersion1() throws IOException {
    Path old = copy("v1");
    assertThatThrownBy(() -> GoldenIndex.open(Index.builder(old)))
        .isInstanceOfSatisfying(IndexVersionException.class, e -> assertThat(e.isTooOld()).isTrue())
        .hasMessageEndingWith(
            "has format version 1, but this library reads version 2. "
                + "Rebuild the index from its sources.");
    List<Document> stored =
        GoldenIndex.chronicle()
            .filter(each -> !Set.of("04", "07", "08").contains(each.id().substring(10)))
            .toList();
    try (Index index = GoldenIndex.open(Index.builder(old).rebuild())) {
      assertThat(index.documentIds()).isEmpty();
      SyncReport report = index.put("desk", stored);
      assertThat(report.added()).isEqualTo(stored.size());
      assertThat(report.embedded()).isZero();
      assertThat(report.reused()).isPositive();
    }
    assertThat(Index.verify(old).ok()).isTrue();
    IndexContents.requireNothingElse(new FileStore(old));
  }

  @Test
  void usesAnIndexWithAllFormatFeatures() throws IOException {
    try (Index index = GoldenIndex.open(Index.builder(golden(NEWEST)))) {
      IndexStats stats = index.stats();
      assertThat(stats.segments()).hasSize(3);
      assertThat(stats.segments().stream().filter(each -> each.deleted() > 0)).hasSize(2);
      assertThat(stats.warnings())
          .anyMatch(warning -> warning.startsWith("half: "))
          .anyMatch(warning -> warning.startsWith("thai: "))
          .anyMatch(warning -> warning.startsWith("1 sentence is longer"));
      assertThat(index.currentState().commitPoint().manifest().sources())
          .containsKey(SourceFingerprint.of("town"));
      assertThat(retiredKeys(index)).isPositive();
      assertThat(IndexContents.chunks(index)).anyMatch(chunk -> !chunk.pageStarts().isEmpty());
    }
  }

  /**
   * Counts the retired keys. Their number is stored in the last eight bytes of the body of a chunks
   * file.
   */
  private static long retiredKeys(Index index) throws IOException {
    Store store = new FileStore(golden(NEWEST));
    long keys = 0;
    for (Segment segment : index.currentState().commitPoint().segments()) {
      String name = segment.entry().chunks().name();
      BlockReader chunks = BlockReader.open(store, name, FileKind.CHUNKS, null);
      keys += chunks.readLong(chunks.length() - Long.BYTES);
    }
    return keys;
  }

  /** The current version of the library must still produce the same bytes from the same calls. */
  @Test
  void reproducesTheNewestIndexByteForByte() throws IOException {
    Path again = folder.resolve(NEWEST);
    GoldenIndex.main(new String[] {again.toString()});
    Map<String, byte[]> expected = files(golden(NEWEST));
    Map<String, byte[]> made = files(again);
    assertThat(made.keySet()).isEqualTo(expected.keySet());
    made.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(expected.get(name)));
    assertThat(GoldenIndex.answers(again))
        .hasSameTextualContentAs(GoldenIndex.answers(golden(NEWEST)));
  }

  private static Map<String, byte[]> files(Path directory) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> paths = Files.list(directory)) {
      for (Path path : paths.toList()) {
        files.put(path.getFileName().toString(), Files.readAllBytes(path));
      }
    }
    return files;
  }
}
