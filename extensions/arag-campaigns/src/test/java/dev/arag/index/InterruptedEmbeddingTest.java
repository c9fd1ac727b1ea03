package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.text.Document;
import dev.arag.index.internal.store.ChildProcess;
import dev.arag.index.internal.store.FaultyStore;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.internal.store.Store;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Vectors that an interrupted operation has computed are used by the next operation. */
@Timeout(120)
class InterruptedEmbeddingTest {
  private static final int BATCH = WaitingEmbedding.BATCH;
  private static final List<Document> DOCUMENTS = WaitingEmbedding.documents(6);
  private static final int SENTENCES = 3 * BATCH;
  private static final String COMPUTED = "computed-1.arag";

  @TempDir Path folder;

  private final MemoryStore store = new MemoryStore();

  /** An embedder that fails at a call. */
  private static CallbackEmbedder failingAt(int call, int dimension) {
    List<String> calls = new ArrayList<>();
    return new CallbackEmbedder(
        sentences -> {
          calls.add("call");
          if (calls.size() == call) {
            throw new EmbeddingException("Call " + call + " failed.");
          }
        },
        new HashEmbedder(dimension));
  }

  private static void failAt(int call, Store store) {
    try (Index index = Index.builder(store).embedder(failingAt(call, 8)).openOrCreate()) {
      assertThatThrownBy(() -> index.put("feed", DOCUMENTS)).isInstanceOf(EmbeddingException.class);
    }
  }

  private static SyncReport put(Store store, List<Document> documents) {
    try (Index index = Index.builder(store).embedder(new HashEmbedder(8)).openOrCreate()) {
      return index.put("feed", documents);
    }
  }

  private static Map<String, byte[]> uninterrupted() {
    MemoryStore store = new MemoryStore();
    put(store, DOCUMENTS);
    return store.files();
  }

  @Test
  void nextSyncEmbedsOnlyWhatIsMissing() {
    failAt(3, store);
    assertThat(store.files()).containsOnlyKeys(COMPUTED);
    SyncReport report = put(store, DOCUMENTS);
    assertThat(report.embedded()).isEqualTo(BATCH);
    assertThat(report.reused()).isEqualTo(2 * BATCH);
    assertThat(report.warnings()).isEmpty();
    assertThat(store.files()).containsExactlyEntriesOf(uninterrupted());
  }

  @Test
  void secondInterruptionKeepsTheVectorsOfBoth() {
    failAt(2, store);
    failAt(2, store);
    assertThat(store.files()).containsOnlyKeys(COMPUTED, "computed-2.arag");
    assertThat(put(store, DOCUMENTS).embedded()).isEqualTo(BATCH);
    assertThat(store.files()).containsExactlyEntriesOf(uninterrupted());
  }

  @Test
  void nextEmbedUsesTheVectorsOfItsEmbedderOnly() {
    put(store, DOCUMENTS);
    try (Index index = Index.builder(store).embedder(new HashEmbedder(8)).open()) {
      assertThatThrownBy(() -> index.embed(failingAt(3, 4))).isInstanceOf(EmbeddingException.class);
    }
    List<Document> more = new ArrayList<>(DOCUMENTS);
    more.add(Document.of("tarn", "Tarn lies on a river."));
    put(store, more);
    assertThat(store.files()).containsKey(COMPUTED);
    try (Index index = Index.builder(store).embedder(new HashEmbedder(8)).open()) {
      List<SyncProgress> progress = new ArrayList<>();
      SyncReport report = index.embed(new HashEmbedder(4), progress::add);
      assertThat(report.embedded()).isEqualTo(SENTENCES + 1 - 2 * BATCH);
      assertThat(report.reused()).isEqualTo(2 * BATCH);
      assertThat(progress.get(progress.size() - 1).embedded()).isEqualTo(SENTENCES + 1);
    }
    assertThat(store.files()).doesNotContainKey(COMPUTED);
  }

  @Test
  void anotherEmbedderReplacesTheFile() throws IOException {
    put(store, DOCUMENTS);
    try (Index index = Index.builder(store).embedder(new HashEmbedder(8)).open()) {
      for (int dimension : List.of(4, 16)) {
        assertThatThrownBy(() -> index.embed(failingAt(3, dimension)))
            .isInstanceOf(EmbeddingException.class);
      }
    }
    assertThat(store.list()).doesNotContain(COMPUTED).contains("computed-2.arag");
  }

  @Test
  void purgeDeletesTheFiles() {
    put(store, List.of(Document.of("tarn", "Tarn lies on a river.")));
    failAt(3, store);
    assertThat(store.files()).containsKey(COMPUTED);
    try (Index index = Index.builder(store).embedder(new HashEmbedder(8)).open()) {
      index.purge();
    }
    assertThat(store.files()).doesNotContainKey(COMPUTED);
  }

  /** The file ends at any byte if its writer was killed. */
  @Test
  void usesTheCompleteRecordsOfAFileThatIsCutAtAnyByte() {
    failAt(3, store);
    byte[] whole = store.files().get(COMPUTED);
    Map<String, byte[]> expected = uninterrupted();
    int record = (whole.length - 48) / (2 * BATCH);
    for (int length = 0; length < whole.length; length += length < 100 ? 3 : 5_003) {
      MemoryStore cut = new MemoryStore();
      cut.put(COMPUTED, Arrays.copyOf(whole, length));
      SyncReport report = put(cut, DOCUMENTS);
      assertThat(report.reused()).isEqualTo(Math.max(0, length - 48) / record);
      assertThat(report.warnings()).isEmpty();
      assertThat(cut.files()).containsExactlyEntriesOf(expected);
    }
  }

