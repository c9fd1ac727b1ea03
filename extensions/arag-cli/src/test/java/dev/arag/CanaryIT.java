package dev.arag;

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
 * Checks that no file written by the build contains the fake API key of the tests for secrets. The
 * checked files are test reports (which include all output and logs), trajectories, and web pages.
 * The modules after this one do not know the key.
 */
class CanaryIT {
  private static final String PART = "canary-7Hq2Z";

  private static final List<String> WRITTEN =
      List.of("target/surefire-reports", "target/failsafe-reports", "target/pages", "target/live");

  @Test
  void noFileContainsTheKey() throws IOException {
    List<Path> files = writtenFiles();
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      assertThat(text.contains(PART)).as("%s contains the key", file).isFalse();
    }
  }

  private static List<Path> writtenFiles() throws IOException {
    Path project = Path.of("../..").toAbsolutePath().normalize();
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
