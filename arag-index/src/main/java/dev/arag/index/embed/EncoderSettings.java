package dev.arag.index.embed;

import java.util.Locale;

/** All settings of an encoder: the model's specification, its files, and how it is run. */
record EncoderSettings(ModelSpec spec, ModelFiles files, RunSettings run) {
  static EncoderSettings bgeSmallEnglish() {
    return new EncoderSettings(
        ModelSpec.BGE_SMALL_ENGLISH, BundledFiles.BGE_SMALL_ENGLISH, RunSettings.defaults());
  }

  String name() {
    return spec.name();
  }

  /**
   * Includes the number of texts per run, because vectors of quantized models depend on it. Does
   * not include the provider: an index may be built on a GPU and searched on a CPU.
   */
  String fingerprint() {
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