  @Test
  void damagedFileCausesOneWarningAndNoWrongVector() {
    failAt(3, store);
    byte[] whole = store.files().get(COMPUTED);
    Map<String, byte[]> expected = uninterrupted();
    for (int at = 0; at < whole.length; at += at < 110 ? 7 : 5_003) {
      MemoryStore damaged = new MemoryStore();
      byte[] bytes = whole.clone();
      bytes[at] ^= 4;
      damaged.put(COMPUTED, bytes);
      assertThat(put(damaged, DOCUMENTS).warnings())
          .singleElement()
          .asString()
          .contains(COMPUTED + " is damaged");
      assertThat(damaged.files()).containsExactlyEntriesOf(expected);
    }
  }

  @Test
  void syncGoesOnIfTheVectorsCannotBeWritten() {
    for (String call : List.of("create computed", "write computed", "delete computed")) {
      MemoryStore memory = new MemoryStore();
      FaultyStore faulty = new FaultyStore(memory);
      faulty.failNext(call);
      SyncReport report = put(faulty, DOCUMENTS);
      assertThat(report.embedded()).isEqualTo(SENTENCES);
      assertThat(report.warnings()).hasSize(call.startsWith("delete") ? 0 : 1);
      assertThat(faulty.failure()).contains(call);
      assertThat(faulty.openOutputs() + faulty.openInputs()).isZero();
      put(memory, List.of(Document.of("tarn", "Tarn lies on a river.")));
      assertThat(memory.files()).doesNotContainKey(COMPUTED);
    }
  }

  @Test
  void smallOperationsWriteNoFile() {
    FaultyStore counting = new FaultyStore(store);
    put(counting, DOCUMENTS.subList(0, 2));
    put(counting, DOCUMENTS.subList(0, 2));
    assertThat(counting.log()).noneMatch(call -> call.contains("computed"));
  }

  @Test
  void otherChunkSizeEmbedsNothing() {
    put(store, DOCUMENTS);
    try (Index index =
        Index.builder(store).embedder(new HashEmbedder(8)).chunkTokens(64).openOrCreate()) {
      SyncReport report = index.put("feed", DOCUMENTS);
      assertThat(report.updated()).isEqualTo(DOCUMENTS.size());
      assertThat(report.embedded()).isZero();
    }
  }

  @Test
  void syncAndEmbedAfterAKilledProcessEmbedOnlyWhatIsMissing() throws Exception {
    Path put = folder.resolve("put.arag");
    Path directory = folder.resolve("my.arag");
    Path other = folder.resolve("other.arag");
    for (Path each : List.of(directory, other)) {
      try (Index index = Index.builder(each).withoutEmbeddings().openOrCreate()) {
        index.put("feed", DOCUMENTS);
      }
    }
    kill(put, directory);
    try (Index index = Index.builder(put).embedder(new HashEmbedder(8)).openOrCreate()) {
      assertThat(index.put("feed", DOCUMENTS).embedded()).isEqualTo(BATCH);
    }
    requireSame(put, uninterrupted());
    try (Index index = Index.open(directory)) {
      assertThat(index.embed(new HashEmbedder(8)).embedded()).isEqualTo(BATCH);
    }
    try (Index index = Index.open(other)) {
      index.embed(new HashEmbedder(8));
    }
    requireSame(directory, files(other));
  }

  /** Kills a process during the third call of each of its embedders. */
  private void kill(Path put, Path embed) throws Exception {
    Process process =
        ChildProcess.start(folder, WaitingEmbedding.class, put.toString(), embed.toString());
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).isEqualTo("waiting");
      assertThat(lines.readLine()).isEqualTo("waiting");
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(put.resolve(COMPUTED)).exists();
    assertThat(embed.resolve(COMPUTED)).exists();
  }

  /**
   * Requires the same data files. A writer never uses the file numbers that a killed process has
   * left behind, so the numbers and the manifest differ.
   */
  private static void requireSame(Path directory, Map<String, byte[]> expected) throws IOException {
    Map<String, byte[]> found = files(directory);
    assertThat(found.keySet()).hasSameSizeAs(expected.keySet());
    for (Map.Entry<String, byte[]> file : expected.entrySet()) {
      String kind = file.getKey().replaceAll("[-.].*", "");
      if (!kind.equals("manifest")) {
        assertThat(contents(found, kind)).isEqualTo(file.getValue());
      }
    }
    assertThat(Index.verify(directory).ok()).isTrue();
  }

  private static byte @Nullable [] contents(Map<String, byte[]> files, String kind) {
    return files.entrySet().stream()
        .filter(each -> each.getKey().startsWith(kind))
        .map(Map.Entry::getValue)
        .findAny()
        .orElse(null);
  }

  private static Map<String, byte[]> files(Path directory) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    for (String name : new FileStore(directory).list()) {
      files.put(name, Files.readAllBytes(directory.resolve(name)));
    }
    return files;
  }
}
