package dev.arag.index.bench;

import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints the resident memory of this process with one and with ten open indexes that have the
 * default embedder, and then the time of the first queries. Runs on Linux. Arguments: an empty
 * folder, and {@code warm} to call {@link Index#warmUp} before the queries.
 */
final class OpenIndexes {
  private static final int COUNT = 10;

  private OpenIndexes() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    if (!Files.exists(folder.resolve("0.arag"))) {
      printMemory(folder);
    } else {
      printFirstQueries(folder.resolve("0.arag"), arguments.length > 1);
    }
  }

  private static void printMemory(Path folder) throws IOException {
    List<Index> indexes = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      Index index = Index.openOrCreate(folder.resolve(i + ".arag"));
      Document document = Document.of("d" + i, "The ferry leaves at noon.");
      index.sync(Source.documents("rows", List.of(document)));
      index.semanticSearch("When does the ferry leave?", 1);
      indexes.add(index);
      if (i == 0 || i == COUNT - 1) {
        System.gc();
        System.out.println(indexes.size() + " open: " + residentMegabytes() + " MB");
      }
    }
    indexes.forEach(Index::close);
  }

  private static long residentMegabytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
        .sum();
  }

  private static void printFirstQueries(Path directory, boolean isWarm) {
    try (Index index = Index.open(directory)) {
      long start = System.nanoTime();
      if (isWarm) {
        index.warmUp();
        start = print("warmUp", start);
      }
      index.semanticSearch("Who takes the ferry?", 5);
      start = print("first semantic search", start);
      index.keywordSearch(List.of("ferry"), 5);
      print("first keyword search", start);
    }
  }

  private static long print(String name, long start) {
    System.out.println(name + ": " + (System.nanoTime() - start) / 1_000_000 + " ms");
    return System.nanoTime();
  }
}
