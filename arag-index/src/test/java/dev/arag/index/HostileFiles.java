package dev.arag.index;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.index.pdf.PdfParser;
import dev.arag.index.tika.TikaParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Indexes each file below a folder by itself, then all at once, in a process of its own, and prints
 * what became of each: {@code HostileFiles FOLDER INDEX}.
 */
final class HostileFiles {
  /** What is allowed for each on an idle machine; the tests that run beside are no measurement. */
  private static final double MAX_SECONDS = 10;

  private HostileFiles() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    Path directory = Path.of(arguments[1]);
    double slowest = 0;
    String slowestName = "";
    int count = 0;
    for (Path file : files(folder)) {
      String name = folder.relativize(file).toString();
      long start = System.nanoTime();
      String became = index(source(file), directory.resolveSibling("index-" + count++));
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf(Locale.ROOT, "file %s: %s (%.2f s)%n", name, became, seconds);
      if (seconds > slowest) {
        slowest = seconds;
        slowestName = name;
      }
    }
    System.out.println("all: " + index(source(folder), directory));
    System.out.printf(
        Locale.ROOT,
        "hostile files: %d, each text or a reason; the slowest %s with %.1f s, %d allowed%n",
        count,
        slowestName,
        slowest,
        (int) MAX_SECONDS);
  }

  private static Source source(Path path) {
    return Source.path(path).parser(new PdfParser()).parser(new TikaParser());
  }

  private static List<Path> files(Path folder) throws Exception {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static String index(Source source, Path directory) {
    try (Index index = Index.builder(directory).embedder(new HashEmbedder(8)).openOrCreate()) {
      SyncReport report = index.sync(source);
      if (report.added() == 0) {
        return "reason: " + report.skipped().get(0).reason();
      }
      return "text: "
          + report.added()
          + " documents, "
          + report.sentences()
          + " sentences, "
          + report.skipped().size()
          + " skipped";
    }
  }
}
