package dev.arag.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.web.AccessToken;
import dev.arag.web.page.PageServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;

/** Spring AI's OpenAI model as the client of an agent that a page server offers. */
@Timeout(60)
class ServedAgentTest {
  private static final String TEXT = "The Old Bridge was designed by Mira Voss. It cost 15 crowns.";

  @TempDir private Path folder;

  private Index index() {
    Index index =
        Index.builder(folder.resolve("i.arag")).embedder(new HashEmbedder()).openOrCreate();
    index.put("test", List.of(Document.builder("bridge", TEXT).oneChunk(ChunkId.of("k1")).build()));
    return index;
  }

  private static PageServer serve(Index index, ScriptedChatModel model, String key)
      throws IOException {
    return PageServer.builder(index, Agent.builder(index, model).build())
        .api(AccessToken.of(key))
        .start();
  }

  private static ChatClient client(PageServer server) {
    MessageChatMemoryAdvisor memory =
        MessageChatMemoryAdvisor.builder(MessageWindowChatMemory.builder().build()).build();
    return ChatClient.builder(CompletionServer.model(server.apiAddress().toString(), "arag"))
        .defaultAdvisors(memory)
        .defaultAdvisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, "1"))
        .build();
  }

  @Test
  void answersAQuestionAndAFollowUpWithAndWithoutAStream() throws IOException {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer(Fixtures.CITED)
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer("15 crowns [k1: \"It cost 15 crowns\"].");
    try (Index index = index();
        PageServer server = serve(index, model, CompletionServer.KEY)) {
      ChatClient client = client(server);
      assertThat(client.prompt(Fixtures.QUESTION).call().content())
          .startsWith("Mira Voss [1].")
          .contains("Sources:");
      String streamed =
          client.prompt("What did it cost?").stream()
              .content()
              .toStream()
              .collect(Collectors.joining());
      assertThat(streamed).startsWith("15 crowns [1].").contains("Sources:");
    }
  }

  @Test
  void refusesAnotherKey() throws IOException {
    try (Index index = index();
        PageServer server = serve(index, ScriptedChatModel.script(), "another-key")) {
      assertThatThrownBy(() -> client(server).prompt(Fixtures.QUESTION).call().content())
          .hasMessageContaining("401");
    }
  }
}
