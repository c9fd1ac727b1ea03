package dev.arag.index.internal.embed;

import java.util.Locale;

/** All settings of an embedder: the specification of the model, its files, and the run settings. */
public record EmbedderSettings(ModelSpec spec, ModelFiles files, OnnxSettings run) {
  public static EmbedderSettings bgeSmallEnglish() {
    return new EmbedderSettings(
        ModelSpec.BGE_SMALL_ENGLISH, BundledFiles.BGE_SMALL_ENGLISH, OnnxSettings.defaults());
  }

  public String name() {
    return spec.name();
  }

  /**
   * Returns the fingerprint of the embedder. It includes the number of texts per run, because the
   * vectors of quantized models depend on this number. It does not include the execution provider,
   * because an index can be built on a GPU and searched on a CPU.
   */
  public String fingerprint() {
    Pooling pooling = spec.pooling();
    return String.join(
        "/",
        spec.name(),
        Integer.toString(spec.dimension()),
        pooling == null ? "pooled" : pooling.name().toLowerCase(Locale.ROOT),
        "l2",
        Integer.toString(spec.maxTokens()),
        "batch" + run.textsPerRun(),
        files.hash(spec.queryPrefix() + '\n' + spec.sentencePrefix()));
  }
}
