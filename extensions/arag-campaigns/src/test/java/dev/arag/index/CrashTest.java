package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.IndexNotFoundException;
import dev.arag.core.text.Document;
import dev.arag.index.Workload.Call;
import dev.arag.index.Workload.State;
import dev.arag.index.internal.store.CrashState;
import dev.arag.index.internal.store.CrashStates;
import dev.arag.index.internal.store.SimulatedDisk;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.sync.BatchLimits;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs sequences of calls and simulates a power failure at each disk operation, for every disk
 * state that the failure could leave. Acknowledged calls must survive. The call in progress must
 * take effect completely or not at all.
 */
class CrashTest {
  private static final BatchLimits FEW_MENTIONS = new BatchLimits(8_192, 16L << 20, 4_000);

  private final Random random = new Random(1);
  private boolean hasGraph;
  private @Nullable BatchLimits limits;
  private int states;
  private int recoveries;
  private int crashesOfRecoveries;
  private int between;

  @Test
  void losesNothingInSampledCrashes() {
    sample(Workload.random(1, 20), 6, 1);
    print("seed 1");
  }

  @Test
  void losesNoMentionsInSampledCrashes() {
    withGraph();
    sample(Workload.random(3, 9), 13, 1);
    print("seed 3");
  }

  /** With a finder, most mentions of a commit are written to temporary files. */
  private void withGraph() {
    hasGraph = true;
    limits = FEW_MENTIONS;
  }

  /** Checks one random state after every {@code step} disk operations. */
  private void sample(Workload workload, int step, int crashesOfRecovery) {
    CrashStates crashes = CrashStates.of(run(workload));
    for (int place = 0; place < crashes.places(); place += step) {
      check(workload, crashes.draw(place, random), crashesOfRecovery);
    }
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24})
  void losesNoMentionsInAnyCrash(long seed) {
    withGraph();
    checkAll(seed, 15);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
  void losesNothingInAnyCrash(long seed) {
    checkAll(seed, 25);
  }

  private void checkAll(long seed, int calls) {
    Workload workload = Workload.random(seed, calls);
    CrashStates crashes = CrashStates.of(run(workload));
    crashes.forEach(crash -> check(workload, crash, 1));
    crashes.forEachRandom(seed, 10, crash -> check(workload, crash, 1));
    print("seed " + seed);
  }

  private void print(String what) {
    System.out.println(
        "CrashTest: "
            + states
            + " crash states, "
            + recoveries
            + " recoveries, "
            + crashesOfRecoveries
            + " crashes during recovery ("
            + (hasGraph ? "with mentions, " : "")
            + what
            + ")");
  }

  /** Runs all calls and records in the trace when each one returns. */
  private SimulatedDisk run(Workload workload) {
    SimulatedDisk disk = new SimulatedDisk();
    Index index = open(disk, State.NONE);
    for (int i = 0; i < workload.calls().size(); i++) {
      Call call = workload.calls().get(i);
      call.work().accept(index);
      disk.mark(i + 1);
      assertThat(IndexContents.of(index).isSameAs(call.after())).as("after " + call).isTrue();
      if (i % 3 == 0) {
        index.close();
        index = open(disk, call.after());
      }
    }
    index.close();
    return disk;
  }

  private Index open(Store store, State state) {
    Index.Builder builder = Index.builder(store).embedder(state.embedder());
    if (limits != null) {
      builder.batchLimits(limits);
    }
    return (hasGraph ? builder.mentions(new NameFinder()) : builder).openOrCreate();
  }

  private void check(Workload workload, CrashState crash, int crashesOfRecovery) {
    int returned =
        crash.marks().isEmpty() ? 0 : (Integer) crash.marks().get(crash.marks().size() - 1);
    try {
      State found = requireOneOf(crash.store(), workload.possible(returned), crash, returned);
      requirePurged(crash, workload.after(returned));
      recover(crash, found, crashesOfRecovery);
      states++;
      between += isPending(workload, returned, found) ? 1 : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(crash.toString(), e);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(crash + " after " + returned + " calls", e);
    }
  }

  private static boolean isPending(Workload workload, int returned, State found) {
    return returned < workload.calls().size()
        && workload.calls().get(returned).intermediateStates().stream().anyMatch(found::isSameAs);
  }

  private static State requireOneOf(Store store, List<State> possible, Object crash, int returned) {
    State found = IndexContents.in(store);
    assertThat(possible)
        .as("%s, after %s calls, found %s", crash, returned, found)
        .anyMatch(found::isSameAs);
    return found;
  }

  private static void requirePurged(CrashState crash, State state) throws IOException {
    if (!state.purged().isEmpty()) {
      assertThat(IndexContents.markers(crash.store()))
          .as(crash.toString())
          .doesNotContainAnyElementsOf(state.purged());
    }
  }

  /**
   * The next writer continues from the recovered state, and the power may fail again during
   * recovery.
   */
  private void recover(CrashState crash, State found, int crashes) throws IOException {
    SimulatedDisk disk = new SimulatedDisk(crash.store());
    Document document = Workload.another(recoveries);
    try (Index index = open(disk, found)) {
      index.sync(Source.documents("other", List.of(document)));
      assertThat(index.mentions().isPresent()).isEqualTo(hasGraph);
    }
    State after = found.with(document);
    disk.mark(after);
    requireOneOf(disk, List.of(after), crash, -1);
    IndexContents.requireMatchingVectors(disk, after);
    IndexContents.requireNothingElse(disk);
    recoveries++;
    crashAgain(CrashStates.of(disk), found, after, crashes);
  }

  private void crashAgain(CrashStates states, State found, State after, int count) {
    for (int i = 0; i < count; i++) {
      CrashState again = states.draw(random.nextInt(states.places()), random);
      List<State> possible = again.marks().isEmpty() ? List.of(found, after) : List.of(after);
      requireOneOf(again.store(), possible, again, -1);
      crashesOfRecoveries++;
    }
  }

  @Test
  void findsNoIndexBeforeTheFirstCommit() {
    Workload workload = Workload.small();
    CrashStates crashes = CrashStates.of(run(workload));
    CrashState first = crashes.draw(0, random);
    assertThat(first.store().exists()).isFalse();
    assertThatThrownBy(() -> Index.builder(first.store()).open())
        .isInstanceOf(IndexNotFoundException.class);
  }

  @Test
  void leavesWholeBatchesAfterACrashDuringASync() {
    limits = new BatchLimits(80, 16L << 20);
    checkBatches(41, 5);
  }

  @Tag("full")
  @Test
  void leavesWholeBatchesAfterACrashAtAnyOperationOfASync() {
    checkBatches(4_100, 1);
  }

  private void checkBatches(int sentences, int step) {
    sample(Workload.ofBatches(sentences), step, 0);
    print("syncs of several batches");
    assertThat(between).isPositive();
  }
}
