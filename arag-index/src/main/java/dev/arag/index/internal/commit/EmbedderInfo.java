package dev.arag.index.internal.commit;

import dev.arag.core.embed.Embedder;

/** The embedder with which the vectors of an index were created. */
public record EmbedderInfo(String fingerprint, int dimension) {
  /**
   * Describes an embedder.
   *
   * @throws IllegalArgumentException if its fingerprint is blank
   */
  public static EmbedderInfo of(Embedder embedder) {
    String fingerprint = embedder.fingerprint();
    if (fingerprint.isBlank()) {
      throw new IllegalArgumentException("The fingerprint of an embedder must not be blank.");
    }
    return new EmbedderInfo(fingerprint, embedder.dimension());
  }
}
