package dev.arag.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The key that tests of secrets give away as a canary is in nothing that the build has written:
 * reports with all that tests printed and logged, records and pages of runs, logs of other builds.
 */
class CanaryIT {
  private static final String PART = "canary-7Hq2Z";

  private static final List<String> WRITTEN =
      List.of(
          "target/surefire-reports",
          "target/failsafe-reports",
          "target/pages",
          "target/live",
          "target/it");

  @Test
  void theKeyIsNowhere() throws IOException {
    List<Path> files = written();
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      assertThat(text.contains(PART)).as("%s holds the key", file).isFalse();
    }
    System.out.println("canary: " + files.size() + " files of the build are without the key");
  }

  private static List<Path> written() throws IOException {
    Path project = Path.of("..").toAbsolutePath().normalize();
    try (Stream<Path> modules = Files.list(project);
        Stream<Path> extensions = Files.list(project.resolve("extensions"))) {
      return Stream.concat(modules, extensions)
          .filter(module -> Files.isRegularFile(module.resolve("pom.xml")))
          .flatMap(module -> WRITTEN.stream().map(module::resolve))
          .filter(Files::isDirectory)
          .flatMap(CanaryIT::filesBelow)
          .toList();
    }
  }

  private static Stream<Path> filesBelow(Path folder) {
    try (Stream<Path> below = Files.walk(folder)) {
      return below
          .filter(Files::isRegularFile)
          .filter(file -> !file.toString().endsWith(".class"))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
