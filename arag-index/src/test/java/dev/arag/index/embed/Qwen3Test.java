package dev.arag.index.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.EmbedderContract;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.EmbeddingException;
import dev.arag.index.embed.TinyQwen3.Form;
import dev.arag.index.internal.embed.EmbedderSettings;
import dev.arag.index.internal.embed.Hardware;
import dev.arag.index.internal.embed.ModelFolder;
import dev.arag.index.internal.embed.ModelSpec;
import dev.arag.index.internal.embed.OnnxSettings;
import dev.arag.index.internal.embed.Padding;
import dev.arag.index.internal.embed.Pooling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares a small, randomly initialized Qwen3 model to the reference implementation. */
class Qwen3Test extends EmbedderContract {
  private static final double TOLERANCE = 1e-5;
  private static final Qwen3Weights WEIGHTS = new Qwen3Weights(17);
  private static final Qwen3Reference REFERENCE = new Qwen3Reference(WEIGHTS);
  private static final String PREFIX =
      "Instruct: Given a web search query, retrieve relevant passages that answer the query\n"
          + "Query:";

  private static final List<String> TEXTS =
      List.of(
          "Paris.",
          "The ferry leaves at noon, unless the harbour master says otherwise.",
          "x",
          "Zürich 東京 😀",
          "A bridge of 1893, and a second one beside it.");

  @TempDir static Path shared;
  private static OnnxEmbedder plain;

  @TempDir Path folder;

  @BeforeAll
  static void open() {
    plain = OnnxEmbedder.qwen3(TinyQwen3.write(shared, WEIGHTS));
  }

  @AfterAll
  static void close() {
    plain.close();
  }

  @Override
  protected Embedder embedder() {
    return plain;
  }

  private static Embedding embed(String text) {
    return plain.embedSentences(List.of(text)).get(0);
  }

  private static double worst(OnnxEmbedder embedder, Qwen3Reference reference, List<String> texts) {
    List<Embedding> embeddings = embedder.embedSentences(texts);
    double worst = 0;
    for (int i = 0; i < texts.size(); i++) {
      worst = Math.max(worst, error(embeddings.get(i), reference, texts.get(i)));
    }
    return worst;
  }

  private static double error(Embedding embedding, Qwen3Reference reference, String text) {
    float[] actual = embedding.toArray();
    double[] expected = reference.embed(TinyQwen3.ids(text), actual.length);
    double worst = 0;
    for (int i = 0; i < actual.length; i++) {
      worst = Math.max(worst, Math.abs(actual[i] - expected[i]));
    }
    return worst;
  }

  @Nested
  class Exports {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void returnsTheVectorsOfTheReferenceForOtherWeights(long seed) {
      Qwen3Weights weights = new Qwen3Weights(seed);
      try (OnnxEmbedder embedder = OnnxEmbedder.qwen3(TinyQwen3.write(folder, weights))) {
        assertThat(worst(embedder, new Qwen3Reference(weights), TEXTS)).isLessThan(TOLERANCE);
      }
    }

