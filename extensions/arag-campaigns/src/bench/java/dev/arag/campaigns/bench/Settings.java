package dev.arag.campaigns.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The settings of the measurements, read from system properties. */
record Settings(
    String what,
    Path folder,
    Path output,
    Path sources,
    int rounds,
    int rows,
    int wideRows,
    List<Integer> graphs,
    List<Integer> growth,
    int sentences,
    String otherJava) {
  static final int DIMENSION = 384;
  static final int WIDE_DIMENSION = 1024;

  static Settings read() {
    return new Settings(
        text("bench"),
        Path.of(text("bench.folder")).toAbsolutePath(),
        Path.of(text("bench.output")).toAbsolutePath(),
        Path.of(text("bench.sources")).toAbsolutePath(),
        Integer.parseInt(text("bench.rounds")),
        Integer.parseInt(text("bench.rows")),
        Integer.parseInt(text("bench.wide.rows")),
        numbers("bench.graphs"),
        numbers("bench.growth"),
        Integer.parseInt(text("bench.sentences")),
        text("bench.java"));
  }

  private static String text(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "Property " + name + " is not set. Run the benchmarks with Maven.");
    }
    return value.strip();
  }

  private static List<Integer> numbers(String name) {
    return Stream.of(text(name).split(",")).map(String::strip).map(Integer::valueOf).toList();
  }

  boolean wants(String name) {
    return what.equals("all") || Stream.of(what.split(",")).anyMatch(name::equals);
  }
}
