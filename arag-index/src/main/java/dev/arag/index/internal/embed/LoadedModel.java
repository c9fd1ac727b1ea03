package dev.arag.index.internal.embed;

import ai.onnxruntime.OrtException;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.EmbeddingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A loaded model. Thread-safe, except that {@link #close} must not be called during another call,
 * because this would crash the process.
 */
public final class LoadedModel implements AutoCloseable {
  /**
   * The maximum number of tokens in a run of several texts, including padding. This limit bounds
   * the memory that a run uses.
   */
  private static final int MAX_TOKENS_PER_RUN = 16_384;

  private static final float MIN_SIMILARITY = 0.9999f;

  private final EmbedderSettings settings;
  private final Tokenizer tokenizer;
  private final OnnxModel onnx;

  private LoadedModel(EmbedderSettings settings, Tokenizer tokenizer, OnnxModel onnx) {
    this.settings = settings;
    this.tokenizer = tokenizer;
    this.onnx = onnx;
  }

  static LoadedModel load(EmbedderSettings settings) {
    Tokenizer tokenizer = Tokenizer.load(settings.files().tokenizer(), settings.spec().endToken());
    LoadedModel model;
    try {
      model = new LoadedModel(settings, tokenizer, OnnxModel.load(settings));
    } catch (EmbeddingException e) {
      tokenizer.close();
      throw e;
    } catch (OrtException | RuntimeException | LinkageError e) {
      tokenizer.close();
      throw notLoaded(settings, e);
    }
    try {
      model.requireBatchInvariance();
      return model;
    } catch (RuntimeException e) {
      model.close();
      throw e;
    }
  }

  private static EmbeddingException notLoaded(EmbedderSettings settings, Throwable cause) {
    if (cause instanceof IllegalStateException) {
      // The platform is supported; the process is in the wrong state, for example shutting down.
      return new EmbeddingException(
          "ONNX Runtime could not load " + settings.files() + ": " + cause.getMessage(), cause);
    }
    return new EmbeddingException(
        ("ONNX Runtime could not load %s (%s). %s ONNX Runtime unpacks its native library"
                + " to the folder in java.io.tmpdir (%s), which must be writable.")
            .formatted(
                settings.files(),
                cause,
                NativePlatforms.PLATFORMS,
                System.getProperty("java.io.tmpdir")),
        cause);
  }

  /**
   * Fails if a run can have several texts but the model does not support this. Some models accept
   * only one text. In dynamically quantized models, the vector of a text depends on the other texts
   * in the run.
   */
  private void requireBatchInvariance() {
    if (settings.run().textsPerRun() == 1) {
      return;
    }
    if (!onnx.acceptsSeveral()) {
      throw new EmbeddingException(
          settings.files()
              + " accepts only one text per call of ONNX Runtime. Set textsPerRun to 1.");
    }
    List<String> texts = List.of("A bridge.", "The ferry to the outer islands leaves at noon.");
    List<Embedding> together = embed(texts);
    for (int i = 0; i < texts.size(); i++) {
      if (embed(texts.get(i)).dot(together.get(i)) < MIN_SIMILARITY) {
        throw new EmbeddingException(
            settings.files()
                + " embeds a text differently depending on the other texts in the same call of ONNX"
                + " Runtime. Quantized models often do. Set textsPerRun to 1.");
      }
    }
  }

  /** Embeds a text. If the text is too long, only the tokens that the model accepts are used. */
  public Embedding embed(String text) {
    return embed(List.of(text)).get(0);
  }

  /** Embeds texts in one run, or in several runs if they have too many tokens. */
  public List<Embedding> embed(List<String> texts) {
    int maxTokens = settings.spec().maxTokens();
    return embedTokens(texts.stream().map(text -> tokenizer.tokenize(text, maxTokens)).toList());
  }

  private List<Embedding> embedTokens(List<long[]> texts) {
    int count = texts.size();
    if (count > 1 && count * TokenBatch.longest(texts) > MAX_TOKENS_PER_RUN) {
      List<Embedding> embeddings = new ArrayList<>(embedTokens(texts.subList(0, count / 2)));
      embeddings.addAll(embedTokens(texts.subList(count / 2, count)));
      return embeddings;
    }
    return run(texts);
  }

  private List<Embedding> run(List<long[]> texts) {
    try {
      return onnx.run(texts).stream().map(this::embedding).toList();
    } catch (OrtException e) {
      throw new EmbeddingException(
          "%s could not embed %s %s tokens: %s"
              .formatted(
                  settings.name(),
                  texts.size() == 1 ? "a text of" : texts.size() + " texts of up to",
                  TokenBatch.longest(texts),
                  e.getMessage()),
          e);
    }
  }

  private Embedding embedding(float[] vector) {
    try {
      return Embedding.of(Arrays.copyOf(vector, settings.spec().dimension()));
    } catch (IllegalArgumentException e) {
      throw new EmbeddingException(
          ("%s returned an invalid vector: %s. If it is a half-precision model, which can"
                  + " overflow on some processors, use the float32 export.")
              .formatted(settings.name(), e.getMessage()),
          e);
    }
  }

  public boolean fits(String text) {
    return tokenizer.fits(text, settings.spec().maxTokens());
  }

  public double unknownShare(String text) {
    return tokenizer.unknownShare(text);
  }

  @Override
  public void close() {
    tokenizer.close();
    try {
      onnx.close();
    } catch (OrtException e) {
      throw new EmbeddingException(settings.name() + " could not be closed: " + e.getMessage(), e);
    }
  }
}
