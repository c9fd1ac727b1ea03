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
 * The encoder an open index works with.
 *
 * @param embedder null for none
 * @param kind who chose it
 * @param missing the fingerprint of an encoder that is needed and not there; null if none is
 */
public record EncoderChoice(@Nullable Embedder embedder, Kind kind, @Nullable String missing) {
  /** Who chose an encoder. */
  enum Kind {
    /** The caller brought one, and closes it. */
    GIVEN,
    /** The caller wants none. */
    NONE,
    /** What the index was made with. */
    STORED
  }

  /** Searches by words only. */
  public static EncoderChoice none() {
    return new EncoderChoice(null, Kind.NONE, null);
  }

  /** An encoder of the caller's. */
  public static EncoderChoice given(Embedder embedder) {
    return new EncoderChoice(embedder, Kind.GIVEN, null);
  }

  /** The encoder of this library that new indexes get. */
  public static EncoderChoice forNewIndex() {
    return new EncoderChoice(OnnxEmbedder.bgeSmallEnglish(), Kind.STORED, null);
  }

  /** What a stored index asks for: one of this library's, or one that the caller must bring. */
  public static EncoderChoice forStored(@Nullable EncoderInfo stored) {
    if (stored == null) {
      return new EncoderChoice(null, Kind.STORED, null);
    }
    Optional<Embedder> preset;
    try {
      preset = EncoderPresets.byFingerprint(stored.fingerprint());
    } catch (EncoderUnavailableException e) {
      // Keyword search and reading work without it; whoever needs it gets this exception then.
      preset = Optional.empty();
    }
    return preset
        .map(embedder -> new EncoderChoice(embedder, Kind.STORED, null))
        .orElseGet(() -> new EncoderChoice(null, Kind.STORED, stored.fingerprint()));
  }

  /** This choice, or another one if another encoder made the vectors of a newer state. */
  public EncoderChoice after(@Nullable EncoderInfo newer) {
    return kind != Kind.STORED || newer == null || isOf(newer) ? this : forStored(newer);
  }

  private boolean isOf(EncoderInfo stored) {
    String fingerprint = embedder == null ? missing : embedder.fingerprint();
    return stored.fingerprint().equals(fingerprint);
  }

  /**
   * The encoder for new sentences; null if they are not embedded.
   *
   * @param stored what made the vectors that are there; null for none
   * @throws EncoderMismatchException if that is another one, or is not there
   */
  @Nullable
  public Embedder forSentences(@Nullable EncoderInfo stored, Object place) {
    requireNothingMissing(place);
    if (stored != null && embedder == null) {
      throw new EncoderMismatchException(
          place
              + " has embeddings, made with "
              + stored.fingerprint()
              + ": new documents need them too. Open it with that encoder to add documents.");
    }
    requireSame(stored, place);
    return embedder;
  }

  /**
   * The encoder for a query.
   *
   * @param stored what made the vectors
   */
  Embedder forQuery(@Nullable EncoderInfo stored, Object place) {
    if (stored == null) {
      throw new NoEmbeddingsException(
          place + " has no embeddings: run arag embed DIR, or call Index.embed.");
    }
    requireNothingMissing(place);
    if (embedder == null) {
      throw new CorpusException(
          place + " was opened without an encoder: open it with one to search by meaning.");
    }
    requireSame(stored, place);
    return embedder;
  }

  /**
   * @throws EncoderMismatchException if vectors were made with another encoder than this one
   */
  public void requireSame(@Nullable EncoderInfo stored, Object place) {
    if (stored != null && embedder != null && !isOf(stored)) {
      throw new EncoderMismatchException(
          place
              + " was made with the encoder "
              + stored.fingerprint()
              + ", not with "
              + embedder.fingerprint()
              + ". Open it with that one, or replace its vectors: Index.embed, arag embed.");
    }
  }

  /** What the encoder says of its scores; empty without an encoder. */
  OptionalDouble weakBelow() {
    return embedder == null ? OptionalDouble.empty() : embedder.weakBelow();
  }

  private void requireNothingMissing(Object place) {
    if (missing != null) {
      EncoderPresets.byFingerprint(missing);
      throw new EncoderMismatchException(
          place
              + " was made with the encoder "
              + missing
              + ", which is not part of this library. Give it: Index.builder(path).embedder(...),"
              + " or replace its vectors: Index.embed, arag embed.");
    }
  }

  public void closeIfOurs() {
    if (kind == Kind.STORED && embedder != null) {
      embedder.close();
    }
  }
}
