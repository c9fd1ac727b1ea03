package dev.arag.core.embed;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import java.util.List;

/**
 * An embedder for tests that hashes the words of a text. Texts that share words have similar
 * vectors, but the vectors do not represent meaning. It needs no model and no native code and
 * returns the same vectors on every machine.
 */
public final class HashEmbedder implements Embedder {
  private static final int DEFAULT_DIMENSION = 64;
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final int dimension;

  /** Creates an embedder whose vectors have {@value #DEFAULT_DIMENSION} dimensions. */
  public HashEmbedder() {
    this(DEFAULT_DIMENSION);
  }

  /**
   * @param dimension the number of floats in each vector, at least 2
   */
  public HashEmbedder(int dimension) {
    if (dimension < 2) {
      throw new IllegalArgumentException("dimension must be >= 2, was " + dimension);
    }
    this.dimension = dimension;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public String fingerprint() {
    return "hash-words-1/" + dimension;
  }

  @Override
  public List<Embedding> embedSentences(List<String> sentences) {
    requireNonNull(sentences, "sentences");
    return sentences.stream().map(this::embedQuery).toList();
  }

  @Override
  public Embedding embedQuery(String query) {
    requireNonNull(query, "query");
    float[] vector = new float[dimension];
    // Without this value, a text without words would result in a zero vector, which Embedding
    // rejects.
    vector[0] = 0.01f;
    addWords(Folding.fold(query).text(), vector);
    return Embedding.of(vector);
  }

  private static void addWords(String folded, float[] vector) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < folded.length(); ) {
      int character = folded.codePointAt(i);
      if (CharacterClass.isWordPart(character)) {
        hash = (hash ^ character) * FNV_PRIME;
      } else if (hash != FNV_OFFSET) {
        addWord(hash, vector);
        hash = FNV_OFFSET;
      }
      i += Character.charCount(character);
    }
    if (hash != FNV_OFFSET) {
      addWord(hash, vector);
    }
  }

  /**
   * Adds plus or minus one to four components of the vector; the hash of the word selects the
   * components and signs.
   */
  private static void addWord(long hash, float[] vector) {
    long bits = hash;
    for (int i = 0; i < 4; i++) {
      bits = (bits ^ (bits >>> 29)) * 0x9e3779b97f4a7c15L;
      int place = (int) Long.remainderUnsigned(bits >>> 1, vector.length);
      vector[place] += bits < 0 ? -1 : 1;
    }
  }
}
