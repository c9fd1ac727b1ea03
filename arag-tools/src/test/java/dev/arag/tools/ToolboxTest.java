package dev.arag.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ToolboxTest {
  private final Corpus corpus =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  @Test
  void findsByWordsThenReads() {
    Toolbox tools = Toolbox.over(corpus);
    ContextTracker context = new ContextTracker(new Random(1));
    Observation found =
        tools.call(ToolCall.of("keyword_search", Map.of("keywords", List.of("Tarn"))), context);
    tools.call(ToolCall.of("chunk_read", Map.of("chunk_ids", List.of("k2"))), context);
    assertThat(found.text())
        .isEqualTo(
            """
            1 chunk: "Tarn" 1. Best 1:
            <<<xdnngb
            [k2]
            - Mira Voss was born in Tarn in 1881.
            >>>xdnngb""");
    assertThat(context.chunksRead()).containsExactly(ChunkId.of("k2"));
    assertThat(context.calls()).isEqualTo(2);
  }
}