    static Stream<List<Form>> forms() {
      return Stream.of(
          List.of(Form.POSITION_IDS),
          List.of(Form.PAST),
          List.of(Form.POSITION_IDS, Form.PAST),
          List.of(Form.POSITION_IDS, Form.FLOAT16_PAST),
          List.of(Form.INT32, Form.POSITION_IDS),
          List.of(Form.POOLED),
          List.of(Form.POOLED, Form.POSITION_IDS, Form.PAST, Form.EXTERNAL_DATA),
          List.of(Form.EXTERNAL_DATA, Form.IN_FOLDER_ONNX));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void returnsTheVectorsOfTheReferenceForEveryKindOfExport(List<Form> forms) {
      Path model = TinyQwen3.write(folder, WEIGHTS, forms.toArray(Form[]::new));
      try (OnnxEmbedder single = OnnxEmbedder.qwen3(model);
          OnnxEmbedder batched = OnnxEmbedder.builder().qwen3(model).textsPerRun(4).build()) {
        assertThat(worst(single, REFERENCE, TEXTS)).isLessThan(TOLERANCE);
        assertThat(worst(batched, REFERENCE, TEXTS)).isLessThan(TOLERANCE);
      }
    }

    @Test
    void runsAGraphForOneTextPerRun() {
      Path model = TinyQwen3.write(folder, WEIGHTS, Form.BATCH_OF_ONE, Form.PAST);
      try (OnnxEmbedder single = OnnxEmbedder.qwen3(model);
          OnnxEmbedder batched = OnnxEmbedder.builder().qwen3(model).textsPerRun(4).build()) {
        assertThat(worst(single, REFERENCE, TEXTS)).isLessThan(TOLERANCE);
        assertThatThrownBy(() -> batched.embedSentences(TEXTS))
            .isInstanceOf(EmbeddingException.class)
            .hasMessageContaining("Set textsPerRun to 1");
      }
    }

    @Test
    void padsTextsForAGraphOfFixedLength() {
      Path model = TinyQwen3.write(folder, WEIGHTS, Form.FIXED_LENGTH, Form.POSITION_IDS);
      List<String> fitting = List.of(TEXTS.get(0), TEXTS.get(3));
      try (OnnxEmbedder embedder = OnnxEmbedder.builder().qwen3(model).maxTokens(64).build();
          OnnxEmbedder tooLong = OnnxEmbedder.qwen3(model)) {
        assertThat(worst(embedder, REFERENCE, fitting)).isLessThan(TOLERANCE);
        assertThatThrownBy(() -> tooLong.embedSentences(fitting))
            .isInstanceOf(EmbeddingException.class)
            .hasMessageContaining("maxTokens(64)");
      }
    }

    @Test
    void readsHalfPrecision() {
      Path model = TinyQwen3.write(folder, WEIGHTS, Form.FLOAT16_OUTPUT);
      try (OnnxEmbedder embedder = OnnxEmbedder.qwen3(model)) {
        assertThat(worst(embedder, REFERENCE, TEXTS)).isLessThan(1e-3);
      }
    }

    @Test
    void rejectsVectorsOfEightBits() {
      Path model = TinyQwen3.write(folder, WEIGHTS, Form.UINT8_OUTPUT);
      try (OnnxEmbedder embedder = OnnxEmbedder.qwen3(model)) {
        assertThatThrownBy(() -> embedder.embedSentences(TEXTS))
            .isInstanceOf(EmbeddingException.class)
            .hasMessageContaining("sentence_embedding_quantized")
            .hasMessageContaining("Vectors of 8-bit numbers are not supported")
            .hasMessageContaining("Export the model")
            .hasMessageContaining("float32 or float16");
      }
    }
  }

  @Nested
  class Texts {
    @Test
    void addsAnInstructionBeforeAQuery() {
      assertThat(error(plain.embedQuery("why?"), REFERENCE, PREFIX + "why?")).isLessThan(TOLERANCE);
      try (OnnxEmbedder other =
          OnnxEmbedder.builder().qwen3(shared).task("Find the law that applies").build()) {
        assertThat(
                error(
                    other.embedQuery("why?"),
                    REFERENCE,
                    "Instruct: Find the law that applies\nQuery:why?"))
            .isLessThan(TOLERANCE);
        assertThat(other.fingerprint()).isNotEqualTo(plain.fingerprint());
      }
    }

