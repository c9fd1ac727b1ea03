package dev.arag.examples;

import dev.arag.index.embed.OnnxEmbedder;

/**
 * Keeps the built-in encoder loaded until the process ends. Embedders with equal settings share one
 * loaded model, so the commands and examples that tests run in this process do not load it again.
 */
public final class KeptEncoder {
  private static final OnnxEmbedder KEPT = OnnxEmbedder.bgeSmallEnglish();

  private KeptEncoder() {}

  /** Loads the encoder if it is not loaded. */
  public static void load() {
    KEPT.embedQuery("ferry");
  }
}
