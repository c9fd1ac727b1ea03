package dev.arag.index.internal.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.EmbedderContract;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.EmbeddingException;
import dev.arag.index.embed.OnnxEmbedder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Loads the bundled weights from a folder with the layout of a Hugging Face repository, with
 * different settings.
 */
class ModelFolderTest extends EmbedderContract {
  private static final List<String> TEXTS =
      List.of("Paris is the capital of France.", "Rust.", "The ferry leaves at noon.");

  @TempDir static Path folder;
  private static OnnxEmbedder cls;
  private static OnnxEmbedder mean;

  @BeforeAll
  static void write() throws IOException {
    BundledFiles files = BundledFiles.BGE_SMALL_ENGLISH;
    Files.createDirectory(folder.resolve("onnx"));
    Files.createDirectory(folder.resolve("1_Pooling"));
    Files.write(folder.resolve("onnx/model_quantized.onnx"), files.weights().read());
    Files.write(folder.resolve("tokenizer.json"), files.tokenizer());
    configure(12);
    pool("mean_tokens");
    mean = OnnxEmbedder.builder().huggingFace(folder).build();
    mean.embedQuery("loads the model");
    pool("cls_token");
    cls = OnnxEmbedder.builder().huggingFace(folder).build();
  }

  @AfterAll
  static void close() {
    cls.close();
    mean.close();
  }

  @Override
  protected Embedder embedder() {
    return cls;
  }

  private static void configure(int layers) throws IOException {
    put(
        "config.json",
        """
        {"model_type": "bert", "_name_or_path": "BAAI/bge-small", "hidden_size": 384,
         "num_hidden_layers": %d, "max_position_embeddings": 512}
        """
            .formatted(layers));
  }

  private static void pool(String mode) throws IOException {
    put(
        "1_Pooling/config.json",
        """
        {"word_embedding_dimension": 384, "pooling_mode_cls_token": false,
         "pooling_mode_mean_tokens": false, "pooling_mode_%s": true, "include_prompt": true}
        """
            .formatted(mode));
  }

  private static void put(String name, String json) throws IOException {
    Files.writeString(folder.resolve(name), json);
  }

  @Test
  void returnsTheVectorsOfTheBundledModelFromAFolder() {
    try (OnnxEmbedder bundled = OnnxEmbedder.bgeSmallEnglish()) {
      assertThat(cls.embedSentences(TEXTS)).isEqualTo(bundled.embedSentences(TEXTS));
    }
    assertThat(cls.fingerprint()).startsWith("bge-small/384/cls/l2/512/batch1/");
  }

  @Test
  void readsPromptsLimitsAndPoolingFromTheFolder() throws IOException {
    put(
        "config_sentence_transformers.json",
        "{\"prompts\": {\"query\": \"ask: \", \"document\": \"tell: \"}}");
    put("sentence_bert_config.json", "{\"max_seq_length\": 16, \"do_lower_case\": false}");
    put(
        "modules.json",
        """
        [{"idx": 0, "type": "sentence_transformers.models.Transformer"},
         {"idx": 1, "type": "sentence_transformers.models.Pooling"},
         {"idx": 2, "type": "sentence_transformers.models.Normalize"}]
        """);
    try (OnnxEmbedder prompted = OnnxEmbedder.builder().huggingFace(folder).build()) {
      assertThat(prompted.embedQuery("why?")).isEqualTo(sentence(cls, "ask: why?"));
      assertThat(sentence(prompted, "thus")).isEqualTo(sentence(cls, "tell: thus"));
      assertThat(prompted.fits("water ".repeat(12).strip())).isTrue();
      assertThat(prompted.fits("water ".repeat(13).strip())).isFalse();
      assertThat(prompted.fingerprint()).isNotEqualTo(cls.fingerprint());
    } finally {
      Files.delete(folder.resolve("config_sentence_transformers.json"));
      Files.delete(folder.resolve("sentence_bert_config.json"));
      Files.delete(folder.resolve("modules.json"));
    }
  }

