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
 * @param embedder the encoder; null if the index was opened without one
 * @param origin where the encoder comes from
 * @param missing the fingerprint of the encoder that the index needs but that is not available;
 *     null if no encoder is missing
 */
public record EncoderChoice(@Nullable Embedder embedder, Origin origin, @Nullable String missing) {
  /** Where an encoder comes from. */
  enum Origin {
    /** The caller supplied the encoder and must close it. */
    GIVEN,
    /** The caller requested an index without embeddings. */
    NONE,
    /** This library selected the encoder, usually by the fingerprint stored in the index. */
    STORED
  }

  /** Returns a choice without an encoder, which allows keyword search only. */
  public static EncoderChoice none() {
    return new EncoderChoice(null, Origin.NONE, null);
  }

  /** Returns a choice of the encoder that the caller supplied. */
  public static EncoderChoice given(Embedder embedder) {
    return new EncoderChoice(embedder, Origin.GIVEN, null);
  }

  /** Returns a choice of the default encoder for new indexes. */
  public static EncoderChoice forNewIndex() {
    return new EncoderChoice(OnnxEmbedder.bgeSmallEnglish(), Origin.STORED, null);
  }

  /**
   * Returns the choice for an existing index. If its encoder is not a preset of this library, the
   * encoder is recorded as missing, and the caller must supply it.
   */
  public static EncoderChoice forStored(@Nullable EncoderInfo stored) {
    if (stored == null) {
      return new EncoderChoice(null, Origin.STORED, null);
    }
    Optional<Embedder> preset;
    try {
      preset = EncoderPresets.byFingerprint(stored.fingerprint());
    } catch (EncoderUnavailableException e) {
      // Keyword search and reading chunks work without the encoder. A semantic search throws this
      // exception again.
      preset = Optional.empty();
    }
    return preset
        .map(embedder -> new EncoderChoice(embedder, Origin.STORED, null))
        .orElseGet(() -> new EncoderChoice(null, Origin.STORED, stored.fingerprint()));
  }

  /**
   * Returns this choice, or a new choice if a newer commit contains vectors of a different encoder.
   */
  public EncoderChoice after(@Nullable EncoderInfo newer) {
    return origin != Origin.STORED || newer == null || isOf(newer) ? this : forStored(newer);
  }

  /** Whether this is the encoder of stored vectors. */
  public boolean isOf(EncoderInfo stored) {
    String fingerprint = embedder == null ? missing : embedder.fingerprint();
    return stored.fingerprint().equals(fingerprint);
  }

  /**
   * Returns the encoder for new sentences; null if new sentences are not embedded.
   *
   * @param stored the encoder of the stored vectors; null if no vectors are stored
   * @throws EncoderMismatchException if the encoder of the stored vectors differs from this one or
   *     is not available
   */
  @Nullable
  public Embedder forSentences(@Nullable EncoderInfo stored, Object location) {
    requireNothingMissing(location);
    if (stored != null && embedder == null) {
      throw new EncoderMismatchException(
          location
              + " has embeddings that were created with the encoder "
              + stored.fingerprint()
              + ", but it was opened without an encoder."
              + " Open it with that encoder to add documents.");
    }
    requireSame(stored, location);
    return embedder;
  }

  /**
   * Returns the encoder for a query.
   *
   * @param stored the encoder of the stored vectors; null if no vectors are stored
   */
  Embedder forQuery(@Nullable EncoderInfo stored, Object location) {
    if (stored == null) {
      throw new NoEmbeddingsException(location + " has no embeddings. Add them with Index.embed.");
    }
    requireNothingMissing(location);
    if (embedder == null) {
      throw new CorpusException(
          location
              + " was opened without an encoder. Open it with an encoder to use semantic search.");
    }
    requireSame(stored, location);
    return embedder;
  }

  /**
   * @throws EncoderMismatchException if the stored vectors were created with another encoder
   */
  public void requireSame(@Nullable EncoderInfo stored, Object location) {
    if (stored != null && embedder != null && !isOf(stored)) {
      throw new EncoderMismatchException(
          location
              + " was built with the encoder "
              + stored.fingerprint()
              + ", not with "
              + embedder.fingerprint()
              + ". Open it with that encoder, or replace its vectors with Index.embed.");
    }
  }

  /** Loads the encoder, if there is one, by embedding a text. */
  public void load(String text) {
    if (embedder != null) {
      embedder.embedQuery(text);
    }
  }

  /** Returns the score below which the encoder considers a match weak; empty without an encoder. */
  OptionalDouble weakBelow() {
    return embedder == null ? OptionalDouble.empty() : embedder.weakBelow();
  }

  /**
   * @throws EncoderMismatchException if the encoder of the stored vectors is not available
   */
  public void requireNothingMissing(Object location) {
    if (missing != null) {
      EncoderPresets.byFingerprint(missing);
      throw new EncoderMismatchException(
          location
              + " was built with the encoder "
              + missing
              + ", which is not part of this library. Open the index with"
              + " Index.builder(path).embedder(...), or replace its vectors with Index.embed.");
    }
  }

  public void closeIfOwned() {
    if (origin == Origin.STORED && embedder != null) {
      embedder.close();
    }
  }
}
