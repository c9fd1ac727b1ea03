package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.AragException;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Document;
import dev.arag.index.Workload.Call;
import dev.arag.index.Workload.State;
import dev.arag.index.internal.store.CrashState;
import dev.arag.index.internal.store.CrashStates;
import dev.arag.index.internal.store.FaultyStore;
import dev.arag.index.internal.store.FaultyStore.Failing;
import dev.arag.index.internal.store.SimulatedDisk;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Makes each disk operation fail, one per run. The caller must get a clear message. No data may be
 * lost and no resource may stay open. The index must work again as soon as the disk does.
 */
class FailureTest {
  private final Workload workload = Workload.small();
  private int runs;
  private int failures;
  private int crashes;

  @ParameterizedTest
  @EnumSource
  void losesNothingIfSampledOperationsFail(Failing how) throws IOException {
    List<String> calls = callsWithoutFailure();
    for (int call = 1 + how.ordinal(); call <= calls.size(); call++) {
      String what = calls.get(call - 1);
      boolean isDecisive = what.startsWith("sync") || what.startsWith("rename");
      if (isDecisive || call % (what.startsWith("read") ? 1_999 : 193) == how.ordinal()) {
        fail(call, how, 1);
      }
    }
    print(how);
  }

  @Tag("full")
  @ParameterizedTest
  @EnumSource
  void losesNothingIfAnyOperationFails(Failing how) throws IOException {
    int call = 1;
    while (fail(call, how, 5)) {
      call++;
    }
    print(how);
  }

