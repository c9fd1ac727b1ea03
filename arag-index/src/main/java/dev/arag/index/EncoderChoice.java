package dev.arag.index;

import dev.arag.core.embed.Embedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EncoderMismatchException;
import dev.arag.core.error.NoEmbeddingsException;
import dev.arag.index.embed.EncoderPresets;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.index.internal.commit.EncoderMark;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The encoder an open index works with.
 *
 * @param embedder null for none
 * @param isOurs whether the index closes it
 * @param missing the fingerprint of an encoder that is needed and not there; null if none is
 */
record EncoderChoice(@Nullable Embedder embedder, boolean isOurs, @Nullable String missing) {
  /** Searches by words only. */
  static EncoderChoice none() {
    return new EncoderChoice(null, false, null);
  }

  /**
   * An encoder of the caller's.
   *
   * @throws EncoderMismatchException if the index was made with another one
   */
  static EncoderChoice given(Embedder embedder, @Nullable EncoderMark stored, Object place) {
    if (stored != null && !stored.fingerprint().equals(embedder.fingerprint())) {
      throw new EncoderMismatchException(
          place
              + " was made with the encoder "
              + stored.fingerprint()
              + ", not with "
              + embedder.fingerprint()
              + ". Open it with that one, or replace its vectors: Index.embed, arag embed.");
    }
    return new EncoderChoice(embedder, false, null);
  }

  /** The encoder of this library that new indexes get. */
  static EncoderChoice forNewIndex() {
    return new EncoderChoice(OnnxEmbedder.bgeSmallEnglish(), true, null);
  }

  /** What a stored index asks for: one of this library's, or one that the caller must bring. */
  static EncoderChoice forStored(@Nullable EncoderMark stored) {
    if (stored == null) {
      return none();
    }
    Optional<Embedder> preset = EncoderPresets.byFingerprint(stored.fingerprint());
    return preset
        .map(embedder -> new EncoderChoice(embedder, true, null))
        .orElseGet(() -> new EncoderChoice(null, false, stored.fingerprint()));
  }

  /**
   * The encoder for new sentences; null if they are not embedded.
   *
   * @throws EncoderMismatchException if the one that is needed is not there
   */
  @Nullable Embedder forSentences(Object place) {
    requireNothingMissing(place);
    return embedder;
  }

  /**
   * The encoder for a query.
   *
   * @param stored what made the vectors
   */
  Embedder forQuery(@Nullable EncoderMark stored, Object place) {
    if (stored == null) {
      throw new NoEmbeddingsException(
          place + " has no embeddings: run arag embed DIR, or call Index.embed.");
    }
    requireNothingMissing(place);
    if (embedder == null) {
      throw new CorpusException(
          place + " was opened without an encoder: open it with one to search by meaning.");
    }
    return embedder;
  }

  private void requireNothingMissing(Object place) {
    if (missing != null) {
      throw new EncoderMismatchException(
          place
              + " was made with the encoder "
              + missing
              + ", which is not part of this library. Give it: Index.builder(path).embedder(...).");
    }
  }

  void closeIfOurs() {
    if (isOurs && embedder != null) {
      embedder.close();
    }
  }
}
