package dev.arag.index.bench;

import dev.arag.index.Index;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Compares a sync of 10,000 unchanged files of 10 KB each with a simple loop that reads and hashes
 * the same files: {@code NoChangeSync FOLDER}. The two run alternately. The program prints the
 * ratio of their median times.
 */
final class NoChangeSync {
  private static final int FILES = 10_000;
  private static final int WARM_UP = 5;
  private static final int RUNS = 21;

  private NoChangeSync() {}

  public static void main(String[] arguments) throws Exception {
    Path texts = Path.of(arguments[0], "texts");
    if (!Files.isDirectory(texts)) {
      StreamedFeed.write(texts, FILES);
    }
    try (Index index =
        Index.builder(Path.of(arguments[0], "index")).withoutEmbeddings().openOrCreate()) {
      index.sync(texts);
      for (int i = 0; i < WARM_UP; i++) {
        sync(index, texts);
        hash(texts);
      }
      measure(index, texts);
    }
  }

  private static void measure(Index index, Path texts) throws Exception {
    List<TimeSpent> syncs = new ArrayList<>();
    List<TimeSpent> hashes = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      syncs.add(TimeSpent.by(() -> sync(index, texts)));
      hashes.add(TimeSpent.by(() -> hash(texts)));
    }
    print(TimeSpent.median(syncs), TimeSpent.median(hashes));
  }

  private static void print(TimeSpent sync, TimeSpent hash) {
    System.out.printf(
        Locale.ROOT,
        "%d files: sync %.0f ms, plain hashing %.0f ms, ratio %.3f;"
            + " CPU time %.0f and %.0f ms, ratio %.3f%n",
        FILES,
        sync.millis(),
        hash.millis(),
        sync.millis() / hash.millis(),
        sync.processorMillis(),
        hash.processorMillis(),
        sync.processorMillis() / hash.processorMillis());
  }

  private static SyncReport sync(Index index, Path texts) {
    SyncReport report = index.sync(texts);
    if (report.unchanged() != FILES) {
      throw new IllegalStateException("Some files have changed: " + report);
    }
    return report;
  }

  /** Hashes each file in the simplest way and returns the number of files. */
  private static int hash(Path texts) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    int hashed = 0;
    for (Path file : files(texts)) {
      digest.digest(Files.readAllBytes(file));
      hashed++;
    }
    if (hashed != FILES) {
      throw new IllegalStateException("Expected " + FILES + " files, found " + hashed + ".");
    }
    return hashed;
  }

  private static List<Path> files(Path texts) throws IOException {
    try (Stream<Path> paths = Files.walk(texts)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
