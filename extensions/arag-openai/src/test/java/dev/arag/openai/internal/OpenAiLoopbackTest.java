package dev.arag.openai.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.openai.OpenAiCompatible;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the agent with a real HTTP server through langchain4j-open-ai. */
class OpenAiLoopbackTest {
  private static final String KEY = "canary-7Hq2Zt9LwXv4Bn8MpR5c";
  private static final String QUESTION = "Where was Mira Voss born?";
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  private final ChatServer server = new ChatServer();

  @AfterEach
  void stop() {
    server.close();
  }

  private Agent.Builder agent() {
    ChatModel model = OpenAiCompatible.of(server.baseUrl(), "tiny-1", KEY).chatModel();
    return Agent.builder(CORPUS, model).modelRetries(0);
  }

  private static String search(String id) {
    return ChatServer.call(id, "keyword_search", "{\"keywords\":[\"Mira Voss\"]}");
  }

  private static String read(String id) {
    return ChatServer.call(id, "chunk_read", "{\"chunk_ids\":[\"k2\"]}");
  }

  @Test
  void answersWithCheckedCitations() {
    server.calls(search("c1")).calls(read("c2")).text("Tarn [k2: \"born in Tarn\"]");
    Answer answer = agent().build().ask(QUESTION);

    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(answer.usage().inputTokens()).isEqualTo(300);
    assertThat(answer.usage().cachedInputTokens()).isEqualTo(192);
    assertThat(answer.usage().outputTokens()).isEqualTo(60);
    Step.ModelCall first = (Step.ModelCall) answer.trajectory().steps().get(0);
    assertThat(first.reply().model()).isEqualTo("tiny-1-0815");
    assertThat(first.reply().thinking()).isEqualTo("I look it up.");
  }

  @Test
  void sendsRequestsInTheStandardForm() {
    server.calls(search("c1")).text("Tarn [k2]");
    agent().build().ask(QUESTION);

    ChatServer.Request request = server.requests().get(0);
    assertThat(request.path()).endsWith("/v1/chat/completions");
    assertThat(request.protocol()).isEqualTo("HTTP/1.1");
    assertThat(request.headers().keySet()).doesNotContain("Upgrade", "Http2-settings");
    assertThat(request.headers().getFirst("Authorization")).isEqualTo("Bearer " + KEY);
    JsonNode body = request.body();
    assertThat(body.path("model").asText()).isEqualTo("tiny-1");
    assertThat(body.path("parallel_tool_calls").booleanValue()).isTrue();
    assertThat(body.has("parallel_tool_calls")).isTrue();
    assertThat(body.has("temperature")).isFalse();
    assertThat(body.path("messages").findValuesAsText("role")).containsExactly("system", "user");
    assertThat(body.path("tools")).hasSize(3);
    JsonNode function = body.path("tools").path(0).path("function");
    assertThat(function.path("name").asText()).isEqualTo("keyword_search");
    assertThat(function.path("parameters").path("type").asText()).isEqualTo("object");
    assertThat(function.path("parameters").path("properties").has("keywords")).isTrue();
  }

  @Test
  void sendsCallReasoningAndResultWithTheSecondRequest() {
    server.calls(search("c1")).text("Tarn [k2]");
    agent().build().ask(QUESTION);

    JsonNode messages = server.requests().get(1).body().path("messages");
    assertThat(messages.findValuesAsText("role"))
        .containsExactly("system", "user", "assistant", "tool");
    JsonNode assistant = messages.path(2);
    assertThat(assistant.path("tool_calls").path(0).path("id").asText()).isEqualTo("c1");
    assertThat(assistant.path("reasoning_content").asText()).isEqualTo("I look it up.");
    JsonNode result = messages.path(3);
    assertThat(result.path("tool_call_id").asText()).isEqualTo("c1");
    assertThat(result.path("content").asText()).contains("k2");
    assertThat(messages.path(0))
        .isEqualTo(server.requests().get(0).body().path("messages").path(0));
    assertThat(server.requests().get(1).body().path("tools"))
        .isEqualTo(server.requests().get(0).body().path("tools"));
  }

