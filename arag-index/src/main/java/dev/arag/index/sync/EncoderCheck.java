package dev.arag.index.sync;

import static java.util.Objects.requireNonNull;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.text.Chunk;
import dev.arag.index.internal.commit.Diagnostic;
import dev.arag.index.split.Splitter;
import java.util.List;
import java.util.Map;

/**
 * Finds what an encoder cannot represent well in one document. Each chunk and each sentence of the
 * document is added once; the results are for {@link EncoderWarnings}. Not thread-safe.
 */
public final class EncoderCheck {
  private final Embedder embedder;
  private double unknownLength;
  private long length;
  private int cutSentences;

  /** Creates a check of one document. The caller closes the embedder. */
  public EncoderCheck(Embedder embedder) {
    this.embedder = requireNonNull(embedder, "embedder");
  }

  /**
   * Adds a sentence.
   *
   * @param embeddedText the text that is embedded for the sentence
   */
  public void addSentence(String embeddedText) {
    cutSentences += embedder.fits(requireNonNull(embeddedText, "embeddedText")) ? 0 : 1;
  }

  /** Adds the text of a chunk. */
  public void addChunk(Chunk chunk) {
    String text = requireNonNull(chunk, "chunk").text();
    unknownLength += embedder.unknownShare(text) * text.length();
    length += text.length();
  }

  /** Returns the share of the added chunks that the encoder cannot interpret, from 0 to 1. */
  public float unknownShare() {
    double share = length == 0 ? 0 : unknownLength / length;
    return (float) Math.min(1, Math.max(0, share));
  }

  /** Returns the number of added sentences that are longer than the encoder accepts. */
  public int cutSentences() {
    return cutSentences;
  }

  /**
   * Returns the language code of a document if the encoder was not trained for this language. A
   * code has two or three lower-case letters. Returns an empty string if the encoder was trained
   * for it, or if that is not known.
   *
   * @param metadata the metadata of the document, see {@link Splitter#LANGUAGE}
   */
  public String untrainedLanguage(Map<String, Object> metadata) {
    Object language = requireNonNull(metadata, "metadata").get(Splitter.LANGUAGE);
    return language instanceof String code && isUntrained(code) ? code : "";
  }

  private boolean isUntrained(String language) {
    return !embedder.languages().isEmpty()
        && !embedder.languages().contains(language)
        && Diagnostic.isCode(language);
  }

  /**
   * Returns an embedder that an application has set for an index.
   *
   * @throws IllegalArgumentException if its fingerprint is blank
   */
  public static Embedder requireFingerprint(Embedder embedder) {
    if (requireNonNull(embedder, "embedder").fingerprint().isBlank()) {
      throw new IllegalArgumentException("The fingerprint of the embedder must not be blank.");
    }
    return embedder;
  }

  /**
   * Checks the number and the dimension of the vectors that an embedder has returned.
   *
   * @param texts the embedded texts of the sentences
   * @param embeddings the vectors
   * @return the vectors
   * @throws EmbeddingException if the number of vectors or their dimension is wrong
   */
  public static List<Embedding> requireValid(
      Embedder embedder, List<String> texts, List<Embedding> embeddings) {
    requireNonNull(embedder, "embedder");
    requireNonNull(texts, "texts");
    requireNonNull(embeddings, "embeddings");
    if (embeddings.size() != texts.size()) {
      throw new EmbeddingException(
          "The encoder returned "
              + embeddings.size()
              + " vectors for "
              + texts.size()
              + " sentences.");
    }
    embeddings.forEach(embedding -> requireDimension(embedder, embedding));
    return embeddings;
  }

  /**
   * Embeds a query, and checks the dimension of the vector.
   *
   * @throws EmbeddingException if the model cannot run, or the vector has another dimension than
   *     the embedder says
   */
  public static Embedding embedQuery(Embedder embedder, String query) {
    Embedding embedding = requireNonNull(embedder, "embedder").embedQuery(query);
    requireDimension(embedder, embedding);
    return embedding;
  }

  private static void requireDimension(Embedder embedder, Embedding embedding) {
    if (embedding.dimension() != embedder.dimension()) {
      throw new EmbeddingException(
          "The encoder returned a vector of "
              + embedding.dimension()
              + " floats, but its dimension is "
              + embedder.dimension()
              + ".");
    }
  }
}
