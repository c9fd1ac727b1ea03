package dev.arag.index.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.index.Index;
import dev.arag.index.internal.store.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the loading of native libraries. A library is loaded only once per process, so each test
 * starts a new process.
 */
@Tag("compat")
class NativeLoadingTest {
  @TempDir Path folder;

  /**
   * The telemetry of ONNX Runtime 1.29.0 matches the command line against a pattern, which crashed
   * on Linux for long command lines. On musl, a library built for glibc is found but cannot be
   * linked; the test replaces the library with a text file.
   */
  @Test
  void needsNoWritableHomeFolderAndNamesTheAlternativesOnMusl() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    List<String> options =
        List.of("-Duser.home=" + file.resolve("home"), "-Djava.io.tmpdir=" + folder);
    assertThat(run(null, options, EmbedOnce.class, "x".repeat(8192))).contains("dimension 384");
    Path cache = folder.resolve(".djl.ai");
    assertThat(cache.resolve("tokenizers")).isNotEmptyDirectory();
    try (Stream<Path> files = Files.walk(cache)) {
      for (Path library : files.filter(Files::isRegularFile).toList()) {
        Files.writeString(library, "not a library");
      }
    }
    assertThat(embedOnce(cache, ""))
        .contains("EmbeddingException", "musl", "Index.builder(dir).withoutEmbeddings()")
        .doesNotContain("dimension");
  }

  @Test
  void namesAnUnwritableCacheFolderAndTheRemedy() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(embedOnce(file.resolve("cache"), ""))
        .contains("EmbeddingException")
        .contains(file.toString())
        .contains("DJL_CACHE_DIR");
  }

  @Test
  void supportsAllButSemanticSearchWithoutNativeLibraries() throws Exception {
    Path docs = Files.createDirectory(folder.resolve("docs"));
    Files.writeString(docs.resolve("a.txt"), "The ferry leaves at noon.");
    Path index = folder.resolve("my.arag");
    try (Index made = Index.openOrCreate(index)) {
      made.sync(docs);
    }
    List<String> macWithIntel = List.of("-Dos.name=Mac OS X", "-Dos.arch=x86_64");
    assertThat(
            run(
                folder.resolve("cache"),
                macWithIntel,
                SearchWithoutNative.class,
                index.toString(),
                docs.toString(),
                folder.resolve("words.arag").toString()))
        .contains("keyword 1", "read The ferry leaves at noon.", "sync 1", "new 1")
        .contains("EmbeddingException", "Intel", "Index.builder(dir).withoutEmbeddings()")
        .doesNotContain("semantic 1");
  }

  private String embedOnce(Path cache, String argument) throws IOException, InterruptedException {
    return run(cache, List.of(), EmbedOnce.class, argument);
  }

  private String run(
      @Nullable Path cache, List<String> options, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    ProcessBuilder builder = ChildProcess.builder(folder, options, program, arguments);
    if (cache != null) {
      builder.environment().put("DJL_CACHE_DIR", cache.toString());
    }
    Process process = builder.redirectErrorStream(true).start();
    byte[] output = process.getInputStream().readAllBytes();
    process.waitFor();
    return new String(output, StandardCharsets.UTF_8);
  }
}
