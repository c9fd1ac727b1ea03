package dev.arag.index.internal.search;

import dev.arag.core.embed.Embedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EncoderMismatchException;
import dev.arag.core.error.EncoderUnavailableException;
import dev.arag.core.error.NoEmbeddingsException;
import dev.arag.index.embed.EncoderPresets;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.index.internal.commit.EncoderInfo;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The encoder of an open index.
 *
 * @param embedder null for none
 * @param origin its origin
 * @param missing fingerprint of the encoder that the index needs and that is not available; null if
 *     none is missing
 */
public record EncoderChoice(@Nullable Embedder embedder, Origin origin, @Nullable String missing) {
  /** The origin of an encoder. */
  enum Origin {
    /** Given by the caller, who closes it. */
    GIVEN,
    /** The caller wants no embeddings. */
    NONE,
    /** Chosen by the fingerprint that the index stores. */
    STORED
  }

  /** No encoder: keyword search only. */
  public static EncoderChoice none() {
    return new EncoderChoice(null, Origin.NONE, null);
  }

  /** The encoder given by the caller. */
  public static EncoderChoice given(Embedder embedder) {
    return new EncoderChoice(embedder, Origin.GIVEN, null);
  }

  /** The default encoder for new indexes. */
  public static EncoderChoice forNewIndex() {
    return new EncoderChoice(OnnxEmbedder.bgeSmallEnglish(), Origin.STORED, null);
  }

  /** The encoder of a stored index: a preset of this library, or one that the caller must give. */
  public static EncoderChoice forStored(@Nullable EncoderInfo stored) {
    if (stored == null) {
      return new EncoderChoice(null, Origin.STORED, null);
    }
    Optional<Embedder> preset;
    try {
      preset = EncoderPresets.byFingerprint(stored.fingerprint());
    } catch (EncoderUnavailableException e) {
      // Keyword search and reading work without it; a semantic search throws this exception again.
      preset = Optional.empty();
    }
    return preset
        .map(embedder -> new EncoderChoice(embedder, Origin.STORED, null))
        .orElseGet(() -> new EncoderChoice(null, Origin.STORED, stored.fingerprint()));
  }

  /** This choice, or another one if a newer commit has vectors made by a different encoder. */
  public EncoderChoice after(@Nullable EncoderInfo newer) {
    return origin != Origin.STORED || newer == null || isOf(newer) ? this : forStored(newer);
  }

  private boolean isOf(EncoderInfo stored) {
    String fingerprint = embedder == null ? missing : embedder.fingerprint();
    return stored.fingerprint().equals(fingerprint);
  }

  /**
   * The encoder for new sentences; null if they are not embedded.
   *
   * @param stored the encoder of the stored vectors; null if there are none
   * @throws EncoderMismatchException if the stored encoder is a different one or is not available
   */
  @Nullable
  public Embedder forSentences(@Nullable EncoderInfo stored, Object location) {
    requireNothingMissing(location);
    if (stored != null && embedder == null) {
      throw new EncoderMismatchException(
          location
              + " has embeddings of the encoder "
              + stored.fingerprint()
              + " and was opened without one. Open it with that encoder to add documents.");
    }
    requireSame(stored, location);
    return embedder;
  }

  /**
   * The encoder for a query.
   *
   * @param stored the encoder of the stored vectors; null if there are none
   */
  Embedder forQuery(@Nullable EncoderInfo stored, Object location) {
    if (stored == null) {
      throw new NoEmbeddingsException(location + " has no embeddings. Add them with Index.embed.");
    }
    requireNothingMissing(location);
    if (embedder == null) {
      throw new CorpusException(
          location + " was opened without an encoder. Open it with one for semantic search.");
    }
    requireSame(stored, location);
    return embedder;
  }

  /**
   * @throws EncoderMismatchException if another encoder made the stored vectors
   */
  public void requireSame(@Nullable EncoderInfo stored, Object location) {
    if (stored != null && embedder != null && !isOf(stored)) {
      throw new EncoderMismatchException(
          location
              + " was made with the encoder "
              + stored.fingerprint()
              + ", not with "
              + embedder.fingerprint()
              + ". Open it with that encoder, or replace its vectors with Index.embed.");
    }
  }

  /** The encoder's threshold for weak matches; empty without an encoder. */
  OptionalDouble weakBelow() {
    return embedder == null ? OptionalDouble.empty() : embedder.weakBelow();
  }

  private void requireNothingMissing(Object location) {
    if (missing != null) {
      EncoderPresets.byFingerprint(missing);
      throw new EncoderMismatchException(
          location
              + " was made with the encoder "
              + missing
              + ", which is not part of this library. Open it with Index.builder(path).embedder(...),"
              + " or replace its vectors with Index.embed.");
    }
  }

  public void closeIfOwned() {
    if (origin == Origin.STORED && embedder != null) {
      embedder.close();
    }
  }
}
