package dev.arag.campaigns.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** Describes the machine that runs the measurements. */
final class Machine {
  /**
   * The maximum number of search threads to measure. It is at most two, even on machines with more
   * processors.
   */
  static final int MOST_THREADS = Math.min(2, Runtime.getRuntime().availableProcessors());

  private Machine() {}

  static String describe() {
    return String.format(
        "%s; %s; %d processors, of which %d are used; %s %s, %s; Java %s (%s)",
        LocalDate.now(ZoneOffset.UTC),
        firstValue("/proc/cpuinfo", "model name", "unknown processor"),
        Runtime.getRuntime().availableProcessors(),
        MOST_THREADS,
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        firstValue("/proc/meminfo", "MemTotal", "unknown memory"),
        System.getProperty("java.version"),
        System.getProperty("java.vm.name"));
  }

  private static String firstValue(String file, String key, String otherwise) {
    try {
      List<String> lines = Files.readAllLines(Path.of(file));
      return lines.stream()
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(otherwise);
    } catch (IOException e) {
      return otherwise;
    }
  }
}