  /**
   * A commit is unconfirmed if the directory could not be forced to disk after the rename. A later
   * sync without changes must make such a commit durable.
   */
  @Test
  void makesAnUnconfirmedCommitDurableInASyncWithoutChanges() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    FaultyStore store = new FaultyStore(disk);
    Source source = Source.documents("other", List.of(Workload.another(1)));
    try (Index index = Index.builder(store).embedder(State.NONE.embedder()).openOrCreate()) {
      failToConfirm(store, index, source);
      assertThat(index.sync(source).unchanged()).isEqualTo(1);
    }
    State expected = State.NONE.with(Workload.another(1));
    CrashStates states = CrashStates.of(disk);
    states.forEachAt(
        states.places() - 1,
        crash ->
            assertThat(IndexContents.in(crash.store()).isSameAs(expected))
                .as(crash.toString())
                .isTrue());
  }

  private static void failToConfirm(FaultyStore store, Index index, Source source) {
    store.failAfter("rename", Failing.ONCE);
    assertThatThrownBy(() -> index.sync(source))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("is readable")
        .hasMessageContaining("did not confirm that it would survive a power loss")
        .hasMessageContaining("Check the disk and write again.");
    store.heal();
  }

  @Test
  void makesAPurgeDurableThatSucceedsOnRetry() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    FaultyStore store = new FaultyStore(disk);
    List<Document> documents =
        List.of(Workload.another(1), Workload.another(2), Workload.another(3));
    try (Index index = Index.builder(store).embedder(State.NONE.embedder()).openOrCreate()) {
      index.sync(Source.documents("other", documents));
      index.delete(List.of("other/1"));
      store.failNext("delete chunks");
      index.purge();
      assertThat(store.failure()).isNotNull();
    }
    CrashStates states = CrashStates.of(disk);
    states.forEachAt(
        states.places() - 1,
        crash ->
            assertThat(markers(crash)).as(crash.toString()).containsExactly("zq90002", "zq90003"));
  }

  private static Set<String> markers(CrashState crash) {
    try {
      return IndexContents.markers(crash.store());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> callsWithoutFailure() throws IOException {
    FailureRun run = new FailureRun(Long.MAX_VALUE, Failing.ONCE, 0);
    run.reaches();
    return run.store.log();
  }

  /** Returns whether the run reached the operation that fails. */
  private boolean fail(int call, Failing how, int crashesOfEach) throws IOException {
    FailureRun run = new FailureRun(call, how, crashesOfEach);
    boolean reaches = run.reaches();
    runs += reaches ? 1 : 0;
    return reaches;
  }

  private void print(Failing how) {
    assertThat(runs).isGreaterThan(40);
    System.out.println(
        "FailureTest: "
            + runs
            + " runs with an operation that fails "
            + how
            + ", "
            + failures
            + " errors, "
            + crashes
            + " crash states afterwards");
  }

  /** Runs all calls of the workload on a disk. One disk operation fails. */
  private final class FailureRun {
    private final SimulatedDisk disk = new SimulatedDisk();
    private final FaultyStore store = new FaultyStore(disk);
    private final long call;
    private final Failing how;
    private final int crashesOfEach;
    private final String name;
    private final Random random;
    private @Nullable Index opened;
    private State state = State.NONE;

    FailureRun(long call, Failing how, int crashesOfEach) {
      this.call = call;
      this.how = how;
      this.crashesOfEach = crashesOfEach;
      name = "call " + call + " fails " + how;
      random = new Random(call);
      store.failAt(call, how);
    }

    private Index index() {
      return Objects.requireNonNull(opened);
    }

    private void open() {
      if (opened != null) {
        opened.close();
      }
      opened = Index.builder(store).embedder(state.embedder()).openOrCreate();
    }

    /** Runs the workload and returns whether it reached the operation that fails. */
    boolean reaches() throws IOException {
      try {
        reopen();
        for (int i = 0; i < workload.calls().size(); i++) {
          call(workload.calls().get(i));
        }
        finish();
        crash();
        return store.calls() >= call;
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(name + ": " + store.failure(), e);
      }
    }

    /** Runs a call. If the call fails, the disk is repaired and the call is repeated. */
    private void call(Call call) throws IOException {
      AragException error = failureOf(() -> call.work().accept(index()));
      if (error == null) {
        requireState(call.after());
      } else {
        failures++;
        requireHelpful(store, error);
        state = afterFailure(call, error);
        reopenSometimes();
        call.work().accept(index());
        requireState(call.after());
        disk.mark(call.after());
        crashNow();
      }
      disk.mark(call.after());
      reopen();
    }

    private void requireState(State expected) {
      requireNothingOpen();
      tryTwice(() -> state = IndexContents.of(index()));
      assertThat(state.isSameAs(expected)).as("found %s, expected %s", state, expected).isTrue();
    }

    private void requireNothingOpen() {
      assertThat(store.openOutputs()).as("outputs").isZero();
      assertThat(store.openInputs()).as("inputs").isZero();
      assertThat(store.heldLocks()).as("locks").isZero();
    }

    private State afterFailure(Call call, AragException error) throws IOException {
      requireNothingOpen();
      store.heal();
      requireNoLeftovers(error);
      State shown = IndexContents.of(index());
      State found = IndexContents.in(disk);
      List<State> possible = new ArrayList<>(call.intermediateStates());
      possible.add(state);
      possible.add(call.after());
      assertThat(possible).as("shown: %s", shown).anyMatch(shown::isSameAs);
      assertThat(possible).as("found: %s", found).anyMatch(found::isSameAs);
      return found;
    }

    /**
     * Checks that no unneeded file remains, unless the file cannot be removed or a power failure
     * might restore it.
     */
    private void requireNoLeftovers(AragException error) throws IOException {
      boolean isUnconfirmed = String.valueOf(error.getMessage()).contains("did not confirm");
      String failed = Objects.requireNonNull(store.failure());
      boolean couldRemove = how != Failing.FOR_GOOD && !failed.contains("delete");
      // The writer does not know about a file or directory if its creation succeeded but reported a
      // failure.
      boolean wasMade = failed.contains("create");
      couldRemove &= how != Failing.ONCE_THOUGH_DONE || !wasMade;
      if (couldRemove && isUnconfirmed) {
        assertThat(disk.list()).noneMatch(name -> name.matches("manifest\\..+\\.arag"));
      } else if (couldRemove && disk.list().isEmpty()) {
        assertThat(disk.exists()).isFalse();
      } else if (couldRemove) {
        IndexContents.requireNothingElse(disk);
      }
    }

    private void reopenSometimes() {
      if (random.nextBoolean()) {
        open();
      }
    }

    private void reopen() {
      tryTwice(this::open);
      tryTwice(() -> index().refresh());
      if (state.isPublished()) {
        tryTwice(() -> Index.verify(store));
      }
    }

    /**
     * Runs a read, which may fail too. If it fails, the disk is repaired and the read is repeated.
     */
    private void tryTwice(Runnable reading) {
      AragException error = failureOf(reading);
      if (error != null) {
        failures++;
        requireHelpful(store, error);
        assertThat(store.openInputs()).as("inputs").isZero();
        store.heal();
        reading.run();
      }
    }

    private void finish() throws IOException {
      store.heal();
      Document document = Workload.another(1);
      index().sync(Source.documents("other", List.of(document)));
      State after = state.with(document);
      requireState(after);
      disk.mark(after);
      assertThat(IndexContents.in(disk).isSameAs(after)).isTrue();
      IndexContents.requireNothingElse(disk);
      index().close();
    }

    /** Checks that calls acknowledged after the failure survive a power failure. */
    private void crashNow() {
      for (int i = 0; i < crashesOfEach; i++) {
        requireDurable(CrashStates.of(disk).drawLast(random));
      }
    }

    private void crash() {
      CrashStates states = CrashStates.of(disk);
      for (int i = 0; i < crashesOfEach; i++) {
        requireDurable(states.draw(random.nextInt(states.places()), random));
      }
    }

    private void requireDurable(CrashState crash) {
      List<Object> marks = crash.marks();
      State last = marks.isEmpty() ? State.NONE : (State) marks.get(marks.size() - 1);
      State found = IndexContents.in(crash.store());
      assertThat(possibleAfter(last)).as("%s: %s", crash, found).anyMatch(found::isSameAs);
      if (!last.purged().isEmpty()) {
        assertThat(markers(crash)).as("%s", crash).doesNotContainAnyElementsOf(last.purged());
      }
      crashes++;
    }

    private List<State> possibleAfter(State last) {
      List<State> possible = new ArrayList<>();
      possible.add(last);
      possible.add(last.with(Workload.another(1)));
      for (int i = 0; i < workload.calls().size(); i++) {
        if (workload.after(i).isSameAs(last)) {
          possible.addAll(workload.possible(i));
        }
      }
      return possible;
    }
  }

  private static @Nullable AragException failureOf(Runnable work) {
    try {
      work.run();
      return null;
    } catch (AragException e) {
      return e;
    }
  }

  /** Checks that the message says what happened, where it happened, and what to do. */
  private static void requireHelpful(FaultyStore store, AragException error) {
    assertThat(error).isInstanceOf(CorpusException.class);
    assertThat(error).hasMessageContaining("Injected failure");
    assertThat(error.getMessage()).containsAnyOf(store.toString(), store.describe(""));
    assertThat(error.getMessage()).containsAnyOf(" again", "Check ", "Rebuild ");
  }
}
