package dev.arag.campaigns.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Prints a report and writes it to a Markdown file line by line during the measurement. Not
 * thread-safe.
 */
final class Report {
  private final Path file;
  private final StringBuilder text = new StringBuilder();

  Report(Path folder, String name) throws IOException {
    Files.createDirectories(folder);
    file = folder.resolve(name + ".md");
    line("# " + name);
    line("");
    line(Machine.describe());
  }

  void line(String line) throws IOException {
    System.out.println(line);
    text.append(line).append('\n');
    Files.writeString(file, text);
  }

  void section(String title) throws IOException {
    line("");
    line("## " + title);
    line("");
  }

  void head(String... columns) throws IOException {
    row(columns);
    line("|" + "---|".repeat(columns.length));
  }

  void row(String... cells) throws IOException {
    line("| " + String.join(" | ", cells) + " |");
  }

  /** Lists the contenders that failed. */
  void failures(Rounds rounds) throws IOException {
    for (Map.Entry<String, Throwable> failure : rounds.failures().entrySet()) {
      line("");
      line(failure.getKey() + " failed: " + failure.getValue());
    }
  }

  /** The names of two contenders whose times are compared. */
  record Pair(String longer, String shorter) {}

  /** Writes the time ratio of each pair, unless one of the two was not measured. */
  void ratios(Rounds rounds, List<Pair> pairs) throws IOException {
    line("");
    head("A, in the same round", "B", "time of A / time of B, median (least to most)");
    for (Pair pair : pairs) {
      if (rounds.has(pair.longer()) && rounds.has(pair.shorter())) {
        row(pair.longer(), pair.shorter(), rounds.ratio(pair.longer(), pair.shorter()).toString());
      }
    }
  }
}
