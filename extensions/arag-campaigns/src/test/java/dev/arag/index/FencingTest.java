package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.store.WatchedStore;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs several writers that each believe they hold the lock. They are suspended and resumed at disk
 * operations. For every order of operations, the index must stay intact and contain all
 * acknowledged changes.
 */
class FencingTest {
  private static final String POISON = "poison";

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final MemoryStore stored = stored();
  private int runs;
  private int reads;
  private int lost;
  private int acknowledged;

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  // ---- operations of writers

  /**
   * The calls of each writer, in order. Each writer changes only documents whose names start with
   * its own letter.
   *
   * @param isNew whether the index has no commit when the writers start
   */
  private record Scenario(boolean isNew, List<List<WriteCall>> writers) {}

  private static Scenario scenario(List<WriteCall> first, List<WriteCall> second) {
    return new Scenario(false, List.of(first, second));
  }

  private static List<WriteCall> adds(String name) {
    return List.of(WriteCall.put(name + 0, "changed", name + 3, "new"));
  }

  private static List<WriteCall> deletes(String name) {
    return List.of(WriteCall.delete(name + 0, name + 1));
  }

  private static List<WriteCall> fails(String name) {
    return List.of(WriteCall.put(name + 0, POISON, name + 4, "also new"));
  }

  private static List<WriteCall> purges() {
    return List.of(new WriteCall.Purge());
  }

  private static List<WriteCall> all(String name) {
    return List.of(
        WriteCall.delete(name + 1),
        WriteCall.put(name + 0, "changed", name + 3, "new"),
        WriteCall.put(name + 2, POISON),
        new WriteCall.Purge(),
        WriteCall.put(name + 0, "changed again", name + 1, "back"));
  }

  private static List<Scenario> scenarios() {
    return List.of(
        scenario(adds("a"), adds("b")),
        scenario(deletes("a"), adds("b")),
        scenario(adds("a"), deletes("b")),
        scenario(fails("a"), deletes("b")),
        scenario(fails("a"), adds("b")),
        scenario(purges(), adds("b")),
        scenario(adds("a"), purges()),
        scenario(purges(), deletes("b")),
        new Scenario(true, List.of(adds("a"), adds("b"))),
        new Scenario(true, List.of(fails("a"), adds("b"))));
  }

  // ---- running them

  private static void failIfPoisoned(List<String> sentences) {
    if (sentences.stream().anyMatch(sentence -> sentence.contains(POISON))) {
      throw new EmbeddingException("poisoned");
    }
  }

  private static Index open(Store store) {
    return Index.builder(store)
        .embedder(new CallbackEmbedder(FencingTest::failIfPoisoned, new HashEmbedder(2)))
        .lockTimeout(Duration.ZERO)
        .openOrCreate();
  }

  /** Returns calls that create two segments with deleted documents in both. */
  private static List<WriteCall> writeEarlierCommits() {
    Map<String, String> first = new TreeMap<>();
    for (String writer : List.of("a", "b", "c", "x")) {
      IntStream.range(0, 3).forEach(i -> first.put(writer + i, "text " + i));
    }
    return List.of(
        new WriteCall.Put(first),
        WriteCall.put("y0", "more", "y1", "text"),
        WriteCall.delete("x0", "y1"));
  }

  private static MemoryStore stored() {
    MemoryStore disk = new MemoryStore();
    try (Index index = open(disk)) {
      writeEarlierCommits().forEach(writeCall -> writeCall.run(index));
    }
    writeLeftoverFiles(disk);
    return disk;
  }

  /** Creates files that a killed writer may leave behind. */
  private static void writeLeftoverFiles(MemoryStore disk) {
    int last = 0;
    for (String file : disk.files().keySet()) {
      String digits = file.replaceAll("[^0-9]", "");
      last = Math.max(last, digits.isEmpty() ? 0 : Integer.parseInt(digits));
    }
    disk.put("manifest.0123456789abcdef.arag", new byte[0]);
    disk.put("chunks-" + (last + 1) + ".arag", new byte[9]);
    disk.put("keywords-" + (last + 1) + ".arag", new byte[9]);
  }

