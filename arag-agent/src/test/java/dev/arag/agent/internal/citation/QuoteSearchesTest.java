package dev.arag.agent.internal.citation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.citation.Span;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.tools.call.Snippet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Counts how often the reader searches the text shown for a quote. The number must not grow with
 * the length of the answer, because each search reads the whole text.
 */
class QuoteSearchesTest {
  private static final int LENGTH = 30_000;
  private static final int MAX_SEARCHES = 1_500;

  /** A chunk that counts the searches in its text. */
  private static final class CountingChunk extends ShownChunk {
    private int searches;

    CountingChunk(String id) {
      super(new Snippet(ChunkId.of(id), Location.builder("a").build(), "Tarn.", 0, 5, true));
      add(new Snippet(ChunkId.of(id), Location.builder("a").build(), "Tarn.", 0, 5, true));
    }

    @Override
    Optional<Span> findInOrder(List<String> parts) {
      searches++;
      return super.findInOrder(parts);
    }
  }

  private static int searches(String answer) {
    List<CountingChunk> chunks = List.of(new CountingChunk("k1"), new CountingChunk("k2"));
    IdListParser ids = new IdListParser(new ShownIds(List.copyOf(chunks)));
    EvidenceBlock block = EvidenceBlock.split(answer, ids);
    InlineCitationReader.read(block.body(), ids);
    return chunks.stream().mapToInt(chunk -> chunk.searches).sum();
  }

  private static String repeated(String start, String unit, int length) {
    return start + unit.repeat(length / unit.length());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "|…[k1: \";",
        "|,\"[k1: \"",
        "|[k1 k2: \"Tarn\", ",
        "|[k1 k2: \"Tarn\", \"Quill\"",
        "|[k1: \"Tarn\"] ",
        "|\"the town of Tarn in Quill\" [k1 k2] ",
        "Evidence:\n|[k1 k2 k1 k2 k1][k1 k2 k1 k2 k1]\n",
        "Evidence:\n|[k1] \"Tarn\"\n",
        "Evidence:\n[k1 k2] |\"Tarn\" ",
        "Evidence:\n|k1: Tarn\n",
        "In Tarn.\n|[k1 k2] \"Tarn\"\n",
        "In Tarn.\n|[k1: \"Tarn\"]\n"
      })
  void theNumberOfSearchesIsLimited(String form) {
    int bar = form.indexOf('|');
    String start = form.substring(0, bar);
    String unit = form.substring(bar + 1);
    assertThat(searches(repeated(start, unit, LENGTH))).isLessThanOrEqualTo(MAX_SEARCHES);
    assertThat(searches(repeated(start, unit, 4 * LENGTH))).isLessThanOrEqualTo(MAX_SEARCHES);
  }
}