  @Test
  void offersTheToolsInTheClosingCallButForbidsCalls() {
    server.calls(search("c1")).text("Tarn");
    Answer answer = agent().budget(Budget.builder().maxTurns(1).build()).build().ask(QUESTION);

    assertThat(answer.stopReason()).isEqualTo(StopReason.TURN_LIMIT);
    JsonNode closing = server.requests().get(1).body();
    assertThat(closing.path("tool_choice").asText()).isEqualTo("none");
    assertThat(closing.path("tools")).hasSize(3);
    assertThat(closing.path("messages").findValuesAsText("role"))
        .containsExactly("system", "user", "assistant", "tool", "user");
  }

  @Test
  void assignsDifferentIdsToCallsWithTheSameId() {
    server.calls(search("call_0"), read("call_0")).text("Tarn [k2]");
    agent().build().ask(QUESTION);
    JsonNode messages = server.requests().get(1).body().path("messages");
    List<String> calls = messages.path(2).path("tool_calls").findValuesAsText("id");
    assertThat(calls).hasSize(2).doesNotHaveDuplicates();
    assertThat(List.of(messages.path(3), messages.path(4)))
        .extracting(result -> result.path("tool_call_id").asText())
        .isEqualTo(calls);
  }

  @Test
  void omitsCallParametersInARequestWithoutTools() {
    server.text("Tarn");
    agent().strategy((question, run) -> run.complete(question)).build().ask(QUESTION);
    JsonNode body = server.requests().get(0).body();
    assertThat(body.has("tools")).isFalse();
    assertThat(body.has("tool_choice")).isFalse();
    assertThat(body.has("parallel_tool_calls")).isFalse();
  }

  @Test
  void sendsNoKeyIfNoneIsSet() {
    server.text("Tarn").text("Tarn");
    ChatModel model = OpenAiCompatible.of(server.baseUrl() + "/", "tiny-1", "").chatModel();
    Agent.builder(CORPUS, model).build().ask(QUESTION);
    assertThat(server.requests().get(0).headers().containsKey("Authorization")).isFalse();
    assertThat(server.requests().get(0).path()).endsWith("/v1/chat/completions");
  }

  @Test
  void sendsTheReasoningEffort() {
    server.text("Tarn").text("Tarn");
    OpenAiCompatible endpoint =
        OpenAiCompatible.of(
            Map.of(
                "ARAG_BASE_URL", server.baseUrl(),
                "ARAG_MODEL", "tiny-1",
                "ARAG_REASONING_EFFORT", "low"));
    Agent.builder(CORPUS, endpoint.chatModel()).build().ask(QUESTION);
    assertThat(server.requests().get(0).body().path("reasoning_effort").asText()).isEqualTo("low");
  }

  @Test
  void limitsRunsToTheContextWindowOfTheEndpoint() {
    Agent blocking = Agent.builder(CORPUS, smallEndpoint().chatModel()).build();
    Agent streaming = Agent.builder(CORPUS, smallEndpoint().streamingChatModel()).build();
    assertThat(contextTokens(blocking)).isEqualTo(4_096);
    assertThat(contextTokens(streaming)).isEqualTo(4_096);
  }

  @ParameterizedTest
  @ValueSource(ints = {2_048, 128_000})
  void prefersTheContextWindowOfTheBudget(int tokens) {
    Budget budget = Budget.builder().contextTokens(tokens).build();
    Agent agent = Agent.builder(CORPUS, smallEndpoint().chatModel()).budget(budget).build();
    assertThat(contextTokens(agent)).isEqualTo(tokens);
  }

  private OpenAiCompatible smallEndpoint() {
    return OpenAiCompatible.of(
        Map.of(
            "ARAG_BASE_URL", server.baseUrl(),
            "ARAG_MODEL", "tiny-1",
            "ARAG_CONTEXT_TOKENS", "4096"));
  }

  private static int contextTokens(Agent agent) {
    Strategy strategy = (question, run) -> "" + run.remaining().contextTokens();
    return Integer.parseInt(agent.toBuilder().strategy(strategy).build().ask(QUESTION).text());
  }

