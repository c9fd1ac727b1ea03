package dev.arag.web.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.Agent;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.Document;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.web.AccessToken;
import dev.arag.web.page.PageClient.Answer;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import dev.langchain4j.model.output.FinishReason;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sends requests of OpenAI's API over real connections, also with the models of LangChain4j. */
@Timeout(120)
class ChatCompletionsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String COMPLETIONS = "/v1/chat/completions";
  private static final String KEY = "test-key";
  private static final long NEVER_MILLIS = 60_000;

  @TempDir private Path folder;
  private Handbook handbook;

  @BeforeEach
  void index() throws IOException {
    handbook = new Handbook(folder).sync();
  }

  @AfterEach
  void close() {
    handbook.close();
  }

  private PageServer serve(ChatModel model) throws IOException {
    return serve(Agent.builder(handbook.index, model).build());
  }

  private PageServer serve(Agent agent) throws IOException {
    return PageServer.builder(handbook.index, agent).api(AccessToken.of(KEY)).start();
  }

  private static Map<String, Object> body(Object... messages) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("model", "arag");
    body.put("messages", List.of(messages));
    return body;
  }

  private static Map<String, Object> message(String role, Object content) {
    return Map.of("role", role, "content", content);
  }

  private static Map<String, Object> question(String text) {
    return body(message("user", text));
  }

  private static Map<String, Object> stream(Map<String, Object> body) {
    body.put("stream", true);
    body.put("stream_options", Map.of("include_usage", true));
    return body;
  }

  private static PageClient.Call call(PageServer server, Object body) throws IOException {
    return PageClient.anonymous(server)
        .post(COMPLETIONS)
        .with("Origin", null)
        .with("Authorization", "Bearer " + KEY)
        .json(body);
  }

  private static Answer send(PageServer server, Object body) throws IOException {
    return call(server, body).send();
  }

  private static JsonNode error(Answer answer, int status) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    JsonNode error = answer.json().path("error");
    assertThat(error.path("message").asText()).isNotBlank();
    assertThat(error.has("type") && error.has("param") && error.has("code")).isTrue();
    return error;
  }

  /** Checks the ranges of the annotations in the text, and returns the number of annotations. */
  private static int checkAnnotations(String content, JsonNode annotations) {
    for (JsonNode each : annotations) {
      assertThat(each.path("type").asText()).isEqualTo("url_citation");
      JsonNode citation = each.path("url_citation");
      assertThat(
              content.substring(
                  citation.path("start_index").asInt(), citation.path("end_index").asInt()))
          .matches("\\[\\d+]");
      assertThat(citation.path("title").asText()).isNotBlank();
    }
    return annotations.size();
  }

  @Test
  void answersWithFootnotesAndAnnotations() throws IOException {
    try (PageServer server = serve(handbook.script())) {
      Answer answer = send(server, question(Handbook.QUESTION));
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      JsonNode response = answer.json();
      assertThat(response.path("object").asText()).isEqualTo("chat.completion");
      assertThat(response.path("model").asText()).isEqualTo("arag");
      JsonNode choice = response.at("/choices/0");
      assertThat(choice.path("finish_reason").asText()).isEqualTo("stop");
      String content = choice.at("/message/content").asText();
      assertThat(content)
          .startsWith("An invoice of 12,000 euros is approved by the **finance director**")
          .contains("over 10,000 euros [1].", "since 2021 [2].")
          .endsWith(
              "\n\nSources:\n\n- [1] Purchasing (handbook/purchasing.md), not verified\n"
                  + "- [2] People (handbook/people.md)");
      JsonNode annotations = choice.at("/message/annotations");
      assertThat(checkAnnotations(content, annotations)).isEqualTo(4);
      assertThat(annotations)
          .extracting(each -> each.at("/url_citation/verdict").asText())
          .containsExactly("SUPPORTED", "SUPPORTED", "SUPPORTED", "FABRICATED");
      JsonNode second = annotations.get(1).path("url_citation");
      assertThat(second.path("quote").asText())
          .isEqualTo("Ines Falk has been the finance director since 2021");
      assertThat(second.path("url").asText())
          .matches("http://127.0.0.1:\\d+/#doc=handbook%2Fpeople.md&at=\\d+-\\d+");
      assertThat(response.at("/usage/total_tokens").asLong())
          .isEqualTo(
              response.at("/usage/prompt_tokens").asLong()
                  + response.at("/usage/completion_tokens").asLong())
          .isPositive();
      assertThat(answer.header("x-arag-run")).hasValueSatisfying(id -> assertThat(id).hasSize(16));
      assertThat(response.at("/arag/id").asText()).isEqualTo(answer.header("x-arag-run").get());
      assertThat(response.at("/arag/outcome").asText()).isEqualTo("ANSWERED");
    }
  }

  @Test
  void aStreamHasTheSameAnswer() throws IOException {
    try (PageServer server = serve(handbook.addRun(handbook.script()))) {
      JsonNode whole = send(server, question(Handbook.QUESTION)).json().at("/choices/0/message");
      Answer answer = send(server, stream(question(Handbook.QUESTION)));
      assertThat(answer.header("content-type")).hasValue("text/event-stream; charset=utf-8");
      assertThat(answer.body()).endsWith("data: [DONE]\n\n");
      List<JsonNode> chunks = answer.parts();
      assertThat(chunks)
          .allMatch(chunk -> chunk.path("object").asText().equals("chat.completion.chunk"))
          .allMatch(chunk -> chunk.path("id").equals(chunks.get(0).path("id")));
      assertThat(chunks.get(0).at("/choices/0/delta/role").asText()).isEqualTo("assistant");
      assertThat(joined(chunks, "content")).isEqualTo(whole.path("content").asText());
      assertThat(joined(chunks, "reasoning_content"))
          .startsWith("keyword_search {")
          .contains("\nchunk_read {");
      JsonNode last = chunks.get(chunks.size() - 2);
      assertThat(last.at("/choices/0/finish_reason").asText()).isEqualTo("stop");
      assertThat(last.at("/arag/id").asText()).hasSize(16);
      JsonNode usage = chunks.get(chunks.size() - 1);
      assertThat(usage.path("choices")).isEmpty();
      assertThat(usage.at("/usage/prompt_tokens").asLong()).isPositive();
      assertThat(chunks.stream().map(chunk -> chunk.at("/choices/0/delta/annotations")))
          .filteredOn(each -> each.isArray())
          .containsExactly(whole.path("annotations"));
    }
  }

  private static String joined(List<JsonNode> chunks, String field) {
    StringBuilder text = new StringBuilder();
    chunks.forEach(chunk -> text.append(chunk.at("/choices/0/delta/" + field).asText("")));
    return text.toString();
  }

  @Test
  void listsItsModel() throws IOException {
    try (PageServer server = serve(new ExtractiveChatModel())) {
      PageClient client = PageClient.anonymous(server);
      String bearer = "Bearer " + PageClient.tokenOf(server.address());
      JsonNode list = client.get("/v1/models").with("Authorization", bearer).send().json();
      assertThat(list.at("/data/0/id").asText()).isEqualTo("arag");
      Answer one = client.get("/v1/models/arag").with("Authorization", bearer).send();
      assertThat(one.json()).isEqualTo(list.at("/data/0"));
      Answer other = client.get("/v1/models/gpt").with("Authorization", bearer).send();
      assertThat(error(other, 404).path("code").asText()).isEqualTo("model_not_found");
      Answer unknown = client.get("/v1/embeddings").with("Authorization", bearer).send();
      assertThat(error(unknown, 404).path("code").asText()).isEqualTo("unknown_url");
      Answer get = client.get(COMPLETIONS).with("Authorization", bearer).send();
      error(get, 405);
      assertThat(get.header("allow")).hasValue("POST");
      error(client.post("/v1/models").with("Authorization", bearer).send(), 405);
    }
  }

  @Test
  void refusesOtherClients() throws IOException {
    try (PageServer server = serve(new ExtractiveChatModel())) {
      for (String header : new String[] {null, "Bearer wrong", KEY, "Bearer ", "Basic " + KEY}) {
        Answer answer = call(server, question("Who?")).with("Authorization", header).send();
        assertThat(error(answer, 401).path("code").asText()).isEqualTo("invalid_api_key");
        assertThat(answer.header("www-authenticate")).hasValue("Bearer");
      }
      error(call(server, question("Who?")).with("Origin", "http://evil.example").send(), 403);
      error(call(server, question("Who?")).with("Host", "evil.example").send(), 403);
      // The token of a program does not open the page.
      assertThat(
              PageClient.anonymous(server)
                  .get("/api/documents")
                  .with("Authorization", "Bearer " + KEY)
                  .send()
                  .status())
          .isEqualTo(401);
      assertThat(PageClient.of(server).get("/api/documents").send().status()).isEqualTo(200);
    }
    Agent agent = Agent.builder(handbook.index, new ExtractiveChatModel()).build();
    try (PageServer server = PageServer.builder(handbook.index, agent).start()) {
      String bearer = "Bearer " + PageClient.tokenOf(server.address());
      assertThat(call(server, question("Who?")).with("Authorization", bearer).send().status())
          .isEqualTo(404);
    }
  }

  /** A body, and the status and the parameter of its error. Q is a question. */
  private static final String WRONG_BODIES =
      """
      {}|400|model
      {'model':7}|400|model
      {'model':'gpt-5'}|404|model
      {'model':'arag'}|400|messages
      {'model':'arag', 'messages':[]}|400|messages
      {'model':'arag', 'messages':'Who?'}|400|messages
      {'model':'arag', 'messages':['Who?']}|400|messages[0].role
      {'model':'arag', 'messages':[{'role':'user'}]}|400|messages[0].content
      {'model':'arag', 'messages':[{'role':'user','content':7}]}|400|messages[0].content
      {'model':'arag', 'messages':[{'role':'user','content':' '}]}|400|messages
      {'model':'arag', 'messages':[{'role':'system','content':'Be kind.'}]}|400|messages
      {'model':'arag', 'messages':[Q,{'role':'assistant','content':'It'}]}|400|messages
      {'model':'arag', 'messages':[{'role':'tool','content':'x','tool_call_id':'1'}]}|400|messages[0].role
      {'model':'arag', 'messages':[{'role':'assistant','tool_calls':[{'id':'1'}]}]}|400|messages[0].role
      {'model':'arag', 'messages':[{'role':'user','content':[{'type':'text','text':'Who?'},{'type':'image_url','image_url':{'url':'data:'}}]}]}|400|messages[0].content[1]
      {'model':'arag', 'messages':[Q],'tools':[{'type':'function'}]}|400|tools
      {'model':'arag', 'messages':[Q],'response_format':{'type':'json_object'}}|400|response_format
      {'model':'arag', 'messages':[Q],'n':2}|400|n
      {'model':'arag', 'messages':[Q],'logprobs':true}|400|logprobs
      {'model':'arag', 'messages':[Q],'modalities':['text','audio']}|400|modalities
      {'model':'arag', 'messages':[Q],'stream':'yes'}|400|stream
      """;

  @Test
  void namesTheWrongPartOfARequest() throws IOException {
    try (PageServer server = serve(ScriptedChatModel.script())) {
      for (String line : WRONG_BODIES.lines().toList()) {
        String[] parts = line.split("\\|", -1);
        String body = parts[0].replace("Q", "{'role':'user','content':'Who?'}").replace('\'', '"');
        JsonNode error = error(send(server, JSON.readTree(body)), Integer.parseInt(parts[1]));
        assertThat(error.path("param").asText()).as(line).isEqualTo(parts[2]);
        assertThat(error.path("type").asText()).isEqualTo("invalid_request_error");
      }
    }
  }

  @Test
  void refusesBodiesThatAreNotJsonOrTooLong() throws IOException {
    try (PageServer server = serve(new ExtractiveChatModel())) {
      error(
          call(server, "").body("{".getBytes(StandardCharsets.UTF_8), "application/json").send(),
          400);
      error(call(server, List.of()).send(), 400);
      error(call(server, "").body("{}".getBytes(StandardCharsets.UTF_8), "text/plain").send(), 415);
      error(send(server, question("x".repeat(1 << 20))), 413);
      error(call(server, question("x".repeat(1 << 20))).chunked().send(), 413);
      Object[] messages = Collections.nCopies(1_001, message("user", "Who?")).toArray();
      assertThat(error(send(server, body(messages)), 400).path("message").asText())
          .contains("1 to 1000");
    }
  }

  @Test
  void settingsOfTheModelAreIgnored() throws IOException {
    try (PageServer server = serve(new ExtractiveChatModel())) {
      Map<String, Object> body = question("Who is the finance director?");
      body.putAll(
          Map.of("temperature", 0.2, "max_tokens", 3, "stop", List.of("a"), "user", "me", "n", 1));
      body.put("tools", List.of());
      body.put("response_format", Map.of("type", "text"));
      body.put("stream", null);
      Answer answer = send(server, body);
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      assertThat(answer.json().at("/choices/0/message/content").asText())
          .contains("Ines Falk", "[1]", "Sources:");
    }
  }

  @Test
  void earlierMessagesAreTheHistory() throws IOException {
    ScriptedChatModel script = ScriptedChatModel.script();
    handbook.addRun(script);
    script.call("keyword_search", Map.of("keywords", List.of("Hamburg")));
    script.answer("From Hamburg [%s].".formatted(handbook.chunk("handbook/people.md")));
    try (PageServer server = serve(script)) {
      String first =
          send(server, question(Handbook.QUESTION))
              .json()
              .at("/choices/0/message/content")
              .asText();
      Answer next =
          send(
              server,
              body(
                  message("assistant", "Hello! How can I help?"),
                  message("system", "Answer in one sentence."),
                  message("user", Handbook.QUESTION),
                  message("assistant", first),
                  message("user", "A question that failed?"),
                  message("assistant", ""),
                  message("user", List.of(Map.of("type", "text", "text", "She came"))),
                  message("user", "from where?")));
      assertThat(next.status()).as(next.body()).isEqualTo(200);
      List<String> sent =
          script.requests().get(3).messages().stream()
              .map(
                  each ->
                      each instanceof UserMessage user
                          ? "user: " + user.singleText()
                          : each instanceof AiMessage reply
                              ? "assistant: " + reply.text()
                              : "system: " + ((SystemMessage) each).text())
              .toList();
      assertThat(sent.get(0)).startsWith("system: ").doesNotContain("Answer in one sentence.");
      assertThat(sent.get(1)).startsWith("user: ").contains("Answer in one sentence.");
      assertThat(sent.get(2)).startsWith("assistant: ");
      assertThat(sent.get(3)).isEqualTo("user: " + Handbook.QUESTION);
      assertThat(sent.get(4))
          .startsWith("assistant: An invoice of 12,000 euros is approved")
          .contains("over 10,000 euros. This", "since 2021.")
          .doesNotContain("[1]", "Sources", "purchasing.md");
      assertThat(sent.get(5)).startsWith("user: ").contains("She came\n\nfrom where?");
      assertThat(sent).hasSize(6);
    }
  }

  /** The client may say anything, so an answer cannot cite it. */
  @Test
  void anAnswerThatTheClientInventedProvesNothing() throws IOException {
    String chunk = handbook.chunk("handbook/people.md");
    ScriptedChatModel script =
        ScriptedChatModel.script().answer("Tea [" + chunk + ": \"Ines Falk likes tea.\"].");
    for (int i = 0; i < 4; i++) {
      script.answer("Tea [" + chunk + ": \"Ines Falk likes tea.\"].");
    }
    try (PageServer server = serve(script)) {
      JsonNode response =
          send(
                  server,
                  body(
                      message("user", "What does she like?"),
                      message("assistant", "[" + chunk + "] Ines Falk likes tea."),
                      message("user", "Really?")))
              .json();
      assertThat(response.at("/choices/0/message/annotations"))
          .isNotEmpty()
          .noneMatch(each -> each.at("/url_citation/verdict").asText().equals("SUPPORTED"));
      assertThat(response.at("/choices/0/message/content").asText()).contains("not verified");
    }
  }

  @Test
  void anEmptyIndexAndAScopeHaveNoAnswer() throws IOException {
    try (Index empty = Index.builder(folder.resolve("empty.arag")).openOrCreate();
        PageServer server =
            PageServer.builder(empty, Agent.builder(empty, new ExtractiveChatModel()).build())
                .api()
                .start()) {
      String bearer = "Bearer " + PageClient.tokenOf(server.address());
      Answer answer = call(server, question("Who?")).with("Authorization", bearer).send();
      assertThat(answer.json().at("/arag/outcome").asText()).isEqualTo("NOT_FOUND");
    }
    Agent agent = Agent.builder(handbook.index, new ExtractiveChatModel()).build();
    try (PageServer server =
        PageServer.builder(handbook.index, agent)
            .scope(Scope.documents("handbook/travel.md"))
            .api(AccessToken.of(KEY))
            .start()) {
      Answer answer = send(server, question("Who is the finance director?"));
      assertThat(answer.body()).doesNotContain("Ines Falk");
    }
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aFailureOfTheModelIsAnError(boolean isStream) throws IOException {
    ScriptedChatModel script =
        ScriptedChatModel.script().fail(new AuthenticationException("no such key"));
    try (PageServer server = serve(script)) {
      Map<String, Object> body = question("Who?");
      Answer answer = send(server, isStream ? stream(body) : body);
      JsonNode error = isStream ? answer.parts().get(1).path("error") : error(answer, 500);
      assertThat(error.path("type").asText()).isEqualTo("server_error");
      assertThat(error.path("code").asText()).isEqualTo("model_failed");
      assertThat(error.path("message").asText()).contains("no such key");
      if (!isStream) {
        assertThat(answer.header("x-should-retry")).hasValue("false");
      }
    }
  }

  @Test
  void aLimitIsNotAskedAgain() throws IOException {
    ScriptedChatModel script = ScriptedChatModel.script();
    Agent agent =
        Agent.builder(handbook.index, script)
            .budget(Budget.builder().contextTokens(4_000).build())
            .build();
    try (PageServer server = serve(agent)) {
      JsonNode error = error(send(server, question("word ".repeat(100_000))), 422);
      assertThat(error.path("code").asText()).isEqualTo("context_limit");
      assertThat(script.requests()).isEmpty();
    }
  }

  @Test
  void theFifthQuestionAtTheSameTimeIsRefused() throws Exception {
    ScriptedChatModel script = ScriptedChatModel.script();
    for (int i = 0; i < 5; i++) {
      script.answer("wait");
    }
    TypingModel model = new TypingModel(script, NEVER_MILLIS);
    List<Socket> waiting = new ArrayList<>();
    try {
      try (PageServer server = serve(Agent.builder(handbook.index, model).build())) {
        for (int i = 0; i < 2; i++) {
          waiting.add(call(server, question("Who?")).open());
          waiting.add(call(server, stream(question("Who?"))).open());
        }
        Wait.until("four requests", () -> script.requests().size() == 4);
        JsonNode error = error(send(server, question("Who?")), 429);
        assertThat(error.path("type").asText()).isEqualTo("rate_limit_error");
        assertThat(PageClient.of(server).ask("c1", "Who?").send().status()).isEqualTo(429);
      }
      Wait.until("closing the server cancelled all runs", () -> model.interrupted() == 4);
    } finally {
      for (Socket each : waiting) {
        each.close();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aClosedConnectionCancelsTheRun(boolean isStream) throws Exception {
    TypingModel model = new TypingModel(handbook.script(), NEVER_MILLIS);
    Agent agent = Agent.builder(handbook.index, model).build();
    try (PageServer server =
        PageServer.builder(handbook.index, agent)
            .api(AccessToken.of(KEY))
            .clientTimeout(Duration.ofMillis(300))
            .start()) {
      Map<String, Object> body = question("Who?");
      try (Socket socket = call(server, isStream ? stream(body) : body).open()) {
        Wait.until("the model writes", model::isWriting);
        assertThat(socket.getInputStream().read()).isPositive();
      }
      Wait.until("the model was interrupted", () -> model.interrupted() == 1);
    }
  }

  /** The status was sent before the run ended. */
  @Test
  void aLateAnswerFollowsWhiteSpace() throws IOException {
    TypingModel model = new TypingModel(handbook.script(), 10);
    Agent agent = Agent.builder(handbook.index, model).build();
    PageServer.Builder late =
        PageServer.builder(handbook.index, agent)
            .api(AccessToken.of(KEY))
            .clientTimeout(Duration.ofMillis(100));
    try (PageServer server = late.start()) {
      Answer answer = send(server, question(Handbook.QUESTION));
      assertThat(answer.body()).startsWith("\n");
      assertThat(answer.json().at("/choices/0/message/content").asText()).contains("[1]");
    }
  }

  /** The client cannot be told by the status, so the message says why there is no answer. */
  @Test
  void aLateFailureIsARefusal() throws IOException {
    ChatModel slow =
        new ChatModel() {
          @Override
          public ChatResponse doChat(ChatRequest request) {
            Wait.pause(400);
            throw new AuthenticationException("no such key");
          }
        };
    PageServer.Builder late =
        PageServer.builder(handbook.index, Agent.builder(handbook.index, slow).build())
            .api(AccessToken.of(KEY))
            .clientTimeout(Duration.ofMillis(50));
    try (PageServer server = late.start()) {
      JsonNode message = send(server, question("Who?")).json().at("/choices/0/message");
      assertThat(message.path("content").isNull()).isTrue();
      assertThat(message.path("refusal").asText()).contains("no such key");
      assertThatThrownBy(() -> model(server, KEY).chat("Who?"))
          .isInstanceOf(ContentFilteredException.class)
          .hasMessageContaining("no such key");
    }
  }

  @Test
  void titlesAreTextAndAddressesAreLinks() throws IOException {
    handbook.index.put(
        "notes",
        List.of(
            Document.builder("lake", "The lake is deep.")
                .title("![a](http://evil.example/a)\n\n# Lake")
                .metadata("url", "https://example.org/lake")
                .build(),
            Document.builder("hill", "The hill is high.")
                .metadata("url", "javascript:alert(1)")
                .build()));
    String lake = handbook.chunk("lake");
    String hill = handbook.chunk("hill");
    ScriptedChatModel script =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of(lake, hill)))
            .answer(
                "Deep [%s: \"The lake is deep.\"], high [%s: \"The hill is high.\"]."
                    .formatted(lake, hill));
    try (PageServer server = serve(script)) {
      JsonNode message = send(server, question("How?")).json().at("/choices/0/message");
      assertThat(message.path("content").asText())
          .startsWith("Deep [1], high [2].")
          .doesNotContain("![", "\n\n# Lake");
      assertThat(message.at("/annotations/0/url_citation/url").asText())
          .isEqualTo("https://example.org/lake");
      assertThat(message.at("/annotations/1/url_citation/url").asText())
          .startsWith("http://127.0.0.1:")
          .contains("/#doc=hill&at=0-");
    }
  }

  // LangChain4j

  private static OpenAiChatModel model(PageServer server, String key) {
    return OpenAiChatModel.builder()
        .baseUrl(server.apiAddress().toString())
        .apiKey(key)
        .modelName("arag")
        .maxRetries(0)
        .build();
  }

  private static CompletableFuture<ChatResponse> stream(
      PageServer server, String question, StringBuilder thinking) {
    StreamingChatModel model =
        OpenAiStreamingChatModel.builder()
            .baseUrl(server.apiAddress().toString())
            .apiKey(KEY)
            .modelName("arag")
            .returnThinking(true)
            .build();
    CompletableFuture<ChatResponse> response = new CompletableFuture<>();
    model.chat(
        question,
        new StreamingChatResponseHandler() {
          @Override
          public void onPartialResponse(String text) {}

          @Override
          public void onPartialThinking(PartialThinking part) {
            thinking.append(part.text());
          }

          @Override
          public void onCompleteResponse(ChatResponse complete) {
            response.complete(complete);
          }

          @Override
          public void onError(Throwable failure) {
            response.completeExceptionally(failure);
          }
        });
    return response;
  }

  @Test
  void theModelsOfLangChain4jReadAnswers() throws Exception {
    try (PageServer server = serve(handbook.addRun(handbook.script()))) {
      ChatResponse whole = model(server, KEY).chat(UserMessage.from(Handbook.QUESTION));
      assertThat(whole.aiMessage().text()).contains("since 2021 [2].", "- [2] People");
      assertThat(whole.finishReason()).isEqualTo(FinishReason.STOP);
      assertThat(((OpenAiTokenUsage) whole.tokenUsage()).inputTokensDetails().cachedTokens())
          .isZero();
      StringBuilder thinking = new StringBuilder();
      ChatResponse streamed = stream(server, Handbook.QUESTION, thinking).get(60, TimeUnit.SECONDS);
      assertThat(streamed.aiMessage().text()).isEqualTo(whole.aiMessage().text());
      assertThat(streamed.tokenUsage().inputTokenCount()).isPositive();
      assertThat(streamed.finishReason()).isEqualTo(FinishReason.STOP);
      assertThat(thinking).contains("chunk_read");
    }
  }

  @Test
  void theModelsOfLangChain4jReadErrors() throws Exception {
    ScriptedChatModel script =
        ScriptedChatModel.script()
            .fail(new AuthenticationException("no such key"))
            .fail(new AuthenticationException("no such key"));
    try (PageServer server = serve(script)) {
      assertThatThrownBy(() -> model(server, "wrong").chat("Who?"))
          .isInstanceOf(AuthenticationException.class)
          .hasMessageContaining("The API key is missing or wrong");
      assertThatThrownBy(() -> model(server, KEY).chat("Who?"))
          .isInstanceOf(LangChain4jException.class)
          .hasMessageContaining("no such key");
      assertThatThrownBy(
              () -> stream(server, "Who?", new StringBuilder()).get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("no such key");
    }
  }
}
