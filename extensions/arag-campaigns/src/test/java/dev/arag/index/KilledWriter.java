package dev.arag.index;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.store.WatchedStore;
import dev.arag.index.internal.sync.BatchLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process that writes to several indexes until it is killed. It uses one thread per index. The
 * process prints "ready", reads one line of instructions, prints "begin", and then prints a line
 * for each finished call. The instructions may contain the number of a disk operation. In that case
 * the process reports this operation and kills itself: before the operation if the number is odd,
 * after it if the number is even.
 */
final class KilledWriter {
  /** Limits so small that most calls need several commits and segments are merged often. */
  static final BatchLimits LIMITS = new BatchLimits(2 * WriteCall.SENTENCES, 1 << 20, 5);

  private final Path folder;
  private final long seed;
  private final AtomicLong calls = new AtomicLong();
  private final AtomicBoolean isEnding = new AtomicBoolean();
  private long lastCall;
  private boolean isLastDone;

  private KilledWriter(Path folder, long seed) {
    this.folder = folder;
    this.seed = seed;
  }

  /** Returns the seed for the calls on one index. */
  static long seed(long seed, int writer) {
    return 100 * seed + writer;
  }

  public static void main(String[] args) throws IOException {
    new KilledWriter(Path.of(args[0]), Long.parseLong(args[1])).run();
  }

  private void run() throws IOException {
    write(new MemoryStore(), -1, -3, 0);
    System.out.println("ready");
    String line =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    if (line != null) {
      begin(line.split(" "));
    }
  }

  /**
   * @param order the number of the disk operation at which to stop, or 0 for none, followed by the
   *     number of the first call of each writer
   */
  private void begin(String[] order) {
    lastCall = Long.parseLong(order[0]);
    isLastDone = lastCall % 2 == 0;
    List<Thread> threads = new ArrayList<>();
    for (int i = 1; i < order.length; i++) {
      int writer = i - 1;
      int first = Integer.parseInt(order[i]);
      Store store = new WatchedStore(new FileStore(folder.resolve("" + writer)), new KillSwitch());
      threads.add(new Thread(() -> write(store, writer, first, Integer.MAX_VALUE)));
    }
    System.out.println("begin");
    threads.forEach(Thread::start);
  }

  private void write(Store store, int writer, int first, int end) {
    try (Index index = builder(Index.builder(store), writer).openOrCreate()) {
      for (int number = first; number < end; number++) {
        WriteCall.random(seed(seed, writer), number).run(index);
        if (number >= 0) {
          System.out.println("done " + writer + " " + number);
          exitWithParent();
        }
      }
    } catch (RuntimeException | Error e) {
      System.out.println("failed " + writer + " " + e);
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  /** Every other index has mentions, which are written to temporary files. */
  static Index.Builder builder(Index.Builder builder, int writer) {
    builder.embedder(new HashEmbedder(2)).batchLimits(LIMITS);
    return writer % 2 == 1 ? builder.mentions(new NameFinder()) : builder;
  }

  /** Ends the process if its parent process has ended. */
  private static void exitWithParent() {
    if (System.out.checkError()) {
      Runtime.getRuntime().halt(1);
    }
  }

  private final class KillSwitch implements WatchedStore.Watcher {
    private long current;

    @Override
    public void before(String call) {
      current = calls.incrementAndGet();
      if (current == lastCall && !isLastDone) {
        end("before " + call);
      }
    }

    /** If the chosen operation throws an exception, the process ends after the next operation. */
    @Override
    public void after(String call) {
      if (lastCall > 0 && current >= lastCall) {
        end("after " + call);
      }
    }

    private void end(String point) {
      if (!isEnding.getAndSet(true)) {
        System.out.println("end " + point);
      }
      Runtime.getRuntime().halt(9);
    }
  }
}