  @ParameterizedTest
  @CsvSource({
    "401, refused the API key, false",
    "403, refused the API key, false",
    "404, was not found, false",
    "400, refused the request, false",
    "429, is limiting requests, true",
    "500, failed, true",
    "503, failed, true"
  })
  void reportsAServerErrorOnOneLineWithoutTheKey(int status, String what, boolean retriable) {
    server.answers(status, "{\"error\":{\"message\":\"Wrong key: " + KEY + "\\nfor you\"}}");
    NoAnswerException failure =
        catchThrowableOfType(NoAnswerException.class, () -> agent().build().ask(QUESTION));

    assertThat(failure.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
    assertThat(failure)
        .hasMessageContaining("tiny-1 at " + server.baseUrl() + " " + what)
        .hasMessageContaining("(HTTP " + status + "): Wrong key: [key] for you.");
    assertThat(failure.getMessage()).doesNotContain("\n");
    assertThat(failure.isRetriable()).isEqualTo(retriable);
    assertThat(failure.trajectory().steps()).hasSize(1);
    assertThat(everything(failure)).doesNotContain(KEY);
    assertThat(failure.trajectory().steps().toString()).doesNotContain(KEY);
    assertThat(server.requests()).hasSize(1);
  }

  private static String everything(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void reportsTheAddressOfAnUnreachableServer() {
    server.close();
    NoAnswerException failure =
        catchThrowableOfType(NoAnswerException.class, () -> agent().build().ask(QUESTION));
    assertThat(failure)
        .hasMessageContaining(
            "tiny-1 at " + server.baseUrl() + " cannot be reached. Check the base URL")
        .hasMessageNotContaining("java.");
    assertThat(everything(failure)).doesNotContain(KEY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "ollama", "EMPTY", "lm-studio", "token-abc123"})
  void doesNotRedactAPlaceholderKey(String key) {
    server.close();
    String model = key + "-such";
    ChatModel chat = OpenAiCompatible.of(server.baseUrl(), model, key).chatModel();
    Agent agent = Agent.builder(CORPUS, chat).modelRetries(0).build();
    NoAnswerException failure =
        catchThrowableOfType(NoAnswerException.class, () -> agent.ask(QUESTION));
    assertThat(failure)
        .hasMessageContaining(model + " at " + server.baseUrl() + " cannot be reached")
        .hasRootCauseInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0123456789abcdef", KEY})
  void keepsTheCauseOfAFailureThatDoesNotContainTheKey(String key) {
    server.close();
    ChatModel chat = OpenAiCompatible.of(server.baseUrl(), "tiny-1", key).chatModel();
    Agent agent = Agent.builder(CORPUS, chat).modelRetries(0).build();
    assertThatThrownBy(() -> agent.ask(QUESTION)).hasRootCauseInstanceOf(IOException.class);
  }

  @Test
  void redactsTheShortestSecretKey() {
    String key = "0123456789abcdef";
    server.answers(401, "{\"error\":{\"message\":\"Wrong key: " + key + "\"}}");
    ChatModel chat = OpenAiCompatible.of(server.baseUrl(), "tiny-1", key).chatModel();
    Agent agent = Agent.builder(CORPUS, chat).modelRetries(0).build();
    NoAnswerException failure =
        catchThrowableOfType(NoAnswerException.class, () -> agent.ask(QUESTION));
    assertThat(failure).hasMessageContaining("Wrong key: [key]");
    assertThat(everything(failure)).doesNotContain(key);
  }

  @ParameterizedTest
  @CsvSource({
    "'<html>welcome</html>', 'which is not a chat completion'",
    "'{\"choices\":[]}', 'no choices'",
    "'{}', 'no choices'"
  })
  void reportsAResponseThatIsNotACompletion(String body, String what) {
    server.answers(200, body);
    NoAnswerException failure =
        catchThrowableOfType(NoAnswerException.class, () -> agent().build().ask(QUESTION));
    assertThat(failure.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
    assertThat(failure).hasMessageContaining(what).hasMessageContaining(server.baseUrl());
  }

  @Test
  void doesNotFollowARedirect() {
    server.answers(302, "moved").text("Tarn");
    NoAnswerException failure =
        catchThrowableOfType(NoAnswerException.class, () -> agent().build().ask(QUESTION));
    assertThat(failure.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
    assertThat(server.requests()).hasSize(1);
  }
}
