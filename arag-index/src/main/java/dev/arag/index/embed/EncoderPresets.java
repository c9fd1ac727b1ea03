package dev.arag.index.embed;

import dev.arag.core.embed.Embedder;
import java.util.Optional;

/** The encoders that come with this library, by the names under which they are asked for. */
public final class EncoderPresets {
  /** The name of the default encoder. */
  public static final String BGE_SMALL_ENGLISH = "bge-small-en-v1.5";

  private EncoderPresets() {}

  /**
   * A new encoder, nothing loaded yet; the caller closes it.
   *
   * @param name {@code bge-small-en-v1.5}
   * @return empty if there is none of this name
   */
  public static Optional<Embedder> named(String name) {
    return name.equals(BGE_SMALL_ENGLISH)
        ? Optional.of(OnnxEmbedder.bgeSmallEnglish())
        : Optional.empty();
  }

  /**
   * A new encoder that gives the vectors an index was made with, nothing loaded yet; the caller
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
