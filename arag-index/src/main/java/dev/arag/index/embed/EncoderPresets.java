package dev.arag.index.embed;

import static java.util.Objects.requireNonNull;

import dev.arag.core.embed.Embedder;
import java.util.Optional;

/** Creates the encoders that this library provides, by name. */
public final class EncoderPresets {
  /** The name of the default encoder. */
  public static final String BGE_SMALL_ENGLISH = "bge-small-en-v1.5";

  private EncoderPresets() {}

  /**
   * Creates an encoder without loading its model. The caller closes the encoder.
   *
   * @param name the name of a preset; currently only {@code bge-small-en-v1.5}
   * @return empty if no preset has this name
   */
  public static Optional<Embedder> named(String name) {
    return requireNonNull(name, "name").equals(BGE_SMALL_ENGLISH)
        ? Optional.of(OnnxEmbedder.bgeSmallEnglish())
        : Optional.empty();
  }

  /**
   * Creates the encoder that created the vectors of an index, without loading its model. The caller
   * closes the encoder.
   *
   * @return the encoder; empty if no encoder of this library has the fingerprint
   */
  public static Optional<Embedder> byFingerprint(String fingerprint) {
    return requireNonNull(fingerprint, "fingerprint")
            .equals(EncoderSettings.bgeSmallEnglish().fingerprint())
        ? Optional.of(OnnxEmbedder.bgeSmallEnglish())
        : Optional.empty();
  }
}
