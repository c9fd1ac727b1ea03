package dev.arag.openai.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.openai.OpenAiCompatible;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Tests responses in the formats of eleven servers. The responses were written according to the
 * public documentation of the servers. Each reply must be read, and each error must be classified
 * as documented.
 */
class ServerShapesTest {
  private static final List<String> SERVERS =
      List.of(
          "openai",
          "azure",
          "vllm",
          "sglang",
          "llama.cpp",
          "ollama",
          "deepseek",
          "mistral",
          "qwen",
          "openrouter",
          "litellm");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  private final ChatServer server = new ChatServer();

  @AfterEach
  void stop() {
    server.close();
  }

  private static JsonNode shapes(String name) throws IOException {
    try (InputStream file =
        ServerShapesTest.class.getResourceAsStream("/servers/" + name + ".json")) {
      return JSON.readTree(file);
    }
  }

  private ChatModel model() {
    return OpenAiCompatible.of(server.baseUrl(), "tiny-1", "").chatModel();
  }

  @ParameterizedTest
  @FieldSource("SERVERS")
  void readsACallAndAnAnswer(String name) throws IOException {
    JsonNode shapes = shapes(name);
    server.answers(200, shapes.path("call").toString());
    server.answers(200, shapes.path("answer").toString());
    Answer answer = Agent.builder(CORPUS, model()).build().ask("Where was Mira Voss born?");

    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.text()).startsWith("In Tarn, in 1881");
    assertThat(answer.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(answer.usage().inputTokens()).isEqualTo(1_280);
    assertThat(answer.usage().cachedInputTokens()).isEqualTo(2L * shapes.path("cached").asInt());
    assertThat(answer.usage().outputTokens()).isEqualTo(36);
    Step.ModelCall first = (Step.ModelCall) answer.trajectory().steps().get(0);
    assertThat(first.reply().thinking()).isEqualTo(shapes.path("thinking").asText());
    assertThat(first.reply().calls()).hasSize(1);
    assertThat(first.reply().calls().get(0).id()).isNotBlank();
  }

  @ParameterizedTest
  @FieldSource("SERVERS")
  void classifiesErrors(String name) throws IOException {
    for (JsonNode error : shapes(name).path("errors")) {
      String body = error.path("body").toString();
      String kind = error.path("is").asText();
      server.answers(error.path("status").asInt(), body);
      if (kind.equals("parameter")) {
        assertTheParameterIsOmitted();
      } else {
        ModelException failure =
            catchThrowableOfType(ModelException.class, () -> model().chat(request()));
        assertThat(kind(failure)).as(failure.getMessage()).isEqualTo(kind);
        assertThat(failure.isRetriable())
            .as(failure.getMessage())
            .isEqualTo(List.of("limit", "failed").contains(kind));
        assertThat(failure.getMessage()).doesNotContain("{\"error\"");
      }
    }
  }

  private static ChatRequest request() {
    return ChatRequest.builder()
        .messages(UserMessage.from("Where?"))
        .toolSpecifications(ToolSpecification.builder().name("chunk_read").build())
        .build();
  }

  private void assertTheParameterIsOmitted() {
    int before = server.requests().size();
    server.text("In Tarn.").text("In Tarn again.");
    ChatModel model = model();
    assertThat(model.chat(request()).aiMessage().text()).isEqualTo("In Tarn.");
    assertThat(model.chat(request()).aiMessage().text()).isEqualTo("In Tarn again.");
    List<ChatServer.Request> sent = server.requests().subList(before, server.requests().size());
    assertThat(sent)
        .extracting(each -> each.body().has("parallel_tool_calls"))
        .containsExactly(true, false, false);
    assertThat(sent.get(1).body().path("tools")).isEqualTo(sent.get(0).body().path("tools"));
  }

  private static String kind(ModelException failure) {
    if (failure.kind() == ModelException.Kind.CONTEXT_OVERFLOW) {
      return "overflow";
    }
    if (failure.kind() == ModelException.Kind.REFUSAL) {
      return "filter";
    }
    String text = failure.getMessage();
    if (text.contains("has no quota left")) {
      return "quota";
    }
    if (text.contains("refused the API key")) {
      return "key";
    }
    if (text.contains("was not found")) {
      return "missing";
    }
    if (text.contains("refused the request")) {
      return "refused";
    }
    return text.contains("is limiting requests") ? "limit" : "failed";
  }
}
