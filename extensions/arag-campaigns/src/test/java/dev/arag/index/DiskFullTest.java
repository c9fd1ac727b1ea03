package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arag.core.error.CorpusException;
import dev.arag.index.Workload.Call;
import dev.arag.index.Workload.State;
import dev.arag.index.internal.store.ChildProcess;
import dev.arag.index.internal.store.FaultyStore;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fills the disk at every possible byte. Each call must take effect completely or not at all. */
class DiskFullTest {
  private static final int LAST_BYTES = 64 << 10;

  private final Workload workload = Workload.large();
  private final List<Snapshot> snapshots = new ArrayList<>();
  @TempDir Path folder;

  private int runs;
  private int errors;
  private int warnings;

  /**
   * The state of the index and its files between two calls.
   *
   * @param calls the number of calls that have returned
   * @param written the number of bytes written so far
   */
  private record Snapshot(int calls, State state, Map<String, byte[]> files, long written) {
    MemoryStore store() {
      MemoryStore store = new MemoryStore();
      files.forEach((name, bytes) -> store.put(name, bytes.clone()));
      return store;
    }
  }

  @Test
  void losesNothingIfTheDiskIsFullAtSampledBytes() throws IOException {
    fillAtEach(1_597);
  }

  @Tag("full")
  @Test
  void losesNothingIfTheDiskIsFullAtAnyByte() throws IOException {
    fillAtEach(1);
  }

  private void fillAtEach(int step) throws IOException {
    long total = writeAll();
    assertThat(total).isGreaterThan(LAST_BYTES);
    for (long end = total - LAST_BYTES; end < total; end += step) {
      fillAt(end);
      runs++;
    }
    assertThat(errors + warnings).isEqualTo(runs);
    assertThat(warnings).isPositive();
    System.out.println(
        "DiskFullTest: a disk full at "
            + runs
            + " of the last "
            + LAST_BYTES
            + " bytes, "
            + errors
            + " errors, "
            + warnings
            + " merges postponed");
  }

  private long writeAll() {
    MemoryStore memory = new MemoryStore();
    FaultyStore store = new FaultyStore(memory);
    State state = State.NONE;
    for (int i = 0; i < workload.calls().size(); i++) {
      snapshots.add(new Snapshot(i, state, copy(memory.files()), store.written()));
      try (Index index = open(store, state)) {
        workload.calls().get(i).work().accept(index);
      }
      state = workload.calls().get(i).after();
    }
    return store.written();
  }

  private static Map<String, byte[]> copy(Map<String, byte[]> files) {
    Map<String, byte[]> copy = new TreeMap<>();
    files.forEach((name, bytes) -> copy.put(name, bytes.clone()));
    return copy;
  }

  private static Index open(FaultyStore store, State state) {
    return Index.builder(store).embedder(state.embedder()).openOrCreate();
  }

  private void fillAt(long end) throws IOException {
    Snapshot start = snapshots.get(0);
    for (Snapshot each : snapshots) {
      start = each.written() <= end ? each : start;
    }
    FaultyStore store = new FaultyStore(start.store());
    try (Index index = open(store, start.state())) {
      store.budget(end - start.written());
      call(store, index, start, workload.calls().get(start.calls()));
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("full after " + end + " bytes, in call " + start.calls(), e);
    }
  }

  private void call(FaultyStore store, Index index, Snapshot before, Call call) throws IOException {
    CorpusException error = failureOf(index, call);
    assertThat(store.openOutputs() + store.openInputs() + store.heldLocks()).isZero();
    IndexContents.requireNothingElse(store);
    State found = IndexContents.in(store);
    assertThat(IndexContents.of(index).isSameAs(found)).as("%s", found).isTrue();
    if (error == null) {
      assertThat(found.isSameAs(call.after())).isTrue();
      warnings++;
    } else {
      assertThat(error).hasMessageContaining("No space left").hasMessageContaining("Free space");
      assertThat(found.isSameAs(before.state())).as("%s", found).isTrue();
      errors++;
    }
    store.heal();
    call.work().accept(index);
    assertThat(IndexContents.in(store).isSameAs(call.after())).isTrue();
  }

  private static @Nullable CorpusException failureOf(Index index, Call call) {
    try {
      call.work().accept(index);
      return null;
    } catch (CorpusException e) {
      return e;
    }
  }

  /**
   * All documents are committed before the merge starts, so the sync succeeds. A later sync can
   * merge the segments.
   */
  @Test
  void warnsIfTheDiskIsFullDuringAMerge() {
    SyncReport report = null;
    for (int bytes = 1_000; report == null; bytes += 100) {
      report = syncWithFreeBytes(bytes);
    }
    assertThat(report.added()).isEqualTo(1);
    assertThat(report.documents()).isEqualTo(2);
    assertThat(report.warnings())
        .singleElement()
        .asString()
        .contains("segments could not be merged")
        .contains("No space left");
  }

  /** Returns null if even the documents did not fit. */
  private static @Nullable SyncReport syncWithFreeBytes(int bytes) {
    FaultyStore store = new FaultyStore(new MemoryStore());
    try (Index index = open(store, State.NONE)) {
      index.sync(Source.documents("a", List.of(Workload.another(1))));
      store.budget(bytes);
      return index.sync(Source.documents("a", List.of(Workload.another(2))));
    } catch (CorpusException e) {
      return null;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = 24)
  void losesNothingAtSampledFileSizeLimits(int kibibytes) throws Exception {
    limit(kibibytes);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 22, 23, 24})
  void losesNothingAtAnyFileSizeLimit(int kibibytes) throws Exception {
    limit(kibibytes);
  }

  private void limit(int kibibytes) throws Exception {
    Path directory = folder.resolve("index");
    FullDisk.start(directory);
    List<String> said =
        child(
            List.of("bash", "-c", "ulimit -f " + kibibytes + "; exec \"$@\"", "bash"),
            "limit",
            directory);
    assertThat(said)
        .singleElement()
        .asString()
        .contains(directory.toString())
        .contains("File too large")
        .contains("Free space");
    FullDisk.finish(directory);
  }

  @Tag("full")
  @Test
  void losesNothingOnARealFullDisk() throws Exception {
    List<String> said = child(List.of("unshare", "-rm"), "mount", folder);
    assertThat(said).hasSize(21);
    List<String> full = said.stream().skip(1).filter(line -> !line.equals("it fits")).toList();
    assertThat(full)
        .hasSizeGreaterThan(10)
        .allMatch(line -> line.contains("No space left on device"))
        .allMatch(line -> line.contains(folder.toString()) && line.contains("Free space"));
    System.out.println(
        "DiskFullTest: " + (said.size() - 1) + " small disks, " + full.size() + " full");
  }

  private List<String> child(List<String> prefix, String how, Path path) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/" + prefix.get(0))), "no " + prefix.get(0));
    ProcessBuilder builder =
        ChildProcess.builder(
            folder, List.of("-XX:-UsePerfData"), FullDisk.class, how, path.toString());
    builder.command().addAll(0, prefix);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    assumeTrue(
        how.equals("limit") || said.startsWith("mounted"), "mounting a disk is not permitted");
    assertThat(process.exitValue()).as(said).isZero();
    return said.lines().toList();
  }
}
