package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.index.embed.OnnxEmbedder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests an embedder that is loaded from a folder. The folder contains the weights of the built-in
 * embedder.
 */
final class EmbedderOptionTest {
  @TempDir Path folder;

  @Test
  void searchesAnIndexWithTheFolderEmbedderThatBuiltIt() throws IOException {
    Path model = Files.createDirectory(folder.resolve("modèle"));
    copy("bge-small-en-v1.5-q.onnx", model.resolve("model.onnx"));
    copy("bge-small-en-v1.5-q-tokenizer.json", model.resolve("tokenizer.json"));
    Files.writeString(
        model.resolve("config.json"),
        "{\"model_type\": \"bert\", \"hidden_size\": 384, \"num_hidden_layers\": 12}");
    Path docs = Files.createDirectory(folder.resolve("docs"));
    Files.writeString(docs.resolve("a.txt"), "The ferry leaves at noon.");
    Path index = folder.resolve("my.arag");
    String embedder = "e5-small-v2=" + model;
    arag("index", index, docs, "--embedder", embedder).endedWith(0);
    arag("semantic", index, "When does the boat go?").failedWith(1, "e5-small-v2/384/mean");
    arag("keyword", index, "ferry").endedWith(0);
    assertThat(arag("semantic", index, "When does the boat go?", "--embedder", embedder).out())
        .contains("ferry");
    assertThat(arag("ask", index, "When does the ferry leave?", "--embedder", embedder).out())
        .contains("noon");
    arag("semantic", index, "When?", "--embedder", "bge-small-en-v1.5")
        .failedWith(1, "e5-small-v2");
  }

  private static void copy(String name, Path file) throws IOException {
    String resource = "/META-INF/arag/models/" + name;
    try (InputStream in = OnnxEmbedder.class.getResourceAsStream(resource)) {
      Files.copy(Objects.requireNonNull(in, resource), file);
    }
  }
}
