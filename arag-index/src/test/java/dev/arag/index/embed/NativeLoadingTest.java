package dev.arag.index.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A native library is loaded once for a process, so each case here has one of its own. */
class NativeLoadingTest {
  @TempDir Path folder;

  /** ONNX Runtime 1.29.0 crashed on Linux while matching the command line for its telemetry. */
  @Test
  void aLongCommandLineIsNoTrouble() throws Exception {
    Path cache = folder.resolve("cache");
    assertThat(encodeOnce(cache, "x".repeat(8192))).contains("dimension 384");
    assertThat(cache.resolve("tokenizers")).isNotEmptyDirectory();
  }

  @Test
  void anUnwritableCacheFolderIsNamedWithWhatToDo() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(encodeOnce(file.resolve("cache"), ""))
        .contains("EmbeddingException")
        .contains(file.toString())
        .contains("DJL_CACHE_DIR");
  }

  private static String encodeOnce(Path cache, String argument)
      throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path");
    ProcessBuilder builder =
        new ProcessBuilder(List.of(java, "-cp", classPath, EncodeOnce.class.getName(), argument));
    builder.environment().put("DJL_CACHE_DIR", cache.toString());
    Process process = builder.redirectErrorStream(true).start();
    byte[] output = process.getInputStream().readAllBytes();
    process.waitFor();
    return new String(output, StandardCharsets.UTF_8);
  }
}
