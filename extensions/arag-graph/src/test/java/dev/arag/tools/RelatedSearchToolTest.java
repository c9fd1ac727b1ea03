package dev.arag.tools;

import static dev.arag.tools.ChunkBuilder.chunk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.Chunk;
import dev.arag.graph.Graphs;
import dev.arag.graph.internal.rank.GraphCorpus;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelatedSearchToolTest {
  private static final Chunk TARN_BRIDGE =
      chunk("k1")
          .heading("Tarn Bridge")
          .sentence("The bridge was designed by Mira Voss.")
          .sentence("It is made of stone.")
          .build();

  private static final Chunk VOSS =
      chunk("k2").heading("Mira Voss").sentence("She was born in Port Ferrow.").filler().build();

  private static final Chunk PORT =
      chunk("k3").heading("Port Ferrow").sentence("The town trades in salt.").build();

  private static final Chunk OTHER = chunk("k4").sentence("Rivers carry sand.").build();

  private static ToolConversation model(Chunk... chunks) {
    GraphCorpus corpus = new GraphCorpus((Catalogue) ToolConversation.corpus(chunks));
    return ToolConversation.over(Toolbox.of(corpus).with(Graphs.relatedSearch(corpus)));
  }

  private static ToolConversation model() {
    return model(TARN_BRIDGE, VOSS, PORT, OTHER);
  }

  @Test
  void showsTheSectionsOnTheWayWithTheNamesThatLeadThere() {
    Observation found =
        model()
            .call(
                "related_search",
                Map.of("question", "Where was the designer of Tarn Bridge born?", "top_k", 3));
    assertThat(found.text())
        .startsWith("Best 3:\n<<<aaaaaa\n")
        .contains(
            """
            [k1] document of k1 > Tarn Bridge (complete)
            Tarn Bridge
            The bridge was designed by Mira Voss.
            It is made of stone.
            via: Tarn Bridge, Mira Voss""")
        .contains(
            "[k2] document of k2 > Mira Voss\n- She was born in Port Ferrow.\n",
            "via: Mira Voss, Port Ferrow")
        .endsWith(">>>aaaaaa");
    assertThat(found.shown()).extracting(snippet -> snippet.chunkId().value()).contains("k1", "k2");
  }

  @Test
  void startsFromGivenNamesAndReportsUnknownOnes() {
    assertThat(
            model()
                .call("related_search", Map.of("entities", List.of("Port Ferrow", "Atlantis")))
                .text())
        .startsWith("No text mentions \"Atlantis\". Best ")
        .contains("[k2] document of k2 > Mira Voss", "[k3] document of k3 > Port Ferrow");
  }

  @Test
  void saysThatNoNameWasFound() {
    assertThat(model().call("related_search", Map.of("question", "what do they carry?")).text())
        .startsWith("No name to start from was found; closest text. Best ")
        .contains("Rivers carry sand.");
    assertThat(model(OTHER).call("related_search", Map.of("entities", List.of("Atlantis"))).text())
        .startsWith("No text mentions \"Atlantis\". No name to start from was found");
    assertThat(model(new Chunk[0]).call("related_search", Map.of("question", "x")).text())
        .isEqualTo("There is no text to search.");
  }

  @Test
  void showsAChainBetweenTwoNames() {
    assertThat(
            model()
                .call("related_search", Map.of("from", "Tarn Bridge", "to", "Port Ferrow"))
                .text())
        .isEqualTo(
            """
            A chain of 2 sections:
            <<<aaaaaa
            [k1] document of k1 > Tarn Bridge (complete)
            Tarn Bridge
            The bridge was designed by Mira Voss.
            It is made of stone.
            via: Tarn Bridge, Mira Voss
            [k2] document of k2 > Mira Voss
            - She was born in Port Ferrow.
            via: Mira Voss, Port Ferrow
            >>>aaaaaa""");
    assertThat(model().call("related_search", Map.of("from", "Tarn Bridge", "to", "X")).text())
        .isEqualTo(
            "No chain of sections connects \"Tarn Bridge\" and \"X\". Search for each of them.");
  }

  @Test
  void showsOnlyTheBestSentenceOfASectionThatWasRead() {
    ToolConversation model = model();
    model.read("k2");
    assertThat(
            model
                .call("related_search", Map.of("entities", List.of("Mira Voss"), "top_k", 1))
                .text())
        .contains(
            "[k2] document of k2 > Mira Voss (read)\n- She was born in Port Ferrow.\nvia: Mira Voss");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                        | Give "question" or "entities" or both
          {"from": "a"}                             | Give "question" or "entities" or both
          {"from": "a", "to": "b", "question": "c"} | Give "question" or "entities" or both
          {"question": "a", "to": "b"}              | Give "question" or "entities" or both
          {"question": " "}                         | "question" must not be blank.
          {"entities": ["a", " "]}                  | "entities" must be 1 to 10 names
          {"entities": [{}]}                        | "entities" must be an array of strings
          {"names": ["a"]}                          | names
          """)
  void rejectsBadArgumentsWithOneMessage(String arguments, String message) {
    assertThat(model().call("related_search", arguments))
        .isInstanceOf(Observation.Rejected.class)
        .extracting(Observation::text)
        .asString()
        .contains(message)
        .endsWith(
            "Call it like this: related_search {\"question\": \"Where was the author of Hamlet"
                + " born?\", \"entities\": [\"Hamlet\"]}");
  }

  @Test
  void isNotOfferedByDefaultAndNeedsAGraph() {
    GraphCorpus corpus = new GraphCorpus((Catalogue) ToolConversation.corpus(OTHER));
    assertThat(Toolbox.of(corpus).tools())
        .extracting(RetrievalTool::name)
        .containsExactly("keyword_search", "semantic_search", "chunk_read");
    assertThatExceptionOfType(NotIndexedException.class)
        .isThrownBy(() -> Graphs.relatedSearch(ToolConversation.corpus(OTHER)))
        .withMessageContaining("Index.builder(directory).mentions(...)");
  }

  @Test
  void keepsTheLimitOfASearchResult() {
    Chunk[] many = new Chunk[15];
    for (int i = 0; i < many.length; i++) {
      many[i] =
          chunk("m%02d".formatted(i)).sentence("Mira Voss " + "built on ".repeat(120)).build();
    }
    Observation found =
        model(many).call("related_search", Map.of("entities", List.of("Mira Voss"), "top_k", 15));
    assertThat(found.tokens()).isBetween(1_000, 2_100);
  }
}
