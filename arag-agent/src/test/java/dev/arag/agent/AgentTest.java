package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.model.ScriptedChatModel;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.model.chat.ChatModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  @Test
  void citesTheSecondHop() {
    ChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
            .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
            .answer("In Tarn [k2: \"born in Tarn\"].");
    Answer answer =
        Agent.builder(CORPUS, model).build().ask("Where was the designer of the Old Bridge born?");

    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.isComplete()).isTrue();
    assertThat(answer.text()).startsWith("In Tarn");
    assertThat(answer.usage().turns()).isEqualTo(3);
    assertThat(answer.usage().toolCalls()).isEqualTo(2);
  }

  @Test
  void refusesABlankQuestion() {
    Agent agent = Agent.builder(CORPUS, ScriptedChatModel.script()).build();
    assertThatThrownBy(() -> agent.ask("  ")).isInstanceOf(IllegalArgumentException.class);
  }
}