  private final class WriterSchedule {
    private final MemoryStore disk;
    private final Map<String, String> before = new TreeMap<>();
    private final List<Writer> writers = new ArrayList<>();
    private final String name;
    private final boolean mayVanish;
    private int steps;

    WriterSchedule(Scenario scenario, String name) {
      this.name = name;
      this.disk = scenario.isNew() ? MemoryStore.missing() : new MemoryStore();
      this.mayVanish = scenario.isNew();
      if (!scenario.isNew()) {
        stored.files().forEach(disk::put);
        writeEarlierCommits().forEach(writeCall -> writeCall.apply(before));
      }
      scenario.writers().forEach(writeCalls -> writers.add(new Writer(writeCalls)));
    }

    ThreadScheduler play(ThreadScheduler.Plan plan) {
      ThreadScheduler turns = new ThreadScheduler(plan);
      List<Runnable> work = new ArrayList<>();
      for (int i = 0; i < writers.size(); i++) {
        int actor = i;
        work.add(() -> writers.get(actor).run(store(turns, actor)));
      }
      turns.run(threads, work);
      check();
      return turns;
    }

    private Store store(ThreadScheduler turns, int actor) {
      return new WatchedStore(disk, call -> step(turns, actor, call));
    }

    private void step(ThreadScheduler turns, int actor, String call) {
      turns.step(actor);
      if (++steps % 31 == 0 && disk.files().containsKey("manifest.arag")) {
        read();
      }
      if (call.equals("lock")) {
        disk.breakLock();
      }
    }

    /** Checks that a reader finds a complete commit at any time. */
    private void read() {
      try (Index index = open(disk)) {
        assertThat(possible()).as(name + ": state of a reader").contains(WriteCall.found(index));
        reads++;
      }
    }

    private void check() {
      runs++;
      writers.forEach(
          writer -> assertThat(writer.strange).as(name + ": failures").allMatch(this::isExpected));
      if (disk.files().containsKey("manifest.arag")) {
        assertThat(Index.verify(disk).problems()).as(name + ": verify").isEmpty();
      }
      disk.breakLock();
      try (Index index = open(disk)) {
        Map<String, String> found = WriteCall.found(index);
        assertThat(possible()).as(name + ": published state").contains(found);
        WriteCall.put("z", "the next writer").run(index);
        found.put("z", "the next writer");
        assertThat(WriteCall.found(index)).as(name + ": after the next writer").isEqualTo(found);
      }
      assertThat(Index.verify(disk).ok()).isTrue();
      assertThat(disk.files()).as(name + ": left over").containsOnlyKeys(PublishedFiles.of(disk));
    }

    /**
     * Whether a failure is expected. If the first writer fails, it removes the directory that it
     * created, even if another writer is about to use this directory.
     */
    private boolean isExpected(Throwable failure) {
      return mayVanish
          && failure instanceof CorpusException
          && failure.getCause() instanceof NoSuchFileException;
    }

    private Set<Map<String, String>> possible() {
      Set<Map<String, String>> states = Set.of(new TreeMap<>(before));
      for (Writer writer : writers) {
        states = writer.possible(states);
      }
      return states;
    }
  }

  private final class Writer {
    private final List<WriteCall> writeCalls;
    private final Set<WriteCall> done = new HashSet<>();
    private final List<Throwable> strange = new ArrayList<>();

    Writer(List<WriteCall> writeCalls) {
      this.writeCalls = writeCalls;
    }

    void run(Store store) {
      try (Index index = open(store)) {
        writeCalls.forEach(writeCall -> run(writeCall, index));
      } catch (RuntimeException | Error e) {
        strange.add(e);
      }
    }

    private void run(WriteCall writeCall, Index index) {
      try {
        writeCall.run(index);
        done.add(writeCall);
        acknowledged++;
      } catch (IndexLockedException e) {
        lost++;
      } catch (EmbeddingException e) {
        assertThat(writeCall.toString()).contains(POISON);
      }
    }

