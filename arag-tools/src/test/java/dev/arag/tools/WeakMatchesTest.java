package dev.arag.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.call.ToolCall;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class WeakMatchesTest {
  private static final String WEAK = "Weak matches only: no sentence is close to this query.\n";

  /** Delegates to another embedder, but has a different limit for weak matches. */
  private record Limited(Embedder embedder, OptionalDouble weakBelow) implements Embedder {
    @Override
    public int dimension() {
      return embedder.dimension();
    }

    @Override
    public String fingerprint() {
      return embedder.fingerprint();
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      return embedder.embedSentences(sentences);
    }

    @Override
    public Embedding embedQuery(String query) {
      return embedder.embedQuery(query);
    }
  }

  private static String semantic(OptionalDouble weakBelow, Map<String, Object> arguments) {
    Corpus corpus =
        InMemoryCorpus.of(
            new Limited(new HashEmbedder(), weakBelow),
            List.of(
                Document.of("k1", "The ferry leaves at noon."),
                Document.of("k2", "A bridge was built.")));
    return Toolbox.of(corpus)
        .call(ToolCall.of("semantic_search", arguments), Toolbox.newContext())
        .text();
  }

  @Test
  void warnsOfWeakMatchesInTheFirstLine() {
    OptionalDouble limit = OptionalDouble.of(0.6);
    String far = semantic(limit, Map.of("query", "quarterly dividends"));
    assertThat(far).startsWith(WEAK + "Best 2:\n").contains("The ferry leaves at noon.");
    assertThat(semantic(limit, Map.of("query", "the ferry leaves"))).startsWith("Best 2:\n");
  }

  @Test
  void doesNotWarnWithoutALimitOrOnLaterPages() {
    assertThat(semantic(OptionalDouble.empty(), Map.of("query", "quarterly dividends")))
        .startsWith("Best 2:\n");
    assertThat(semantic(OptionalDouble.of(0.6), Map.of("query", "dividends", "offset", 1)))
        .startsWith("Hits 2 to 2:\n");
  }
}
