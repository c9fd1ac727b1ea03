package dev.arag.index.bench;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.ChunkId;
import dev.arag.index.Index;
import dev.arag.index.internal.store.ChildProcess;
import dev.arag.index.source.Source;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures the time to open indexes of three sizes and to look up an id: {@code OpenTime FOLDER}.
 * If the folder does not contain the indexes, the program builds them. Each printed time is the
 * median of several runs. When the first open of a process is measured, the sizes alternate.
 */
final class OpenTime {
  /**
   * An embedder with the dimension of the default embedder, so that vectors make up most of the
   * index, as in practice.
   */
  private static final HashEmbedder EMBEDDER = new HashEmbedder(384);

  private static final List<Integer> MEGABYTES = List.of(10, 100, 1_000);

  /** The number of texts per megabyte of index. */
  private static final int DOCUMENTS_A_MEGABYTE = 6;

  private static final ChunkId NO_CHUNK = ChunkId.of("nowhere");
  private static final int CHILDREN = 9;
  private static final int WARM = 201;

  private OpenTime() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("once")) {
      openOnce(Path.of(arguments[1]));
      return;
    }
    Path folder = Path.of(arguments[0]);
    for (int megabytes : MEGABYTES) {
      make(folder, megabytes);
    }
    firstOfProcess("first open of a process (CPU time), files in memory", folder, false);
    firstOfProcess("first open of a process (CPU time), files not in memory", folder, true);
    for (int megabytes : MEGABYTES) {
      openManyTimes(directory(folder, megabytes));
    }
  }

  private static Path directory(Path folder, int megabytes) {
    return folder.resolve("index-" + megabytes);
  }

  private static Index.Builder builder(Path directory) {
    return Index.builder(directory).embedder(EMBEDDER);
  }

  private static void make(Path folder, int megabytes) {
    if (!Files.isDirectory(directory(folder, megabytes))) {
      try (Index index = builder(directory(folder, megabytes)).openOrCreate()) {
        int count = megabytes * DOCUMENTS_A_MEGABYTE;
        index.sync(Source.documents("texts", GeneratedTexts.documents(megabytes, count)));
      }
    }
    try (Index index = builder(directory(folder, megabytes)).open()) {
      System.out.printf(
          Locale.ROOT,
          "%s: %.0f MB, %d segments%n",
          directory(folder, megabytes).getFileName(),
          index.stats().bytes() / 1e6,
          index.stats().segments().size());
    }
  }

  /**
   * Prints the CPU time of this thread for opening the index and for looking up an id, in
   * nanoseconds.
   */
  private static void openOnce(Path directory) {
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    long start = thread.getCurrentThreadCpuTime();
    try (Index index = builder(directory).open()) {
      long opened = thread.getCurrentThreadCpuTime();
      index.read(List.of(NO_CHUNK));
      System.out.println((opened - start) + " " + (thread.getCurrentThreadCpuTime() - opened));
    }
  }

  private static void firstOfProcess(String what, Path folder, boolean isCold) throws Exception {
    long[][][] nanos = new long[MEGABYTES.size()][2][CHILDREN];
    for (int run = 0; run < CHILDREN; run++) {
      for (int i = 0; i < nanos.length; i++) {
        Path directory = directory(folder, MEGABYTES.get(i));
        if (isCold) {
          dropFromMemory(directory);
        }
        String[] line = child(folder, directory).split(" ", -1);
        nanos[i][0][run] = Long.parseLong(line[0]);
        nanos[i][1][run] = Long.parseLong(line[1]);
      }
    }
    for (int i = 0; i < nanos.length; i++) {
      print(what, directory(folder, MEGABYTES.get(i)), nanos[i][0], nanos[i][1]);
    }
  }

  private static String child(Path folder, Path directory) throws Exception {
    Process child = ChildProcess.start(folder, OpenTime.class, "once", directory.toString());
    String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (child.waitFor() != 0) {
      throw new IllegalStateException("The child process failed: " + output);
    }
    return output.strip();
  }

  /** Removes the files from the page cache with GNU dd. */
  private static void dropFromMemory(Path directory) throws Exception {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0", "status=none")
            .inheritIO()
            .start()
            .waitFor();
      }
    }
  }

  private static void openManyTimes(Path directory) {
    long[] open = new long[WARM];
    long[] look = new long[WARM];
    for (int i = 0; i < WARM; i++) {
      long start = System.nanoTime();
      try (Index index = builder(directory).open()) {
        long opened = System.nanoTime();
        index.read(List.of(NO_CHUNK));
        open[i] = opened - start;
        look[i] = System.nanoTime() - opened;
      }
    }
    print("later open in the same JVM", directory, open, look);
  }

  private static void print(String what, Path directory, long[] open, long[] look) {
    Arrays.sort(open);
    Arrays.sort(look);
    System.out.printf(
        Locale.ROOT,
        "%s, %s: %.2f ms (%.2f to %.2f); first lookup of an id: %.2f ms%n",
        what,
        directory.getFileName(),
        open[open.length / 2] / 1e6,
        open[0] / 1e6,
        open[open.length - 1] / 1e6,
        look[look.length / 2] / 1e6);
  }
}
