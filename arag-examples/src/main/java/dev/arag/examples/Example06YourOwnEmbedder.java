package dev.arag.examples;

import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.index.Index;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Your own embedder: four methods over whatever makes vectors for you. For a LangChain4j
 * EmbeddingModel there is {@code LangChain4j.embedder(model, "its-name")}.
 */
public final class Example06YourOwnEmbedder {
  private Example06YourOwnEmbedder() {}

  /** Counts letters: nobody's idea of meaning, but a vector. */
  record LetterEmbedder() implements Embedder {
    @Override
    public int dimension() {
      return 26;
    }

    @Override
    public String fingerprint() {
      return "letters/26"; // an index opens only with the embedder it was made with
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      return sentences.stream().map(this::embedQuery).toList();
    }

    @Override
    public Embedding embedQuery(String query) {
      float[] counts = new float[dimension()];
      counts[0] = 0.1f; // a vector needs a direction, even for a text without letters
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
        Index.builder(Handbook.place(args, 1)).embedder(new LetterEmbedder()).openOrCreate()) {
      index.sync(Handbook.documents(args));
      for (SemanticHit hit : index.semanticSearch("hotel", 2)) {
        System.out.printf(Locale.ROOT, "%.2f %s: %s%n", hit.score(), hit.title(), hit.snippet());
      }
    }
  }
}
