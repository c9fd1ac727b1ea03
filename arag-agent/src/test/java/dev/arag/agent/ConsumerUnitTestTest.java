package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks which classes and libraries are loaded by a unit test of a user of the library. The unit
 * test runs in a separate JVM.
 */
class ConsumerUnitTestTest {
  private static final int HANG_GUARD_SECONDS = 120;

  @TempDir Path folder;

  @Test
  void loadsNoNativeLibraryWithoutAnIndex() throws Exception {
    Path classes = folder.resolve("classes.txt");
    List<String> printed = run(classes);
    assertThat(printed.get(0)).isEqualTo("ANSWERED SUPPORTED");
    assertThat(printed.get(1)).matches("\\d+ ms");
    assertThat(Files.readString(classes))
        .contains("dev.arag.agent.Agent ")
        .doesNotContain("ai.onnxruntime.", "ai.djl.", "opennlp.", "dev.arag.index.")
        .doesNotContain("io.opentelemetry.", "io.micrometer.", "dev.langchain4j.model.openai.");
  }

  private List<String> run(Path classes) throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xlog:class+load:file=" + classes,
                "-Djava.util.logging.config.file="
                    + System.getProperty("java.util.logging.config.file", ""),
                "-cp",
                System.getProperty("java.class.path"),
                ConsumerUnitTest.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(HANG_GUARD_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    return Files.readAllLines(output);
  }
}
