package dev.arag.index.embed;

import java.util.Locale;

/** What makes an encoder: how the model wants its texts, where it lies, how it is run. */
record EncoderSettings(Recipe recipe, ModelFiles files, RunSettings run) {
  static EncoderSettings bgeSmallEnglish() {
    return new EncoderSettings(
        Recipe.BGE_SMALL_ENGLISH, BundledFiles.BGE_SMALL_ENGLISH, RunSettings.defaults());
  }

  String name() {
    return recipe.name();
  }

  /**
   * Texts of one run are part of it, because quantised vectors depend on what is run with them. The
   * provider is not: an index may be made on a card and searched on a processor.
   */
  String fingerprint() {
    Pooling pooling = recipe.pooling();
    return String.join(
        "/",
        recipe.name(),
        Integer.toString(recipe.dimension()),
        pooling == null ? "pooled" : pooling.name().toLowerCase(Locale.ROOT),
        "l2",
        Integer.toString(recipe.maxTokens()),
        "batch" + run.textsPerRun(),
        files.hash(recipe.queryPrefix() + '\n' + recipe.sentencePrefix()));
  }
}
