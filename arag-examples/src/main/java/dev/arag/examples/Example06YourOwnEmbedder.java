package dev.arag.examples;

import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.index.Index;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Implements an embedder, which requires four methods. To use an EmbeddingModel of LangChain4j,
 * call {@code LangChain4j.embedder(model, "its-name")} instead.
 */
public final class Example06YourOwnEmbedder {
  private Example06YourOwnEmbedder() {}

  /** A minimal embedder that counts letters. Its vectors do not represent meaning. */
  record LetterEmbedder() implements Embedder {
    @Override
    public int dimension() {
      return 26;
    }

    @Override
    public String fingerprint() {
      return "letters/26"; // an index can only be opened with the embedder that created it
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      return sentences.stream().map(this::embedQuery).toList();
    }

    @Override
    public Embedding embedQuery(String query) {
      float[] counts = new float[dimension()];
      counts[0] = 0.1f; // a zero vector is not allowed, even for a text without letters
      query
          .toLowerCase(Locale.ROOT)
          .chars()
          .filter(letter -> letter >= 'a' && letter <= 'z')
          .forEach(letter -> counts[letter - 'a']++);
      return Embedding.of(counts);
    }
  }

  public static void main(String[] args) throws IOException {
    try (Index index =
        Index.builder(Handbook.indexDirectory(args, 1))
            .embedder(new LetterEmbedder())
            .openOrCreate()) {
      index.sync(Handbook.documents(args));
      for (SemanticHit hit : index.semanticSearch("hotel", 2)) {
        System.out.printf(Locale.ROOT, "%.2f %s: %s%n", hit.score(), hit.title(), hit.snippet());
      }
    }
  }
}
