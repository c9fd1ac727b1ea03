package dev.arag.index.bench;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.find.FindQuery;
import dev.arag.core.find.FindQuery.Unit;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Compares {@code find} with a keyword search for the same words and with {@code rg} and {@code
 * grep} on the same files: {@code FindSpeed TEXTFOLDER INDEXFOLDER}. The second folder must not
 * exist. The methods run alternately; the program prints the median of the times and the number of
 * sentences, chunks or lines.
 */
final class FindSpeed {
  private static final int ROUNDS = 7;
  private static final int DROPPED = 2;

  private FindSpeed() {}

  private record Row(FindQuery query, List<String> keywords, String regex) {}

  private static Map<String, Row> rows() {
    FindQuery sentence = FindQuery.in(Unit.SENTENCE);
    FindQuery document = FindQuery.in(Unit.DOCUMENT);
    Map<String, Row> rows = new LinkedHashMap<>();
    rows.put("rare word", row(sentence.words(List.of("zoneinfo")), "\\bzoneinfo\\b"));
    rows.put("common word", row(sentence.words(List.of("returns")), "\\breturns\\b"));
    rows.put(
        "two words in a sentence",
        row(sentence.words(List.of("locale", "calendar")), "locale.*calendar|calendar.*locale"));
    rows.put(
        "two words in a document",
        row(document.words(List.of("locale", "calendar")), "locale.*calendar|calendar.*locale"));
    rows.put("pattern with a literal", row(sentence.pattern("JDK-[0-9]{7}"), "JDK-[0-9]{7}"));
    rows.put(
        "pattern without a literal",
        row(sentence.pattern("[0-9]{4}-[0-9]{2}-[0-9]{2}"), "[0-9]{4}-[0-9]{2}-[0-9]{2}"));
    return rows;
  }

  private static Row row(FindQuery query, String regex) {
    List<String> keywords =
        query.literals().stream().map(FindQuery.Literal::text).limit(2).toList();
    return new Row(query, keywords, regex);
  }

  public static void main(String[] args) throws IOException {
    Path texts = Path.of(args[0]);
    Path folder = Path.of(args[1]);
    try (Index index = Index.builder(folder).withoutEmbeddings().openOrCreate()) {
      index.sync(Source.documents("texts", documents(texts)));
      System.out.println(index.stats());
      rows().forEach((name, row) -> measure(name, row, index, texts));
    }
  }

  private static List<Document> documents(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Document> documents = new ArrayList<>();
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        documents.add(Document.of(folder.relativize(file).toString(), Files.readString(file)));
      }
      return documents;
    }
  }

  private static void measure(String name, Row row, Index index, Path texts) {
    Map<String, LongSupplier> methods = new LinkedHashMap<>();
    methods.put("find", () -> index.find(row.query(), 5, 0).sentences());
    if (!row.keywords().isEmpty()) {
      KeywordQuery query = KeywordQuery.of(row.keywords());
      methods.put("keyword search", () -> index.keywordSearch(query, 5, 0).total());
    }
    methods.put("rg", () -> lines("rg", "-i", "-c", row.regex(), texts.toString()));
    methods.put("grep", () -> lines("grep", "-r", "-i", "-c", "-P", row.regex(), texts.toString()));
    Map<String, double[]> times = new LinkedHashMap<>();
    Map<String, Long> found = new LinkedHashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      int number = round;
      methods.forEach(
          (method, search) -> {
            long start = System.nanoTime();
            found.put(method, search.getAsLong());
            double millis = (System.nanoTime() - start) / 1e6;
            times.computeIfAbsent(method, key -> new double[ROUNDS])[number] = millis;
          });
    }
    System.out.println(name);
    times.forEach(
        (method, all) -> {
          double[] kept = Arrays.stream(all).skip(DROPPED).sorted().toArray();
          System.out.printf(
              "  %-15s %8.1f ms (%.1f to %.1f), %,d%n",
              method, kept[kept.length / 2], kept[0], kept[kept.length - 1], found.get(method));
        });
  }

  private static long lines(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      return process
          .inputReader()
          .lines()
          .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(':') + 1)))
          .sum();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
