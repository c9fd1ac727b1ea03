package dev.arag.index.embed;

import java.util.Locale;

/** What makes an encoder: how the model wants its texts, where it lies, how it is run. */
record EncoderSettings(ModelSpec spec, ModelFiles files, RunSettings run) {
  static EncoderSettings bgeSmallEnglish() {
    return new EncoderSettings(
        ModelSpec.BGE_SMALL_ENGLISH, BundledFiles.BGE_SMALL_ENGLISH, RunSettings.defaults());
  }

  String name() {
    return spec.name();
  }

  /**
   * Texts of one run are part of it, because quantised vectors depend on what is run with them. The
   * provider is not: an index may be made on a card and searched on a processor.
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
