package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.spring.ai.AgentAdvisor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;

class SpringAiTest {
  @Test
  void anAgentAnswersForAChatClient() {
    InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("k1", "Mira Voss was born in Tarn."));
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer("In Tarn [k1: \"born in Tarn\"].");
    ChatModel unused =
        prompt -> {
          throw new IllegalStateException("The agent calls its own model.");
        };
    ChatClient client =
        ChatClient.builder(unused)
            .defaultAdvisors(AgentAdvisor.of(Agent.builder(corpus, model).build()))
            .build();
    assertEquals("In Tarn [1].", client.prompt("Where was Mira Voss born?").call().content());
  }
}
