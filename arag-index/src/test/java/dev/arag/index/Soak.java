package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/**
 * Runs a writer and several readers on one index, and records the expected contents of each
 * published commit.
 */
final class Soak {
  static final int GROUPS = 6;

  private static final int READERS = 16;
  private static final int KEPT_STATES = 2_000;

  private final Path directory;
  private final long seed;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Map<Long, List<SoakGroup>> states = new ConcurrentHashMap<>();
  private final AtomicLong newest = new AtomicLong();
  private final Index index;
  private final Index elsewhere;
  private volatile boolean isOver;
  private List<SoakGroup> state =
      IntStream.range(0, GROUPS).mapToObj(group -> SoakGroup.of(group, 0)).toList();
  private long writes;
  private long purges;

  Soak(Path directory, long seed) {
    this.directory = directory;
    this.seed = seed;
    this.index = SoakGroup.open(Index.builder(directory)).openOrCreate();
    write(index, new Random(seed));
    this.elsewhere = SoakGroup.open(Index.builder(directory)).open();
  }

  Index index() {
    return index;
  }

  Index openOtherHandle() {
    return elsewhere;
  }

  /** Opens a new handle, in safe mode or with mapped files. */
  Index open(boolean isSafe) {
    Index.Builder builder = SoakGroup.open(Index.builder(directory));
    return (isSafe ? builder.safeMode() : builder).open();
  }

  boolean isOver() {
    return isOver || failure.get() != null;
  }

  /**
   * Returns the expected contents of a published commit. Waits until the writer has recorded them.
   */
  List<SoakGroup> state(long generation) throws InterruptedException {
    while (generation > newest.get() && !isOver()) {
      Thread.sleep(1);
    }
    List<SoakGroup> known = states.get(generation);
    if (known == null && !isOver()) {
      throw new AssertionError("No writer published generation " + generation + ".");
    }
    return known == null ? List.of() : known;
  }

  /** Runs all threads and returns a summary. Throws the first failure of any thread. */
  String run(Duration duration) throws Exception {
    long end = System.nanoTime() + duration.toNanos();
    List<SoakReader> readers = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      SoakReader reader = new SoakReader(this, i, seed * 100 + i);
      readers.add(reader);
      threads.add(start(reader::run));
    }
    Random random = new Random(seed);
    threads.add(start(() -> writeUntil(end, readers, random)));
    for (Thread thread : threads) {
      thread.join();
    }
    index.close();
    elsewhere.close();
    if (failure.get() != null) {
      throw new AssertionError("seed " + seed, failure.get());
    }
    return counts(readers);
  }

  private String counts(List<SoakReader> readers) {
    long queries = readers.stream().mapToLong(SoakReader::queries).sum();
    long refreshes = readers.stream().mapToLong(SoakReader::refreshes).sum();
    readers.forEach(reader -> assertThat(reader.queries()).isPositive());
    return String.format(
        "%d readers, %d queries, %d refreshes, %d writes (%d purges), %d states, 0 wrong results",
        READERS, queries, refreshes, writes, purges, newest.get());
  }

  private interface SoakWork {
    void run() throws Exception;
  }

  private Thread start(SoakWork work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Exception | Error e) {
                failure.compareAndSet(null, e);
              }
            });
    thread.start();
    return thread;
  }

  /** Writes until the time is over and each reader has run at least one query. */
  private void writeUntil(long end, List<SoakReader> readers, Random random) {
    try {
      while (failure.get() == null
          && (System.nanoTime() < end
              || readers.stream().anyMatch(reader -> reader.queries() == 0))) {
        // The writes use two handles. Each handle must continue from the last commit of the other.
        write(random.nextBoolean() ? index : elsewhere, random);
      }
    } finally {
      isOver = true;
    }
  }

  private void write(Index writer, Random random) {
    List<SoakGroup> next = new ArrayList<>(state);
    writes++;
    int group = random.nextInt(GROUPS);
    switch (random.nextInt(10)) {
      case 0 -> {
        next.set(group, SoakGroup.of(group, 0));
        writer.delete(state.get(group).documents().stream().map(each -> each.id()).toList());
      }
      case 1 -> {
        purges++;
        writer.purge();
      }
      case 2 -> {
        next.replaceAll(each -> SoakGroup.of(each.group(), writes));
        writer.sync(next.stream().map(SoakGroup::source).toList(), progress -> {});
      }
      default -> {
        next.set(group, SoakGroup.of(group, writes));
        writer.sync(next.get(group).source());
      }
    }
    published(next, writer.stats().generation());
  }

  private void published(List<SoakGroup> published, long generation) {
    for (long each = newest.get() + 1; each <= generation; each++) {
      states.put(each, published);
      states.remove(each - KEPT_STATES);
    }
    state = published;
    newest.set(generation);
  }
}
