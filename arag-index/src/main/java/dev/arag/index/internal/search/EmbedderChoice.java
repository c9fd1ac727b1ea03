package dev.arag.index.internal.search;

import dev.arag.core.embed.Embedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.core.error.EmbedderUnavailableException;
import dev.arag.core.error.NotIndexedException;
import dev.arag.index.embed.EmbedderPresets;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.index.internal.commit.EmbedderInfo;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The embedder of an open index.
 *
 * @param embedder the embedder; null if the index was opened without one
 * @param origin where the embedder comes from
 * @param missing the fingerprint of the embedder that the index needs but that is not available;
 *     null if no embedder is missing
 */
public record EmbedderChoice(@Nullable Embedder embedder, Origin origin, @Nullable String missing) {
  /** Where an embedder comes from. */
  enum Origin {
    /** The caller supplied the embedder and must close it. */
    GIVEN,
    /** The caller requested an index without embeddings. */
    NONE,
    /** This library selected the embedder, usually by the fingerprint stored in the index. */
    STORED
  }

  /** Returns a choice without an embedder, which allows keyword search only. */
  public static EmbedderChoice none() {
    return new EmbedderChoice(null, Origin.NONE, null);
  }

  /** Returns a choice of the embedder that the caller supplied. */
  public static EmbedderChoice given(Embedder embedder) {
    return new EmbedderChoice(embedder, Origin.GIVEN, null);
  }

  /** Returns a choice of the default embedder for new indexes. */
  public static EmbedderChoice forNewIndex() {
    return new EmbedderChoice(OnnxEmbedder.bgeSmallEnglish(), Origin.STORED, null);
  }

  /**
   * Returns the choice for an existing index. If its embedder is not a preset of this library, the
   * embedder is recorded as missing, and the caller must supply it.
   */
  public static EmbedderChoice forStored(@Nullable EmbedderInfo stored) {
    if (stored == null) {
      return new EmbedderChoice(null, Origin.STORED, null);
    }
    Optional<Embedder> preset;
    try {
      preset = EmbedderPresets.byFingerprint(stored.fingerprint());
    } catch (EmbedderUnavailableException e) {
      // Keyword search and reading chunks work without the embedder. A semantic search throws this
      // exception again.
      preset = Optional.empty();
    }
    return preset
        .map(embedder -> new EmbedderChoice(embedder, Origin.STORED, null))
        .orElseGet(() -> new EmbedderChoice(null, Origin.STORED, stored.fingerprint()));
  }

  /**
   * Returns this choice, or a new choice if a newer commit contains vectors of a different
   * embedder.
   */
  public EmbedderChoice after(@Nullable EmbedderInfo newer) {
    return origin != Origin.STORED || newer == null || isOf(newer) ? this : forStored(newer);
  }

  /** Whether this is the embedder of stored vectors. */
  public boolean isOf(EmbedderInfo stored) {
    String fingerprint = embedder == null ? missing : embedder.fingerprint();
    return stored.fingerprint().equals(fingerprint);
  }

  /**
   * Returns the embedder for new sentences; null if new sentences are not embedded.
   *
   * @param stored the embedder of the stored vectors; null if no vectors are stored
   * @throws EmbedderMismatchException if the embedder of the stored vectors differs from this one
   *     or is not available
   */
  @Nullable
  public Embedder forSentences(@Nullable EmbedderInfo stored, Object location) {
    requireNothingMissing(location);
    if (stored != null && embedder == null) {
      throw new EmbedderMismatchException(
          ("%s has embeddings that were created with the embedder %s, but it was opened"
                  + " without an embedder. Open it with that embedder to add documents.")
              .formatted(location, stored.fingerprint()));
    }
    requireSame(stored, location);
    return embedder;
  }

  /**
   * Returns the embedder for a query.
   *
   * @param stored the embedder of the stored vectors; null if no vectors are stored
   */
  Embedder forQuery(@Nullable EmbedderInfo stored, Object location) {
    if (stored == null) {
      throw new NotIndexedException(location + " has no embeddings. Add them with Index.embed.");
    }
    requireNothingMissing(location);
    if (embedder == null) {
      throw new CorpusException(
          location
              + " was opened without an embedder. Open it with an embedder to use semantic search.");
    }
    requireSame(stored, location);
    return embedder;
  }

  /**
   * @throws EmbedderMismatchException if the stored vectors were created with another embedder
   */
  public void requireSame(@Nullable EmbedderInfo stored, Object location) {
    if (stored != null && embedder != null && !isOf(stored)) {
      throw new EmbedderMismatchException(
          ("%s was built with the embedder %s, not with %s. Open it with that embedder, or"
                  + " replace its vectors with Index.embed.")
              .formatted(location, stored.fingerprint(), embedder.fingerprint()));
    }
  }

  /** Loads the embedder, if there is one, by embedding a text. */
  public void load(String text) {
    if (embedder != null) {
      embedder.embedQuery(text);
    }
  }

  /**
   * Returns the score below which the embedder considers a match weak; empty without an embedder.
   */
  OptionalDouble weakBelow() {
    return embedder == null ? OptionalDouble.empty() : embedder.weakBelow();
  }

  /**
   * @throws EmbedderMismatchException if the embedder of the stored vectors is not available
   */
  public void requireNothingMissing(Object location) {
    if (missing != null) {
      EmbedderPresets.byFingerprint(missing);
      throw new EmbedderMismatchException(
          ("%s was built with the embedder %s, which is not part of this library. Open the"
                  + " index with Index.builder(path).embedder(...), or replace its vectors with"
                  + " Index.embed.")
              .formatted(location, missing));
    }
  }

  public void closeIfOwned() {
    if (origin == Origin.STORED && embedder != null) {
      embedder.close();
    }
  }
}