  @Test
  void usesPrefixesAndMeanPoolingForE5() throws IOException {
    pool("mean_tokens");
    try (OnnxEmbedder e5 = OnnxEmbedder.builder().e5Small(folder).build()) {
      assertThat(e5.embedQuery("why?")).isEqualTo(sentence(mean, "query: why?"));
      assertThat(sentence(e5, "thus")).isEqualTo(sentence(mean, "passage: thus"));
      assertThat(sentence(mean, "thus")).isNotEqualTo(sentence(cls, "thus"));
      assertThat(e5.fingerprint()).startsWith("e5-small-v2/384/mean/l2/512/batch1/");
    } finally {
      pool("cls_token");
    }
  }

  @Test
  void usesNoPrefixesAndHalfTheLengthForMiniLm() throws IOException {
    pool("mean_tokens");
    configure(6);
    try (OnnxEmbedder miniLm = OnnxEmbedder.builder().allMiniLm(folder).build()) {
      assertThat(miniLm.embedQuery("why?")).isEqualTo(sentence(mean, "why?"));
      assertThat(miniLm.embedSentences(TEXTS)).isEqualTo(mean.embedSentences(TEXTS));
      assertThat(miniLm.fits("water ".repeat(254).strip())).isTrue();
      assertThat(miniLm.fits("water ".repeat(255).strip())).isFalse();
      assertThatThrownBy(() -> OnnxEmbedder.builder().e5Small(folder).build())
          .isInstanceOf(EmbeddingException.class)
          .hasMessageContaining("6 layers instead of 384 and 12");
    } finally {
      pool("cls_token");
      configure(12);
    }
  }

  @Test
  void rejectsBatchesOfAQuantizedModel() {
    try (OnnxEmbedder batched = OnnxEmbedder.builder().huggingFace(folder).textsPerRun(8).build()) {
      assertThatThrownBy(() -> batched.embedSentences(TEXTS))
          .isInstanceOf(EmbeddingException.class)
          .hasMessageContaining("Set textsPerRun to 1");
    }
  }

  @Test
  void namesUnsupportedSettings() throws IOException {
    put("modules.json", "[{\"idx\": 0, \"type\": \"sentence_transformers.models.Dense\"}]");
    assertRejected("Dense");
    Files.delete(folder.resolve("modules.json"));
    try {
      pool("weightedmean_tokens");
      assertRejected("weightedmean_tokens");
      Files.delete(folder.resolve("1_Pooling/config.json"));
      try (OnnxEmbedder unknown = OnnxEmbedder.builder().huggingFace(folder).build()) {
        assertThatThrownBy(() -> unknown.embedQuery("a"))
            .isInstanceOf(EmbeddingException.class)
            .hasMessageContaining("1_Pooling/config.json");
      }
    } finally {
      pool("cls_token");
    }
  }

  private static void assertRejected(String named) {
    assertThatThrownBy(() -> OnnxEmbedder.builder().huggingFace(folder).build())
        .isInstanceOf(EmbeddingException.class)
        .hasMessageContaining(named);
  }

  @Test
  void rejectsADimensionForModelsNotTrainedForTruncation() {
    assertThatThrownBy(() -> OnnxEmbedder.builder().huggingFace(folder).dimension(128).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("384");
  }

  @Test
  void checksBoundsOfOptions() {
    assertThatThrownBy(() -> OnnxEmbedder.builder().threads(0).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("threads");
    assertThatThrownBy(() -> OnnxEmbedder.builder().textsPerRun(0).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("textsPerRun");
    assertThatThrownBy(() -> OnnxEmbedder.builder().maxTokens(7).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxTokens");
    assertThatThrownBy(() -> OnnxEmbedder.builder().task(" "))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Embedding sentence(OnnxEmbedder embedder, String text) {
    return embedder.embedSentences(List.of(text)).get(0);
  }
}
