package dev.arag.pdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Heading;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Measures headings and speed on company reports. Skipped without the files. */
@Tag("full")
class ReportsTest {
  private static final Path REPORTS =
      Path.of(System.getProperty("arag.data", "none"), "financebench_30", "pdfs");

  private record Found(int page, String text) {}

  /** The pages and their headings were judged by eye. */
  @Test
  void findsTheHeadingsOfReports() throws IOException {
    assumeTrue(Files.isDirectory(REPORTS), "no reports");
    int right = 0;
    int wrong = 0;
    int missed = 0;
    int pages = 0;
    for (Map.Entry<String, Map<Integer, List<String>>> report : judged().entrySet()) {
      List<Found> found = headings(read(REPORTS.resolve(report.getKey() + ".pdf")));
      for (Map.Entry<Integer, List<String>> page : report.getValue().entrySet()) {
        List<String> open = new ArrayList<>(page.getValue());
        pages++;
        for (Found heading : found) {
          if (heading.page() == page.getKey()) {
            boolean isJudged = open.stream().anyMatch(each -> heading.text().startsWith(each));
            open.stream()
                .filter(each -> heading.text().startsWith(each))
                .findFirst()
                .ifPresent(open::remove);
            right += isJudged ? 1 : 0;
            wrong += isJudged ? 0 : 1;
            print(isJudged ? null : "wrong", report.getKey(), page.getKey(), heading.text());
          }
        }
        missed += open.size();
        open.forEach(each -> print("missed", report.getKey(), page.getKey(), each));
      }
    }
    System.out.printf(
        "headings of %d pages: %d right, %d wrong, %d missed; precision %.3f, recall %.3f%n",
        pages,
        right,
        wrong,
        missed,
        right / (double) (right + wrong),
        right / (double) (right + missed));
    assertThat(right / (double) (right + wrong)).as("precision").isGreaterThan(0.95);
    assertThat(right / (double) (right + missed)).as("recall").isGreaterThan(0.8);
  }

  private static void print(
      @org.jspecify.annotations.Nullable String what, String report, int page, String text) {
    if (what != null) {
      System.out.println(what + ": " + report + " page " + page + ": " + text);
    }
  }

  /** The second of two runs counts, because the first one includes the compilation of the code. */
  @Test
  void measuresReports() throws IOException {
    assumeTrue(Files.isDirectory(REPORTS), "no reports");
    List<Path> files;
    try (Stream<Path> list = Files.list(REPORTS)) {
      files = list.sorted().toList();
    }
    int pages = 0;
    int headings = 0;
    int tables = 0;
    double seconds = 0;
    for (int run = 0; run < 2; run++) {
      pages = 0;
      headings = 0;
      tables = 0;
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      for (Path file : files) {
        Document document = read(file);
        pages += document.pages().size();
        headings += document.headings().size();
        tables += document.tables().size();
        if (run == 0) {
          System.out.printf(
              "%s: %d pages, %d headings, %d tables%n",
              file.getFileName(),
              document.pages().size(),
              document.headings().size(),
              document.tables().size());
        }
      }
      seconds = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1e9;
    }
    System.out.printf(
        "%d pages in %.1f s of CPU time, %.0f pages a second%n", pages, seconds, pages / seconds);
    assertThat(pages).isEqualTo(1626);
    assertThat(headings).isBetween(2_700, 3_000);
    assertThat(tables).isBetween(1_040, 1_120);
    assertThat(seconds).as("ten times the usual CPU time").isLessThan(90);
  }

  private static Document read(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    String id = String.valueOf(file.getFileName());
    return new PdfParser().parse(id, new ByteArrayInputStream(bytes)).document().build();
  }

  private static List<Found> headings(Document document) {
    List<Found> found = new ArrayList<>();
    int page = 0;
    for (Heading heading : document.headings()) {
      while (page + 1 < document.pages().size()
          && document.pages().get(page + 1).offset() <= heading.offset()) {
        page++;
      }
      String text = heading.path().get(heading.path().size() - 1);
      found.add(new Found(document.pages().get(page).number(), text));
    }
    return found;
  }

  private static Map<String, Map<Integer, List<String>>> judged() throws IOException {
    Map<String, Map<Integer, List<String>>> judged = new LinkedHashMap<>();
    try (InputStream in = ReportsTest.class.getResourceAsStream("judged-headings.tsv")) {
      String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String line : all.lines().filter(each -> !each.startsWith("#")).toList()) {
        String[] parts = line.split("\t");
        List<String> page =
            judged
                .computeIfAbsent(parts[0], report -> new TreeMap<>())
                .computeIfAbsent(Integer.valueOf(parts[1]), number -> new ArrayList<>());
        if (!parts[2].equals("-")) {
          page.add(parts[2]);
        }
      }
    }
    return judged;
  }
}