    @Test
    void truncatesAndNormalizesAVector() {
      try (OnnxEmbedder cut = OnnxEmbedder.builder().qwen3(shared).dimension(32).build()) {
        assertThat(cut.dimension()).isEqualTo(32);
        assertThat(cut.fingerprint()).isNotEqualTo(plain.fingerprint());
        assertThat(worst(cut, REFERENCE, TEXTS)).isLessThan(TOLERANCE);
      }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 31, 41})
    void rejectsOtherDimensions(int dimension) {
      assertThatThrownBy(() -> OnnxEmbedder.builder().qwen3(shared).dimension(dimension).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(Integer.toString(dimension));
    }

    @Test
    void truncatesALongTextAndKeepsItsEndToken() {
      String text = "many words and more ".repeat(1_000);
      try (OnnxEmbedder shorter = OnnxEmbedder.builder().qwen3(shared).maxTokens(50).build()) {
        Embedding embedding = shorter.embedSentences(List.of(text)).get(0);
        assertThat(error(embedding, REFERENCE, text.substring(0, 49))).isLessThan(TOLERANCE);
        assertThat(shorter.fits(text.substring(0, 49))).isTrue();
        assertThat(shorter.fits(text.substring(0, 50))).isFalse();
      }
    }

    @Test
    void tokenizesAnEndTokenInATextAsText() {
      String marked = "before <|endoftext|> after";
      assertThat(error(embed(marked), REFERENCE, "before < |endoftext|> after"))
          .isLessThan(TOLERANCE);
    }
  }

  @Nested
  class Mistakes {
    /**
     * Plants a mistake in the model. If the comparison did not detect the mistake, the other tests
     * would prove nothing.
     */
    @ParameterizedTest
    @EnumSource(
        value = Form.class,
        names = {"NO_ROTATION", "NO_CAUSAL_MASK", "NO_KEY_NORM", "WRONG_HEADS"})
    void detectsAMistakeInTheModel(Form mistake) {
      Path model = TinyQwen3.write(folder, WEIGHTS, mistake);
      try (OnnxEmbedder embedder = OnnxEmbedder.qwen3(model)) {
        assertThat(worst(embedder, REFERENCE, TEXTS)).isGreaterThan(100 * TOLERANCE);
      }
    }

    @Test
    void rejectsBatchesOfAGraphWithoutMask() {
      Path model = TinyQwen3.write(folder, WEIGHTS, Form.NO_MASK);
      try (OnnxEmbedder batched = OnnxEmbedder.builder().qwen3(model).textsPerRun(4).build()) {
        assertThatThrownBy(() -> batched.embedSentences(TEXTS))
            .isInstanceOf(EmbeddingException.class)
            .hasMessageContaining("differently depending on the other texts in the same call");
      }
    }

    /** Mistakes in the specification of a model. */
    private enum SpecMistake {
      FIRST_TOKEN,
      MEAN,
      NO_END,
      PADDED_RIGHT_AND_POOLED_BY_THE_GRAPH,
      SPACE_AFTER_QUERY,
      PREFIX_ON_SENTENCES
    }

    @ParameterizedTest
    @EnumSource
    void detectsAMistakeInTheSpecification(SpecMistake mistake) {
      Path model = TinyQwen3.write(folder, WEIGHTS, Form.POOLED);
      Path states = TinyQwen3.write(folder.resolve("states"), WEIGHTS);
      OnnxEmbedder wrong =
          switch (mistake) {
            case FIRST_TOKEN -> alteredSpec(states, Pooling.CLS, Padding.LEFT, PREFIX, "", END);
            case MEAN -> alteredSpec(states, Pooling.MEAN, Padding.LEFT, PREFIX, "", END);
            case NO_END -> alteredSpec(states, Pooling.LAST, Padding.LEFT, PREFIX, "", "");
            case PADDED_RIGHT_AND_POOLED_BY_THE_GRAPH ->
                alteredSpec(model, Pooling.LAST, Padding.RIGHT, PREFIX, "", END);
            case SPACE_AFTER_QUERY ->
                alteredSpec(states, Pooling.LAST, Padding.LEFT, PREFIX + " ", "", END);
            case PREFIX_ON_SENTENCES ->
                alteredSpec(states, Pooling.LAST, Padding.LEFT, PREFIX, PREFIX, END);
          };
      try (wrong) {
        double sentences = 0;
        try {
          sentences = worst(wrong, REFERENCE, TEXTS);
        } catch (EmbeddingException refused) {
          sentences = 1;
        }
        double query =
            sentences > TOLERANCE ? 0 : error(wrong.embedQuery("why?"), REFERENCE, PREFIX + "why?");
        assertThat(Math.max(sentences, query)).isGreaterThan(100 * TOLERANCE);
      }
    }

