package dev.arag.index;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import java.util.List;
import java.util.function.Consumer;

/**
 * An embedder that calls an action before each batch of sentences.
 *
 * @param queries embeds the queries
 */
record CallbackEmbedder(Consumer<List<String>> before, Embedder words, Embedder queries)
    implements Embedder {
  CallbackEmbedder(Consumer<List<String>> before, Embedder words) {
    this(before, words, words);
  }

  CallbackEmbedder(Runnable before) {
    this(sentences -> before.run(), new HashEmbedder(8));
  }

  @Override
  public int dimension() {
    return words.dimension();
  }

  @Override
  public String fingerprint() {
    return words.fingerprint();
  }

  @Override
  public List<Embedding> embedSentences(List<String> sentences) {
    before.accept(sentences);
    return words.embedSentences(sentences);
  }

  @Override
  public Embedding embedQuery(String query) {
    return queries.embedQuery(query);
  }
}
