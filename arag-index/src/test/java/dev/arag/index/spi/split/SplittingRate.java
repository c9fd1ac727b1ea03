package dev.arag.index.spi.split;

import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Measures how fast one core splits text. The arguments are text or JSON files, or folders with
 * such files. The program prints the best of several rounds, in CPU time of one thread. It first
 * measures only the rules, with estimated token counts, and then the whole work with real token
 * counts. No test runs this program; start it by hand.
 */
final class SplittingRate {
  private static final int ROUNDS = 25;

  private SplittingRate() {}

  public static void main(String[] arguments) throws IOException {
    for (String argument : arguments) {
      List<Document> documents = documents(Path.of(argument));
      report(argument + ", rules", documents, text -> text.isEmpty() ? 0 : 1 + text.length() / 4);
      report(argument + ", with o200k counts", documents, TokenCounter.o200k());
    }
  }

  private static List<Document> documents(Path path) throws IOException {
    List<Document> documents = new ArrayList<>();
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        documents.add(
            Document.of(file.toString(), text.replace("\\n", "\n").replace("\\\"", "\"")));
      }
    }
    return documents;
  }

  private static void report(String what, List<Document> documents, TokenCounter counter) {
    Splitter splitter = new Splitter(Splitter.DEFAULT_CHUNK_TOKENS, counter);
    long best = Long.MAX_VALUE;
    long sentences = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long start = cpuNanos();
      sentences = 0;
      for (Document document : documents) {
        sentences += splitter.split(document).stream().mapToInt(c -> c.sentences().size()).sum();
      }
      best = Math.min(best, cpuNanos() - start);
    }
    long bytes = documents.stream().mapToLong(SplittingRate::bytes).sum();
    System.out.printf(
        Locale.ROOT,
        "%s: %.1f MB/s (%.2f MB of UTF-8, %d sentences)%n",
        what,
        bytes * 1e3 / best,
        bytes / 1e6,
        sentences);
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long bytes(Document document) {
    return document.text().getBytes(StandardCharsets.UTF_8).length;
  }
}
