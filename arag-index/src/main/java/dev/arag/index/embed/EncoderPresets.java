package dev.arag.index.embed;

import dev.arag.core.embed.Embedder;
import java.util.Optional;

/** The encoders that are part of this library, by name. */
public final class EncoderPresets {
  /** The name of the default encoder. */
  public static final String BGE_SMALL_ENGLISH = "bge-small-en-v1.5";

  private EncoderPresets() {}

  /**
   * Creates an encoder, without loading its model; the caller closes it.
   *
   * @param name {@code bge-small-en-v1.5}
   * @return empty if no preset has this name
   */
  public static Optional<Embedder> named(String name) {
    return name.equals(BGE_SMALL_ENGLISH)
        ? Optional.of(OnnxEmbedder.bgeSmallEnglish())
        : Optional.empty();
  }

  /**
   * Creates the encoder that made the vectors of an index, without loading its model; the caller
   * closes it.
   *
   * @return empty if no encoder of this library has the fingerprint
   */
  public static Optional<Embedder> byFingerprint(String fingerprint) {
    return fingerprint.equals(EncoderSettings.bgeSmallEnglish().fingerprint())
        ? Optional.of(OnnxEmbedder.bgeSmallEnglish())
        : Optional.empty();
  }
}