    /**
     * Returns the states that the calls of this writer may lead to. Writers change only their own
     * documents, so the order of writers does not matter.
     */
    Set<Map<String, String>> possible(Set<Map<String, String>> before) {
      Set<Map<String, String>> states = new HashSet<>(before);
      for (WriteCall writeCall : writeCalls) {
        Set<Map<String, String>> after = new HashSet<>();
        for (Map<String, String> state : states) {
          Map<String, String> changed = new TreeMap<>(state);
          writeCall.apply(changed);
          after.add(changed);
        }
        if (done.contains(writeCall)) {
          states = after;
        } else if (!writeCall.toString().contains(POISON)) {
          states.addAll(after);
        }
      }
      return states;
    }
  }

  // ---- orders

  /** Returns a plan that suspends each of two writers before one of its disk operations. */
  private static ThreadScheduler.Plan stops(int first, int second) {
    return (actor, step) -> step == (actor == 0 ? first : second) ? 1 - actor : actor;
  }

  private static ThreadScheduler.Plan random(Random random, int writers) {
    int most = 2 + random.nextInt(30);
    return (actor, step) -> random.nextInt(most) == 0 ? random.nextInt(writers) : actor;
  }

  private void report(String what) {
    System.out.println(
        what
            + ": "
            + runs
            + " orders of calls; "
            + acknowledged
            + " calls acknowledged, "
            + lost
            + " lost write access; "
            + reads
            + " concurrent reads");
  }

  @Test
  @Timeout(1_000)
  void keepsTheIndexIntactIfAWriterTakesOverAtSampledCalls() {
    int number = 0;
    for (Scenario scenario : scenarios()) {
      int steps = Integer.MAX_VALUE;
      for (int first = 1 + number % 6; first <= steps; first += 6) {
        String name = "scenario " + number + ", call " + first;
        steps = new WriterSchedule(scenario, name).play(stops(first, 0)).steps(0);
      }
      number++;
    }
    report("a writer that loses its lock");
  }

  @ParameterizedTest
  @ValueSource(longs = 1)
  @Timeout(1_000)
  void keepsTheIndexIntactIfTwoWritersStopAtSampledCalls(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 40; i++) {
      int number = random.nextInt(scenarios().size());
      int first = 1 + random.nextInt(60);
      int second = 1 + random.nextInt(60);
      stopBoth(number, first, second);
    }
    report("two writers, seed " + seed);
  }

  private ThreadScheduler stopBoth(int number, int first, int second) {
    String name = "scenario " + number + ", calls " + first + " and " + second;
    return new WriterSchedule(scenarios().get(number), name).play(stops(first, second));
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  @Timeout(3600)
  void keepsTheIndexIntactIfTwoWritersStopAtAnyPairOfCalls(int number) {
    int firstSteps = Integer.MAX_VALUE;
    for (int first = 1; first <= firstSteps; first++) {
      int secondSteps = Integer.MAX_VALUE;
      for (int second = 1; second <= secondSteps; second++) {
        ThreadScheduler turns = stopBoth(number, first, second);
        secondSteps = turns.steps(1);
        firstSteps = turns.steps(0);
      }
    }
    report("two writers, every pair of calls, scenario " + number);
  }

  @ParameterizedTest
  @ValueSource(longs = 1)
  @Timeout(1_000)
  void keepsTheIndexIntactIfThreeWritersInterleaveInSampledOrders(long seed) {
    takeTurns(seed, 20);
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14})
  @Timeout(3600)
  void keepsTheIndexIntactIfThreeWritersInterleaveInManyOrders(long seed) {
    takeTurns(seed, 10_000);
  }

  private void takeTurns(long seed, int orders) {
    Scenario scenario = new Scenario(false, List.of(all("a"), all("b"), all("c")));
    for (int i = 0; i < orders; i++) {
      long order = 1_000_000 * seed + i;
      new WriterSchedule(scenario, "order " + order).play(random(new Random(order), 3));
    }
    report("three writers, seed " + seed);
  }
}
