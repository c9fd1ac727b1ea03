package dev.arag.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The key that tests of servers use stands in nothing that the tests of all modules printed, logged
 * or left: reports hold what a test prints, and records and pages of runs lie beside them.
 */
class NoKeyInReportsIT {
  private static final String KEY = "canary-7Hq2Zt9LwXv4Bn8MpR5c";
  private static final Pattern TEXTS = Pattern.compile(".*\\.(txt|xml|json|jsonl|html|log|dump.*)");

  @Test
  void theKeyOfTestsIsInNoFileThatTheyLeft() throws IOException {
    List<Path> left = left();
    for (Path file : left) {
      String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      assertThat(text.contains(KEY)).as("the key stands in " + file).isFalse();
    }
    System.out.println("key of tests: in none of " + left.size() + " files that tests left");
  }

  private static List<Path> left() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..").toRealPath(), 5)) {
      return files
          .filter(file -> TEXTS.matcher(file.getFileName().toString()).matches())
          .filter(file -> file.toString().replace('\\', '/').matches(".*/arag-[a-z]+/target/.*"))
          .filter(Files::isRegularFile)
          .toList();
    }
  }

  /** Were tests of a module named otherwise, the search above could find nothing for ever. */
  @Test
  void reportsOfTheTestsOfServersAreLookedAt() throws IOException {
    Path reports = Path.of("../arag-agent/target/surefire-reports");
    if (Files.isDirectory(reports)) {
      assertThat(left()).anyMatch(file -> file.toString().contains("SecretsTest"));
    }
  }
}
