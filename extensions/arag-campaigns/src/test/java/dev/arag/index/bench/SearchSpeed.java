package dev.arag.index.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.records.ChunksJsonParser;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Measures the speed of indexing and searching a set of real texts, to compare different versions
 * of the library: {@code SearchSpeed SET FOLDER}. The set is a folder with {@code chunks.json} and
 * {@code questions.json}. The second folder must be empty. The program prints the median CPU time
 * of several runs in nanoseconds, because other load affects CPU time less than elapsed time. It
 * uses only methods that all versions of the library have.
 */
final class SearchSpeed {
  private static final int INDEXINGS = 6;
  private static final int SEARCHES = 6;
  private static final int TOP = 20;

  private SearchSpeed() {}

  public static void main(String[] arguments) throws IOException {
    Path set = Path.of(arguments[0]);
    Path folder = Path.of(arguments[1]);
    Source source = Source.path(set.resolve("chunks.json")).parser(ChunksJsonParser.only());
    List<String> questions = questions(set);
    print("index-plain", indexing(source, folder.resolve("plain"), false));
    print("index-hash", indexing(source, folder.resolve("hash"), true));
    Path last = folder.resolve("hash" + (INDEXINGS - 1));
    try (Index index = builder(last, true).open()) {
      print("keyword", timed(SEARCHES, run -> questions.forEach(each -> keyword(index, each))));
      print(
          "semantic",
          timed(SEARCHES, run -> questions.forEach(each -> index.semanticSearch(each, TOP))));
    }
  }

  private static void keyword(Index index, String question) {
    index.keywordSearch(
        Arrays.stream(question.split("\\W+", -1))
            .filter(word -> word.length() > 1)
            .sorted(Comparator.comparing(String::length).reversed())
            .limit(3)
            .toList(),
        TOP);
  }

  private interface SpeedRun {
    void run(int number);
  }

  private static long indexing(Source source, Path folder, boolean isEmbedded) {
    return timed(
        INDEXINGS,
        run -> {
          try (Index index = builder(Path.of(folder + "" + run), isEmbedded).openOrCreate()) {
            index.sync(source);
          }
        });
  }

  private static Index.Builder builder(Path directory, boolean isEmbedded) {
    Index.Builder builder = Index.builder(directory);
    return isEmbedded ? builder.embedder(new HashEmbedder(384)) : builder.withoutEmbeddings();
  }

  private static long timed(int runs, SpeedRun work) {
    long[] nanos = new long[runs];
    for (int i = 0; i < runs; i++) {
      long start = processorNanos();
      work.run(i);
      nanos[i] = processorNanos() - start;
    }
    Arrays.sort(nanos, runs / 3, runs);
    return nanos[(runs / 3 + runs) / 2];
  }

  private static long processorNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static void print(String what, long nanos) {
    System.out.printf(Locale.ROOT, "%s %d%n", what, nanos);
  }

  private static List<String> questions(Path set) throws IOException {
    JsonNode all = new ObjectMapper().readTree(set.resolve("questions.json").toFile());
    List<String> questions = new ArrayList<>();
    all.forEach(each -> questions.add(each.get("question").asText()));
    return questions;
  }
}
