package dev.arag.graph;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import dev.arag.core.embed.Embedder;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.IndexStats;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Measures what an entity graph adds to the time and the size of an index: {@code GraphCost FILE
 * FOLDER ROUNDS none|bge [lower]}. FILE contains an array of JSON strings; each is one document.
 * Indexes with and without a graph are built alternately, in new directories below FOLDER. With
 * {@code lower}, the texts are converted to lower case.
 */
final class GraphCost {
  private final List<Document> documents = new ArrayList<>();
  private final Path folder;
  private final boolean isEmbedded;
  private int indexes;

  /** One index: the time to build it in seconds, and its size. */
  private record Measurement(
      double seconds, double processorSeconds, IndexStats stats, long mentionBytes) {}

  private GraphCost(Path texts, Path folder, boolean isEmbedded, boolean isLower)
      throws IOException {
    this.folder = folder;
    this.isEmbedded = isEmbedded;
    for (var text : new ObjectMapper().readTree(texts.toFile())) {
      String each = isLower ? text.asText().toLowerCase(Locale.ROOT) : text.asText();
      documents.add(Document.of("text-" + documents.size(), each));
    }
  }

  public static void main(String[] arguments) throws IOException {
    boolean isEmbedded = arguments[3].equals("bge");
    GraphCost cost =
        new GraphCost(
            Path.of(arguments[0]), Path.of(arguments[1]), isEmbedded, arguments.length > 4);
    try (Embedder embedder = isEmbedded ? OnnxEmbedder.bgeSmallEnglish() : null) {
      cost.run(Integer.parseInt(arguments[2]), embedder);
    }
  }

  private void run(int rounds, Embedder embedder) throws IOException {
    List<Measurement> without = new ArrayList<>();
    List<Measurement> with = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      without.add(build(embedder, false));
      with.add(build(embedder, true));
    }
    print("without graph", without);
    print("with graph", with);
  }

  private Measurement build(Embedder embedder, boolean hasGraph) throws IOException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    Path directory = folder.resolve("index-" + indexes++);
    Index.Builder builder = Index.builder(directory);
    builder = isEmbedded ? builder.embedder(embedder) : builder.withoutEmbeddings();
    long processor = system.getProcessCpuTime();
    long start = System.nanoTime();
    try (Index index = (hasGraph ? builder.mentions(Graphs.phrases()) : builder).openOrCreate()) {
      index.sync(Source.documents("texts", documents));
      double seconds = (System.nanoTime() - start) / 1e9;
      double processorSeconds = (system.getProcessCpuTime() - processor) / 1e9;
      return new Measurement(seconds, processorSeconds, index.stats(), mentionBytes(directory));
    }
  }

  private static long mentionBytes(Path directory) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        bytes += file.getFileName().toString().startsWith("mentions") ? Files.size(file) : 0;
      }
    }
    return bytes;
  }

  private static void print(String what, List<Measurement> all) {
    IndexStats stats = all.get(0).stats();
    System.out.printf(
        Locale.ROOT,
        "%-14s %d documents, %d sentences: %.2f s, %.2f s of processor time (medians of %d);"
            + " %.2f MB, of which mentions %.2f MB%n",
        what,
        stats.documents(),
        stats.sentences(),
        median(all.stream().map(Measurement::seconds).toList()),
        median(all.stream().map(Measurement::processorSeconds).toList()),
        all.size(),
        stats.bytes() / 1e6,
        all.get(0).mentionBytes() / 1e6);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted(Comparator.naturalOrder()).toList().get(values.size() / 2);
  }
}
