package dev.arag;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.spi.Skip;
import dev.arag.index.sync.SyncReport;
import dev.arag.pdf.PdfParser;
import dev.arag.records.ChunksJsonParser;
import dev.arag.records.Records;
import dev.arag.tika.TikaParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A program that indexes a folder of hostile files and prints the result for each file. Usage:
 * {@code HostileFiles FOLDER INDEX}. With a third argument, the program also indexes each file
 * separately and prints which file was the slowest.
 */
final class HostileFiles {
  private final Path folder;
  private final Path directory;

  private HostileFiles(Path folder, Path directory) {
    this.folder = folder;
    this.directory = directory;
  }

  public static void main(String[] arguments) throws Exception {
    HostileFiles all = new HostileFiles(Path.of(arguments[0]), Path.of(arguments[1]));
    all.indexAtOnce();
    if (arguments.length > 2) {
      all.indexEach();
    }
  }

  private void indexAtOnce() throws Exception {
    try (Index index = open(directory)) {
      SyncReport report = index.sync(source(folder).name("zoo"));
      List<String> documents = index.documentIds();
      long texts = 0;
      for (Path file : files()) {
        String became = became("zoo/" + name(file), documents, report.skipped());
        texts += became.equals("text") ? 1 : 0;
        System.out.println("file " + name(file) + ": " + became);
      }
      System.out.printf(
          "hostile files: %d in one batch, %d with text, %d documents, %d sentences, %d skipped%n",
          files().size(), texts, report.documents(), report.sentences(), report.skipped().size());
    }
  }

  private static String became(String id, List<String> documents, List<Skip> skipped) {
    if (documents.stream().anyMatch(each -> each.equals(id) || each.startsWith(id + "/"))) {
      return "text";
    }
    return skipped.stream()
        .filter(skip -> skip.source().startsWith(id))
        .findFirst()
        .map(skip -> "reason: " + skip.reason())
        .orElse("not reported");
  }

  private void indexEach() throws Exception {
    double slowest = 0;
    String which = "";
    int count = 0;
    for (Path file : files()) {
      long start = System.nanoTime();
      try (Index index = open(directory.resolveSibling("index-" + count++))) {
        index.sync(source(file));
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      which = seconds > slowest ? name(file) : which;
      slowest = Math.max(slowest, seconds);
    }
    System.out.printf(
        Locale.ROOT, "each file separately: the slowest is %s with %.1f s%n", which, slowest);
  }

  private static Index open(Path directory) {
    return Index.builder(directory).embedder(new HashEmbedder(8)).openOrCreate();
  }

  private static Source source(Path path) {
    return Source.path(path)
        .parser(ChunksJsonParser.byName())
        .parser(new PdfParser())
        .parser(new TikaParser())
        .parser(Records.byExtension());
  }

  private List<Path> files() throws Exception {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private String name(Path file) {
    return folder.relativize(file).toString();
  }
}