    private static final String END = "<|endoftext|>";

    private static OnnxEmbedder alteredSpec(
        Path folder,
        Pooling pooling,
        Padding padding,
        String queryPrefix,
        String sentencePrefix,
        String end) {
      ModelSpec spec =
          new ModelSpec("planted", 40, 40, 512, pooling, padding, queryPrefix, sentencePrefix, end);
      OnnxSettings four = new OnnxSettings(1, 1, 4, Hardware.CPU);
      return new OnnxEmbedder(new EmbedderSettings(spec, ModelFolder.of(folder), four));
    }
  }

  @Nested
  class UnusableModels {
    @Test
    void rejectsModelsThatAreNotEmbeddingModels() {
      assertRejected("logits", Form.LOGITS_ONLY);
      assertRejected("pixel_values", Form.UNKNOWN_INPUT);
    }

    private void assertRejected(String named, Form form) {
      try (OnnxEmbedder embedder = OnnxEmbedder.qwen3(TinyQwen3.write(folder, WEIGHTS, form))) {
        assertThatThrownBy(() -> embedder.embedQuery("a"))
            .isInstanceOf(EmbeddingException.class)
            .hasMessageContaining(named)
            .hasMessageContaining("feature-extraction");
      }
    }

    @Test
    void rejectsAnotherModel() throws IOException {
      Path model = TinyQwen3.write(folder, WEIGHTS);
      Files.writeString(
          model.resolve("config.json"), "{\"model_type\": \"bert\", \"hidden_size\": 40}");
      assertThatThrownBy(() -> OnnxEmbedder.qwen3(model))
          .isInstanceOf(EmbeddingException.class)
          .hasMessageContaining("bert");
      Files.writeString(
          model.resolve("config.json"), "{\"model_type\": \"qwen3\", \"hidden_size\": 48}");
      try (OnnxEmbedder wider = OnnxEmbedder.qwen3(model)) {
        assertThatThrownBy(() -> wider.embedQuery("a"))
            .isInstanceOf(EmbeddingException.class)
            .hasMessageContaining("40 floats, but config.json says 48");
      }
    }

    @Test
    void rejectsADamagedGraphWithATypedException() throws IOException {
      Path model = TinyQwen3.write(folder, WEIGHTS);
      byte[] bytes = Files.readAllBytes(model.resolve("model.onnx"));
      Files.write(model.resolve("model.onnx"), Arrays.copyOf(bytes, bytes.length / 2));
      try (OnnxEmbedder embedder = OnnxEmbedder.qwen3(model)) {
        assertThatThrownBy(() -> embedder.embedQuery("a"))
            .isInstanceOf(EmbeddingException.class)
            .hasMessageContaining("model.onnx");
      }
    }

    @ParameterizedTest
    @ValueSource(floats = {0, Float.NaN, Float.POSITIVE_INFINITY})
    void rejectsAZeroOrNonFiniteVectorWithATypedException(float value) {
      Qwen3Weights broken = new Qwen3Weights(17);
      Arrays.fill(broken.norm, value);
      try (OnnxEmbedder embedder = OnnxEmbedder.qwen3(TinyQwen3.write(folder, broken))) {
        assertThatThrownBy(() -> embedder.embedSentences(TEXTS))
            .isInstanceOf(EmbeddingException.class)
            .hasMessageContaining("invalid vector");
      }
    }
  }

