package dev.arag.campaigns.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Creates contenders from external programs that do the same work. */
final class Baselines {
  private static final String SECONDS = "3";

  private final Path sources;
  private final Path build;
  private final String otherJava;
  private final List<String> skipped = new ArrayList<>();

  Baselines(Settings settings) {
    sources = settings.sources();
    build = settings.folder();
    otherJava = settings.otherJava();
  }

  /** Returns the programs that could not be measured, with the reasons. */
  List<String> skipped() {
    return List.copyOf(skipped);
  }

  /** Compiles the C program for this processor. Returns empty if the program cannot be compiled. */
  Optional<Contender> inC(Matrix matrix, int threads) throws InterruptedException {
    Path program = build.resolve("scan");
    try {
      Files.createDirectories(build);
      ProgramContender.run(
          List.of(
              "gcc",
              "-O3",
              "-march=native",
              "-mprefer-vector-width=512",
              "-ffast-math",
              "-pthread",
              "-o",
              program.toString(),
              sources.resolve("c/scan.c").toString()));
    } catch (IOException e) {
      skipped.add("C: " + e.getMessage());
      return Optional.empty();
    }
    return Optional.of(inC(matrix, program, threads));
  }

  private static Contender inC(Matrix matrix, Path program, int threads) {
    List<String> command = new ArrayList<>(List.of(program.toString(), matrix.floats().toString()));
    command.addAll(sizes(matrix, threads));
    return new ProgramContender("C, " + threads(threads), matrix, command);
  }

  private static List<String> sizes(Matrix matrix, int threads) {
    return List.of(
        matrix.queryFile().toString(),
        String.valueOf(matrix.rows()),
        String.valueOf(matrix.dimension()),
        String.valueOf(threads),
        SECONDS);
  }

  static String threads(int count) {
    return count == 1 ? "1 thread" : count + " threads";
  }

  /** Returns the Vector API programs on this JDK and, if configured, on a second JDK. */
  List<Contender> vectorApi(Matrix matrix, int threads) {
    List<Contender> all = new ArrayList<>();
    addVectorApi(matrix, threads, Path.of(System.getProperty("java.home")), all);
    if (!otherJava.isEmpty()) {
      addVectorApi(matrix, threads, Path.of(otherJava), all);
    }
    return all;
  }

  private void addVectorApi(Matrix matrix, int threads, Path home, List<Contender> all) {
    Path java = home.resolve("bin/java");
    if (!Files.isExecutable(java)) {
      skipped.add("Vector API: not found: " + java);
      return;
    }
    for (String way : List.of("floats", "codes")) {
      List<String> command =
          new ArrayList<>(
              List.of(
                  java.toString(),
                  "--add-modules",
                  "jdk.incubator.vector",
                  sources.resolve("vectorapi/VectorApi.java").toString(),
                  matrix.vectors().toString()));
      command.addAll(sizes(matrix, threads));
      command.add(way);
      String name = "Vector API over " + way + ", Java " + version(home) + ", " + threads(threads);
      all.add(new ProgramContender(name, matrix, command));
    }
  }

  /** Reads the version of a JDK from its file {@code release}. */
  private static String version(Path home) {
    try (Stream<String> lines = Files.lines(home.resolve("release"))) {
      return lines
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> line.replaceAll("[^0-9.]", ""))
          .findFirst()
          .orElse(home.toString());
    } catch (IOException e) {
      return home.toString();
    }
  }
}
