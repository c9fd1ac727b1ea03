package dev.arag.tools.internal.search;

import static dev.arag.tools.ChunkBuilder.chunk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Chunk;
import dev.arag.tools.ToolConversation;
import dev.arag.tools.call.Observation;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SemanticSearchToolTest {
  private final Chunk voss =
      chunk("k1")
          .under("Mira Voss")
          .sentence("She was born in Tarn.")
          .sentence("Her bridge still stands.")
          .filler()
          .build();
  private final Chunk rivers = chunk("k2").sentence("Rivers carry sand.").build();

  @Test
  void showsTheClosestSentencesWithoutScores() {
    assertThat(ToolConversation.over(voss, rivers).semantic("Mira Voss was born in Tarn").text())
        .startsWith(
            """
            Best 2:
            <<<aaaaaa
            [k1] document of k1 > Mira Voss
            - She was born in Tarn.
            - Her bridge still stands.
            - Nobody knows how much""")
        .endsWith(
            """
            …
            [k2] document of k2 (complete)
            Rivers carry sand.
            >>>aaaaaa""");
  }

  @Test
  void supportsPaging() {
    ToolConversation model = ToolConversation.over(voss, rivers);
    assertThat(model.call("semantic_search", Map.of("query", "born in Tarn", "top_k", 1)).text())
        .startsWith("Best 1:\n<<<aaaaaa\n[k1] document of k1 > Mira Voss\n")
        .endsWith(">>>aaaaaa\nMore: offset 1.");
    assertThat(model.call("semantic_search", Map.of("query", "born in Tarn", "offset", 1)).text())
        .isEqualTo(
            "Hits 2 to 2:\n<<<bbbbbb\n[k2] document of k2 (complete)\nRivers carry sand.\n>>>bbbbbb");
    assertThat(model.call("semantic_search", Map.of("query", "born in Tarn", "offset", 9)).text())
        .isEqualTo("None from offset 9 on.");
  }

  @Test
  void showsOnlyTheBestSentenceOfAChunkInTheContext() {
    ToolConversation model = ToolConversation.over(voss);
    model.read("k1");
    assertThat(model.semantic("Her bridge still stands").text())
        .isEqualTo(
            "Best 1:\n<<<bbbbbb\n[k1] document of k1 > Mira Voss (read)\n- Her bridge still stands.\n>>>bbbbbb");
  }

  @Test
  void reportsAnEmptyCorpus() {
    assertThat(ToolConversation.over().semantic("anything"))
        .isEqualTo(new Observation.Found("There is no text to search.", java.util.List.of()));
  }

  @Test
  void rejectsABlankQuery() {
    assertThat(ToolConversation.over(voss).semantic(" "))
        .isEqualTo(
            new Observation.Rejected(
                "\"query\" must not be blank. Call it like this: semantic_search {\"query\":"
                    + " \"birthplace of Ada Lovelace\", \"top_k\": 5}"));
  }
}
