package dev.arag.index.internal.commit;

import dev.arag.core.embed.Embedder;

/** The encoder with which the vectors of an index were created. */
public record EncoderInfo(String fingerprint, int dimension) {
  /**
   * Describes an encoder.
   *
   * @throws IllegalArgumentException if its fingerprint is blank
   */
  public static EncoderInfo of(Embedder embedder) {
    String fingerprint = embedder.fingerprint();
    if (fingerprint.isBlank()) {
      throw new IllegalArgumentException("The fingerprint of an embedder must not be blank.");
    }
    return new EncoderInfo(fingerprint, embedder.dimension());
  }
}
