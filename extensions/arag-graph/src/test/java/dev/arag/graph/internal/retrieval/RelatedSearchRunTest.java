package dev.arag.graph.internal.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.graph.Graphs;
import dev.arag.graph.internal.rank.GraphCorpus;
import dev.arag.tools.Toolbox;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The optional tool {@code related_search} in the loop. */
class RelatedSearchRunTest {
  private static final InMemoryCorpus TEXTS =
      InMemoryCorpus.of(
          new HashEmbedder(256),
          List.of(
              Document.of("bridge", "Old Bridge was designed by Mira Voss."),
              Document.of("voss", "Mira Voss was born in Tarn in 1881.")));

  private static final String QUESTION = "Where was the designer of Old Bridge born?";

  @Test
  void anAnswerCanCiteWhatItShows() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("related_search", Map.of("question", QUESTION))
            .answer("In Tarn [voss]\n\nEvidence:\n[voss] \"was born in Tarn in 1881\"");
    Answer answer =
        Agent.builder(new GraphCorpus(TEXTS), model)
            .tools(corpus -> Toolbox.of(corpus).with(Graphs.relatedSearch(corpus)))
            .build()
            .ask(QUESTION);
    assertThat(answer.citations()).extracting(Citation::verdict).containsExactly(Verdict.SUPPORTED);
    assertThat(answer.usage().toolCalls()).isEqualTo(1);
  }

  @Test
  void aRunWithoutAGraphFailsBeforeItsFirstRequest() {
    Agent agent =
        Agent.builder(TEXTS, ScriptedChatModel.script())
            .tools(corpus -> Toolbox.of(corpus).with(Graphs.relatedSearch(corpus)))
            .build();
    assertThatExceptionOfType(NotIndexedException.class).isThrownBy(() -> agent.ask(QUESTION));
  }
}