  @Nested
  class ModelFiles {
    @Test
    void namesAMissingFile() throws IOException {
      Path model = TinyQwen3.write(folder, WEIGHTS);
      Files.delete(model.resolve("model.onnx"));
      assertThatThrownBy(() -> OnnxEmbedder.qwen3(model))
          .isInstanceOf(EmbeddingException.class)
          .hasMessageContaining("model.onnx");
      TinyQwen3.write(folder, WEIGHTS);
      Files.delete(model.resolve("config.json"));
      assertThatThrownBy(() -> OnnxEmbedder.qwen3(model))
          .isInstanceOf(EmbeddingException.class)
          .hasMessageContaining("config.json");
      assertThatThrownBy(() -> OnnxEmbedder.qwen3(folder.resolve("nowhere")))
          .isInstanceOf(EmbeddingException.class)
          .hasMessageContaining("nowhere");
    }

    /** The Hugging Face cache stores model files as symbolic links. */
    @Test
    void readsAFolderOfSymbolicLinks() throws IOException {
      Path blobs = TinyQwen3.write(folder.resolve("blobs"), WEIGHTS, Form.EXTERNAL_DATA);
      Path snapshot = Files.createDirectories(folder.resolve("snapshots/main"));
      for (String name :
          List.of("config.json", "tokenizer.json", "model.onnx", "model.onnx_data")) {
        Files.createSymbolicLink(snapshot.resolve(name), blobs.resolve(name));
      }
      try (OnnxEmbedder linked = OnnxEmbedder.qwen3(snapshot)) {
        assertThat(worst(linked, REFERENCE, TEXTS)).isLessThan(TOLERANCE);
      }
    }

    @Test
    void acceptsThePathOfOneOfSeveralGraphs() throws IOException {
      Path model = TinyQwen3.write(folder, WEIGHTS, Form.IN_FOLDER_ONNX);
      Path onnx = model.resolve("onnx");
      Files.move(onnx.resolve("model.onnx"), onnx.resolve("model_a.onnx"));
      Files.copy(onnx.resolve("model_a.onnx"), onnx.resolve("model_b.onnx"));
      assertThatThrownBy(() -> OnnxEmbedder.qwen3(model))
          .isInstanceOf(EmbeddingException.class)
          .hasMessageContaining("model_b.onnx");
      try (OnnxEmbedder embedder = OnnxEmbedder.qwen3(onnx.resolve("model_b.onnx"))) {
        assertThat(worst(embedder, REFERENCE, TEXTS)).isLessThan(TOLERANCE);
      }
    }

    @Test
    void includesTheWeightsInTheFingerprint() {
      Path model = TinyQwen3.write(folder, WEIGHTS, Form.EXTERNAL_DATA);
      String first = OnnxEmbedder.qwen3(model).fingerprint();
      assertThat(first).startsWith("qwen3-embedding/40/last/l2/2048/batch1/");
      TinyQwen3.write(folder, WEIGHTS, Form.EXTERNAL_DATA);
      assertThat(OnnxEmbedder.qwen3(model).fingerprint()).isEqualTo(first);
      TinyQwen3.write(folder, new Qwen3Weights(18), Form.EXTERNAL_DATA);
      assertThat(OnnxEmbedder.qwen3(model).fingerprint()).isNotEqualTo(first);
    }

    @ParameterizedTest
    @EnumSource(
        value = ExecutionProvider.class,
        names = {"CUDA", "CORE_ML", "DIRECT_ML"})
    void namesTheRemedyForAMissingProvider(ExecutionProvider provider) {
      try (OnnxEmbedder embedder =
          OnnxEmbedder.builder().qwen3(shared).provider(provider).build()) {
        try {
          assertThat(worst(embedder, REFERENCE, TEXTS)).isLessThan(0.01);
        } catch (EmbeddingException e) {
          assertThat(e.getMessage().toUpperCase(Locale.ROOT))
              .contains(provider.name(), "EXECUTIONPROVIDER.CPU");
        }
      }
    }
  }
}
