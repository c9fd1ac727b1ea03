package dev.arag.web.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.Document;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.source.Source;
import dev.arag.index.spi.IngestLimits;
import dev.arag.records.Records;
import dev.arag.web.page.PageClient.Answer;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.model.chat.StreamingChatModel;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Uses the server over real connections, without a browser. */
@Timeout(120)
class PageServerTest {
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

  private PageServer.Builder page(StreamingChatModel model) {
    return PageServer.builder(handbook.index, Agent.builder(handbook.index, model).build());
  }

  private PageServer.Builder extractivePage() {
    return PageServer.builder(
        handbook.index, Agent.builder(handbook.index, new ExtractiveChatModel()).build());
  }

  private static List<String> types(Answer answer) {
    return answer.parts().stream().map(part -> part.path("type").asText()).toList();
  }

  private static JsonNode search(PageClient client, String mode, String query) throws IOException {
    return client.post("/api/search").json(Map.of("query", query, "mode", mode)).send().json();
  }

  private static Answer upload(PageClient client, String name, String text) throws IOException {
    String encoded = java.net.URLEncoder.encode(name, StandardCharsets.UTF_8);
    return client
        .post("/api/upload?name=" + encoded)
        .body(text.getBytes(StandardCharsets.UTF_8), "application/octet-stream")
        .send();
  }

  /** Runs requests on other threads. */
  private static final class Background implements AutoCloseable {
    private final ExecutorService threads = Executors.newFixedThreadPool(16);

    <T> Future<T> run(java.util.concurrent.Callable<T> call) {
      return threads.submit(call);
    }

    @Override
    public void close() {
      threads.shutdownNow();
    }
  }

  @Nested
  class Conversations {
    // Questions

    @Test
    void answersAQuestionAsAStreamAndKeepsIt() throws IOException {
      TypingModel model = new TypingModel(handbook.script(), 5);
      try (PageServer server = page(model).start()) {
        PageClient client = PageClient.of(server);
        Answer answer = client.ask("c1", Handbook.QUESTION).send();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).hasValue("text/event-stream; charset=utf-8");
        assertThat(types(answer))
            .contains("start", "tool-input-available", "data-draft", "text-delta", "data-citation")
            .endsWith("finish");
        JsonNode kept = keptWhenEnded(client);
        assertThat(kept).hasSize(1);
        assertThat(kept.get(0).path("question").asText()).isEqualTo(Handbook.QUESTION);
        List<JsonNode> events =
            new Answer(200, List.of(), kept.get(0).path("events").asText()).parts();
        assertThat(withoutDrafts(events)).isEqualTo(withoutDrafts(answer.parts()));
        // The answer replaces the drafts.
        assertThat(events).hasSize(withoutDrafts(events).size());
      }
    }

    /** Returns the exchanges. A run ends a moment after the client has received its last event. */
    private static JsonNode keptWhenEnded(PageClient client) throws IOException {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      JsonNode kept = client.get("/api/conversation?id=c1").send().json().path("exchanges");
      while (kept.path(0).path("running").asBoolean() && System.nanoTime() < end) {
        kept = client.get("/api/conversation?id=c1").send().json().path("exchanges");
      }
      assertThat(kept.path(0).path("running").asBoolean()).isFalse();
      return kept;
    }

    private static List<JsonNode> withoutDrafts(List<JsonNode> parts) {
      return parts.stream()
          .filter(part -> !part.path("type").asText().equals("data-draft"))
          .map(part -> part.has("messageId") ? ((ObjectNode) part).without("messageId") : part)
          .toList();
    }

    @Test
    void theReasonOfAFailureIsThatOfTheCommand() throws IOException {
      ScriptedChatModel script =
          ScriptedChatModel.script().fail(new AuthenticationException("no such key"));
      Agent agent = Agent.builder(handbook.index, new TypingModel(script, 0)).build();
      try (PageServer server = PageServer.builder(handbook.index, agent).start()) {
        PageClient client = PageClient.of(server);
        String shown =
            client.ask("c1", "Who?").send().parts().stream()
                .filter(part -> part.path("type").asText().equals("error"))
                .map(part -> part.path("errorText").asText())
                .findFirst()
                .orElseThrow();
        ScriptedChatModel again =
            ScriptedChatModel.script().fail(new AuthenticationException("no such key"));
        Agent command = Agent.builder(handbook.index, new TypingModel(again, 0)).build();
        assertThatThrownBy(() -> command.ask("Who?")).hasMessage(shown);
      }
    }

    @Test
    void aConversationHasSeveralQuestionsUntilItIsDeleted() throws IOException {
      ScriptedChatModel script = ScriptedChatModel.script();
      handbook.addRun(script);
      script.answer("I do not know.").answer("Nothing.").answer("Nothing.").answer("Nothing.");
      try (PageServer server = page(new TypingModel(script, 0)).start()) {
        PageClient client = PageClient.of(server);
        client.ask("c1", "First?").send();
        client.ask("c1", "First?", "Second?").send();
        JsonNode kept = client.get("/api/conversation?id=c1").send().json().path("exchanges");
        assertThat(kept).hasSize(2);
        assertThat(script.requests().get(3).messages().toString()).contains("First?", "Second?");
        client.post("/api/conversation/delete").json(Map.of("id", "c1")).send();
        assertThat(client.get("/api/conversation?id=c1").send().json().path("exchanges")).isEmpty();
      }
    }

    @Test
    void aQuestionIsAskedWithinADocumentOrASource() throws IOException {
      handbook.index.put(
          "notes",
          List.of(Document.of("note/falk", "Ines Falk, the finance director, likes tea.")));
      List<Map<String, String>> places =
          List.of(
              Map.of("document", "handbook/travel.md"),
              Map.of("source", "notes"),
              Map.of("document", "handbook/people.md"));
      List<String> titles = List.of("Travel", "notes", "People");
      try (PageServer server = extractivePage().start()) {
        PageClient client = PageClient.of(server);
        for (int i = 0; i < places.size(); i++) {
          client.ask("c1", "Who is the finance director?").within(places.get(i)).send();
          JsonNode kept = client.get("/api/conversation?id=c1").send().json().at("/exchanges/0");
          assertThat(kept.at("/within/title").asText()).isEqualTo(titles.get(i));
          assertThat(kept.path("events").asText().contains("likes tea")).isEqualTo(i == 1);
          assertThat(kept.path("events").asText().contains("since 2021")).isEqualTo(i == 2);
        }
        client.ask("c1", "Who is the finance director?").send();
        JsonNode kept = client.get("/api/conversation?id=c1").send().json().at("/exchanges/0");
        assertThat(kept.path("within").isNull()).isTrue();
      }
    }

    @Test
    void anUnknownPlaceIsNotAsked() throws IOException {
      Scope scope = Scope.source("handbook");
      handbook.index.put("notes", List.of(Document.of("secret", "Secret.")));
      Map<Object, Integer> statuses = new LinkedHashMap<>();
      statuses.put(Map.of("document", "handbook/missing.md"), 404);
      statuses.put(Map.of("document", "secret"), 404);
      statuses.put(Map.of("source", "notes"), 404);
      statuses.put(Map.of("source", " "), 400);
      statuses.put(Map.of("document", 7), 400);
      statuses.put(Map.of(), 400);
      statuses.put("handbook", 400);
      statuses.put(Map.of("document", "a", "source", "b"), 400);
      try (PageServer server = extractivePage().scope(scope).start()) {
        PageClient client = PageClient.of(server);
        for (Map.Entry<Object, Integer> each : statuses.entrySet()) {
          Answer answer = client.ask("c1", "Who?").within(each.getKey()).send();
          assertThat(answer.status()).as(each.toString()).isEqualTo(each.getValue());
        }
        Answer kept = client.get("/api/conversation?id=c1").send();
        assertThat(kept.json().path("exchanges")).isEmpty();
      }
    }

    @Test
    void aDeletedConversationIsNotContinued() throws IOException {
      ScriptedChatModel script = ScriptedChatModel.script();
      for (int i = 0; i < 8; i++) {
        script.answer("Nothing.");
      }
      try (PageServer server = page(new TypingModel(script, 0)).start()) {
        PageClient client = PageClient.of(server);
        client.ask("c1", "Where is Zanzibar?").send();
        client.post("/api/conversation/delete").json(Map.of("id", "c1")).send();
        int before = script.requests().size();
        client.ask("c1", "Where is Zanzibar?", "Second?").send();
        assertThat(script.requests().get(before).messages().toString())
            .contains("Second?")
            .doesNotContain("Zanzibar");
      }
    }

    @Test
    void fourQuestionsAreAnsweredAtTheSameTime() throws Exception {
      ScriptedChatModel script = ScriptedChatModel.script();
      for (int i = 0; i < 5; i++) {
        script.answer("wait");
      }
      TypingModel model = new TypingModel(script, NEVER_MILLIS);
      try (PageServer server = page(model).start();
          Background background = new Background()) {
        PageClient client = PageClient.of(server);
        List<Future<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          String id = "c" + i;
          answers.add(background.run(() -> client.ask(id, "Who?").send()));
        }
        Wait.until("four requests", () -> script.requests().size() == 4);
        assertThat(client.ask("c5", "Who?").send().status()).isEqualTo(429);
        for (int i = 0; i < 4; i++) {
          client.post("/api/chat/cancel").json(Map.of("id", "c" + i)).send();
          assertThat(answers.get(i).get().status()).isEqualTo(200);
        }
        Future<Answer> next = background.run(() -> client.ask("c5", "Who?").send());
        Wait.until("a fifth request", () -> script.requests().size() == 5);
        client.post("/api/chat/cancel").json(Map.of("id", "c5")).send();
        assertThat(next.get().status()).isEqualTo(200);
      }
    }
  }

  @Nested
  class Cancellation {
    @Test
    void aQuestionCanBeCancelled() throws Exception {
      TypingModel model = new TypingModel(handbook.script(), NEVER_MILLIS);
      try (PageServer server = page(model).start();
          Background background = new Background()) {
        PageClient client = PageClient.of(server);
        Future<Answer> answer = background.run(() -> client.ask("c1", "Who?").send());
        Wait.until("the model writes", () -> model.isWriting());
        assertThat(client.post("/api/chat/cancel").json(Map.of("id", "c1")).send().status())
            .isEqualTo(204);
        assertThat(types(answer.get())).contains("abort").doesNotContain("finish");
        Wait.until("the model was interrupted", () -> model.interrupted() == 1);
      }
    }

    @Test
    void aClosedConnectionCancelsTheRun() throws Exception {
      List<Long> millis = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        TypingModel model = new TypingModel(handbook.script(), NEVER_MILLIS);
        try (PageServer server = page(model).start()) {
          PageClient client = PageClient.of(server);
          long start;
          try (Socket socket = client.ask("c1", "Who?").open()) {
            Wait.until("the model writes", () -> model.isWriting());
            assertThat(socket.getInputStream().read()).isPositive();
            start = System.nanoTime();
          }
          Wait.until("the model was interrupted", () -> model.interrupted() == 1);
          millis.add((System.nanoTime() - start) / 1_000_000);
          Wait.until(
              "the question has ended",
              () ->
                  !client
                      .get("/api/conversation?id=c1")
                      .send()
                      .json()
                      .at("/exchanges/0/running")
                      .asBoolean());
        }
      }
      assertThat(millis).allSatisfy(each -> assertThat(each).isLessThan(10_000));
    }

    @Test
    void aServerWithoutSourcesStartsNoSync() throws IOException {
      try (PageServer server = page(new TypingModel(handbook.script(), NEVER_MILLIS)).start()) {
        assertThatIllegalStateException()
            .isThrownBy(server::startSync)
            .withMessageContaining("Builder.sources");
      }
    }

    @Test
    void closingTheServerCancelsEverythingAtOnce() throws Exception {
      TypingModel model = new TypingModel(handbook.script(), NEVER_MILLIS);
      try (Background background = new Background()) {
        PageServer server = page(model).sources(List.of(handbook.source())).start();
        PageClient client = PageClient.of(server);
        var unused = background.run(() -> client.ask("c1", "Who?").send());
        Wait.until("the model writes", () -> model.isWriting());
        server.startSync();
        long start = System.nanoTime();
        server.close();
        Wait.until("the model was interrupted", () -> model.interrupted() == 1);
        assertThat((System.nanoTime() - start) / 1_000_000).isLessThan(2_000);
        assertThatThrownBy(() -> client.get("/").send()).isInstanceOf(IOException.class);
        server.close();
      }
    }
  }

  @Nested
  class Connections {
    /**
     * The answer is longer than the buffers of a connection. {@code LoopbackServerTest} is faster.
     */
    @Test
    @Tag("full")
    void aReaderThatDoesNotReadIsDisconnected() throws Exception {
      ScriptedChatModel script = ScriptedChatModel.script().answer("lake\n".repeat(1_600_000));
      TypingModel model = new TypingModel(script, 0);
      try (PageServer server = page(model).clientTimeout(Duration.ofMillis(400)).start()) {
        PageClient client = PageClient.of(server);
        try (Socket socket = client.ask("c1", "Who?").open()) {
          Wait.until(
              "the question has ended",
              () -> {
                JsonNode kept = client.get("/api/conversation?id=c1").send().json();
                return kept.path("exchanges").size() == 1
                    && !kept.at("/exchanges/0/running").asBoolean();
              });
          long received = socket.getInputStream().transferTo(OutputStream.nullOutputStream());
          assertThat(received).isLessThan(8_000_000);
        }
      }
    }

    @Test
    void aClientThatDoesNotSendIsDisconnected() throws Exception {
      try (PageServer server = extractivePage().clientTimeout(Duration.ofMillis(400)).start()) {
        PageClient client = PageClient.of(server);
        try (Socket socket =
            client.post("/api/search").json(Map.of()).with("Content-Length", "500").open()) {
          assertThat(socket.getInputStream().readAllBytes()).isEmpty();
        }
        assertThat(client.get("/api/status").send().status()).isEqualTo(200);
      }
    }

    /** Half requests, and requests to open a session that never send their body. */
    @Test
    void clientsWithoutATokenDoNotDisturbTheUser() throws Exception {
      List<Socket> others = new ArrayList<>();
      try (PageServer server = extractivePage().start()) {
        PageClient client = PageClient.of(server);
        PageClient anonymous = PageClient.anonymous(server);
        for (int i = 0; i < 600; i++) {
          Socket half = new Socket("127.0.0.1", server.port());
          half.getOutputStream()
              .write("GET / HTTP/1.1\r\nHost: a".getBytes(StandardCharsets.US_ASCII));
          others.add(half);
        }
        for (int i = 0; i < 100; i++) {
          others.add(
              anonymous.post("/api/session").json(Map.of()).with("Content-Length", "9").open());
        }
        for (int i = 0; i < 20; i++) {
          assertThat(client.get("/api/status").send().status()).isEqualTo(200);
        }
        others.get(0).setSoTimeout(5_000);
        assertThat(others.get(0).getInputStream().read()).as("the oldest has ended").isEqualTo(-1);
      } finally {
        for (Socket other : others) {
          other.close();
        }
      }
    }

    @Test
    void parallelRequestsAreAnsweredOnceEach() throws Exception {
      try (PageServer server = extractivePage().start();
          Background background = new Background()) {
        PageClient client = PageClient.of(server);
        List<Future<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
          String mode = i % 2 == 0 ? "keyword" : "semantic";
          answers.add(
              background.run(
                  () ->
                      client
                          .post("/api/search")
                          .json(Map.of("query", "invoice", "mode", mode))
                          .send()));
        }
        for (Future<Answer> answer : answers) {
          assertThat(answer.get().status()).isEqualTo(200);
          assertThat(answer.get().json().path("hits")).isNotEmpty();
        }
      }
    }

    @Test
    void aPortInUseIsReported() throws IOException {
      try (PageServer server = extractivePage().start()) {
        assertThatThrownBy(() -> extractivePage().port(server.port()).start())
            .isInstanceOf(BindException.class);
        assertThat(server.address().toString())
            .matches("http://127\\.0\\.0\\.1:\\d+/#token=[A-Za-z0-9_-]{43}");
      }
      assertThatIllegalArgumentException().isThrownBy(() -> extractivePage().port(-1));
      assertThatIllegalArgumentException().isThrownBy(() -> extractivePage().port(65_536));
    }
  }

  @Nested
  class Searches {
    // Searches and documents

    @Test
    void searchesByWordsAndByMeaning() throws IOException {
      try (PageServer server = extractivePage().start()) {
        PageClient client = PageClient.of(server);
        JsonNode hits = search(client, "keyword", "a \"finance director\"");
        assertThat(hits.path("total").asInt()).isEqualTo(2);
        JsonNode sentence = hits.at("/hits/0/sentences/0");
        String text =
            handbook.index.document(hits.at("/hits/0/document").asText()).orElseThrow().text();
        assertThat(text.substring(sentence.path("start").asInt(), sentence.path("end").asInt()))
            .isEqualTo(sentence.path("text").asText());
        assertThat(search(client, "semantic", "hotel price").path("hits")).isNotEmpty();
        assertThat(search(client, "keyword", "zebra").path("hits")).isEmpty();
      }
    }

    @Test
    void listsDocumentsInPages() throws IOException {
      try (PageServer server = extractivePage().start()) {
        PageClient client = PageClient.of(server);
        List<String> ids = new ArrayList<>();
        for (int offset = 0; offset < 6; offset += 2) {
          JsonNode page = client.get("/api/documents?size=2&offset=" + offset).send().json();
          page.path("documents").forEach(each -> ids.add(each.path("id").asText()));
          assertThat(page.path("total").asInt()).isEqualTo(5);
        }
        assertThat(ids).isEqualTo(handbook.index.documentIds());
        assertThat(list(client, "offset=100000")).isEqualTo(List.of("5"));
      }
    }

    /** The total and the ids of a page of the list. */
    private static List<String> list(PageClient client, String query) throws IOException {
      JsonNode page = client.get("/api/documents?" + query).send().json();
      List<String> found = new ArrayList<>();
      found.add(page.path("total").asText());
      page.path("documents").forEach(each -> found.add(each.path("id").asText()));
      return found;
    }

    @Test
    void theListIsFilteredAndSorted() throws IOException {
      handbook.index.put(
          "notes",
          List.of(
              Document.builder("n/1", "One.").title("Zu\u0308rich").build(),
              Document.builder("n/2", "Two.")
                  .title("alps")
                  .metadata("date", LocalDate.of(2024, 5, 17))
                  .build(),
              Document.builder("n/3", "Three.").metadata("modified", "2025-01-02T10:00Z").build(),
              Document.builder("n/4", "Four.").metadata("created", "yesterday").build(),
              Document.builder("n/5", "Five.").title("Élise Corvane").build(),
              Document.builder("n/6", "Six.").title("Ørsgate").build()));
      try (PageServer server = extractivePage().start()) {
        PageClient client = PageClient.of(server);
        assertThat(list(client, "filter=Z%C3%BCrich")).containsExactly("1", "n/1");
        assertThat(list(client, "filter=handbook%20PEOPLE"))
            .containsExactly("1", "handbook/people.md");
        assertThat(list(client, "filter=zebra")).containsExactly("0");
        assertThat(list(client, "filter=md&size=1&offset=1"))
            .containsExactly("3", "handbook/purchasing.md");
        assertThat(list(client, "source=notes&sort=title"))
            .containsExactly("6", "n/2", "n/5", "n/3", "n/4", "n/6", "n/1");
        assertThat(list(client, "source=notes&sort=title&size=2&offset=1"))
            .containsExactly("6", "n/5", "n/3");
        assertThat(list(client, "source=zebra")).containsExactly("0");
        assertThat(list(client, "sort=source&size=6"))
            .startsWith("11", "handbook/glossary.csv/PO")
            .endsWith("handbook/travel.md", "n/1");
        assertThat(list(client, "sort=date&size=3"))
            .containsExactly("11", "n/3", "n/2", "handbook/glossary.csv/PO");
        JsonNode first = client.get("/api/documents?sort=date&size=1").send().json();
        assertThat(first.at("/documents/0/date").asText()).isEqualTo("2025-01-02T10:00Z");
        assertThat(first.at("/documents/0/source").asText()).isEqualTo("notes");
        for (String wrong :
            List.of(
                "sort=size",
                "source=%20",
                "filter=" + "a".repeat(201),
                "sort=title&offset=9990&size=25",
                "sort=date&offset=2147483647")) {
          assertThat(client.get("/api/documents?" + wrong).send().status()).isEqualTo(400);
        }
      }
    }

    @Test
    void theTextOfAUserIsNoError() throws IOException {
      try (PageServer server = extractivePage().start()) {
        PageClient client = PageClient.of(server);
        for (String mode : List.of("hybrid", "keyword", "semantic")) {
          for (String text :
              List.of(
                  "invoice,",
                  "a",
                  "?!",
                  "\"",
                  "\"finance director",
                  "one two three four five six seven eight nine ten eleven",
                  "the who",
                  "\ud800",
                  "x".repeat(1_000))) {
            Answer answer =
                client.post("/api/search").json(Map.of("query", text, "mode", mode)).send();
            assertThat(answer.status()).as(mode + " " + text + answer.body()).isEqualTo(200);
          }
          assertThat(search(client, mode, "“Ines Falk”,").at("/hits/0/document").asText())
              .isEqualTo("handbook/people.md");
        }
        assertThat(search(client, "hybrid", "Who is in “the office”?").path("keywords"))
            .extracting(JsonNode::asText)
            .containsExactly("the office");
        assertThat(search(client, "keyword", "a").path("note").asText())
            .isEqualTo("The text contains no word to search for.");
      }
    }

    @Test
    void theHitsOfLaterPagesAreOthers() throws IOException {
      List<Document> many = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        many.add(Document.of("note/" + i, "The lake number " + i + " is deep and cold."));
      }
      handbook.index.put("notes", many);
      try (PageServer server = extractivePage().start()) {
        PageClient client = PageClient.of(server);
        for (String mode : List.of("hybrid", "keyword", "semantic")) {
          List<String> pages = new ArrayList<>();
          for (int offset = 0; offset < 40; offset += 10) {
            pages.addAll(chunks(client, mode, offset, 10));
          }
          assertThat(pages).hasSize(40).doesNotHaveDuplicates();
          assertThat(chunks(client, mode, 0, 40)).isEqualTo(pages);
          assertThat(chunks(client, mode, 1_000, 10)).isEmpty();
        }
      }
    }

    private static List<String> chunks(PageClient client, String mode, int offset, int size)
        throws IOException {
      Map<String, ?> asked =
          Map.of("query", "cold lake", "mode", mode, "offset", offset, "size", size);
      return client
          .post("/api/search")
          .json(asked)
          .send()
          .json()
          .path("hits")
          .findValuesAsText("chunk");
    }

    @Test
    void thePageKnowsTheNameOfTheModel() throws IOException {
      try (PageServer server = extractivePage().start()) {
        JsonNode status = PageClient.of(server).get("/api/status").send().json();
        assertThat(status.path("model").isNull()).isTrue();
      }
      try (PageServer server = page(new TypingModel(handbook.script(), 0, "small-model")).start()) {
        JsonNode status = PageClient.of(server).get("/api/status").send().json();
        assertThat(status.path("model").asText()).isEqualTo("small-model");
      }
    }

    @Test
    void aScopeRestrictsEverything() throws IOException {
      Scope scope = Scope.documents("handbook/travel.md");
      ScriptedChatModel script =
          ScriptedChatModel.script()
              .call("keyword_search", Map.of("keywords", List.of("finance director")))
              .answer("Nothing was found.")
              .answer("Nothing was found.")
              .answer("Nothing was found.");
      try (PageServer server = page(new TypingModel(script, 0)).scope(scope).start()) {
        PageClient client = PageClient.of(server);
        assertThat(client.get("/api/status").send().json().path("documents").isNull()).isTrue();
        assertThat(list(client, "")).containsExactly("1", "handbook/travel.md");
        assertThat(list(client, "source=handbook&sort=title"))
            .containsExactly("1", "handbook/travel.md");
        assertThat(search(client, "keyword", "finance director").path("hits")).isEmpty();
        for (Map<String, String> other :
            List.of(
                Map.of("document", "handbook/people.md"),
                Map.of("chunk", handbook.chunk("handbook/people.md")))) {
          assertThat(client.post("/api/passage").json(other).send().status()).isEqualTo(404);
        }
        Answer answer = client.ask("c1", "Who is the finance director?").send();
        assertThat(answer.body()).contains("\"count\":0").doesNotContain("Ines");
      }
      assertThatIllegalStateException()
          .isThrownBy(
              () -> extractivePage().scope(scope).allowUploads(IngestLimits.defaults()).start());
    }

    /** Such as a collection in Solr. */
    @Test
    void aCorpusWithoutAnIndexIsOnlyRead() throws IOException {
      Catalogue snapshot = handbook.index.snapshot();
      Supplier<PageServer.Builder> page =
          () ->
              PageServer.builder(
                  snapshot,
                  handbook.index::stats,
                  Agent.builder(snapshot, new ExtractiveChatModel()).build());
      try (PageServer server = page.get().start()) {
        PageClient client = PageClient.of(server);
        JsonNode status = client.get("/api/status").send().json();
        assertThat(status.path("documents").asLong()).isEqualTo(handbook.index.stats().documents());
        assertThat(status.path("hasEmbeddings").asBoolean()).isTrue();
        assertThat(client.get("/api/documents").send().body()).contains("handbook/people.md");
        assertThat(client.post("/api/sync/start").json(Map.of()).send().status()).isEqualTo(409);
        assertThat(client.ask("c1", "Who is the finance director?").send().body()).contains("Ines");
      }
      List<Source> sources = List.of(Source.path(folder));
      assertThatIllegalStateException().isThrownBy(() -> page.get().sources(sources).start());
      assertThatIllegalStateException()
          .isThrownBy(() -> page.get().allowUploads(IngestLimits.defaults()).start())
          .withMessage(
              "sources, pageImages and allowUploads need PageServer.builder(index, agent): these documents can only be"
                  + " read.");
    }
  }

  @Nested
  class Passages {
    @Test
    void showsTheTextAroundAQuote() throws IOException {
      String text = "😀".repeat(5_000) + "The quote." + "😀".repeat(5_000);
      handbook.index.put("notes", List.of(Document.of("long", text)));
      try (PageServer server = extractivePage().start()) {
        PageClient client = PageClient.of(server);
        int start = text.indexOf("The quote.");
        Map<String, ?> span = Map.of("start", start, "end", start + 10);
        JsonNode passage = passage(client, Map.of("document", "long", "spans", List.of(span)));
        int from = passage.path("from").asInt();
        assertThat(passage.path("text").asText())
            .isEqualTo(text.substring(from, passage.path("to").asInt()))
            .contains("The quote.");
        assertThat(passage.path("length").asInt()).isEqualTo(text.length());
        assertThat(passage.at("/spans/0/start").asInt()).isEqualTo(start);
        // No part begins or ends inside of a character.
        for (int i = 0; i < 4; i++) {
          JsonNode part =
              passage(client, Map.of("document", "long", "from", 100 + i, "to", 201 + i));
          assertThat(part.path("text").asText()).matches("(😀)+");
        }
        JsonNode all =
            passage(client, Map.of("document", "long", "from", 0, "to", Integer.MAX_VALUE));
        assertThat(all.path("text").asText()).isEqualTo(text);
      }
    }

    @Test
    void saysThatAQuoteIsInTheTitle() throws IOException {
      Document titled =
          Document.builder("hours", "From nine to five.").title("Opening hours").build();
      handbook.index.put("notes", List.of(titled));
      try (PageServer server = extractivePage().start()) {
        PageClient client = PageClient.of(server);
        Map<String, String> quote = Map.of("document", "hours", "quote", "opening HOURS");
        JsonNode passage = passage(client, quote);
        assertThat(passage.path("text").asText()).isEqualTo("From nine to five.");
        assertThat(passage.path("spans")).isEmpty();
        assertThat(passage.path("note").asText()).isEqualTo("The quote is in the title.");
      }
    }

    private static JsonNode passage(PageClient client, Map<String, ?> body) throws IOException {
      Answer answer = client.post("/api/passage").json(body).send();
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      return answer.json();
    }

    @Test
    void aQuoteOfADocumentThatHasChangedIsSearchedAgain() throws IOException {
      try (PageServer server = extractivePage().start()) {
        PageClient client = PageClient.of(server);
        String chunk = handbook.chunk("handbook/travel.md");
        Map<String, ?> query =
            Map.of(
                "chunk",
                chunk,
                "document",
                "handbook/travel.md",
                "quote",
                "A hotel may cost up to 140 euros",
                "spans",
                List.of(Map.of("start", 2, "end", 5)));
        assertThat(passage(client, query).path("note").isNull()).isTrue();
        Path file = handbook.folder.resolve("travel.md");
        Files.writeString(file, "A new first line, and more.\n\n" + Files.readString(file));
        handbook.sync();
        JsonNode passage = passage(client, query);
        assertThat(passage.path("note").asText()).contains("changed");
        int start = passage.at("/spans/0/start").asInt() - passage.path("from").asInt();
        assertThat(passage.path("text").asText().substring(start)).startsWith("A hotel may cost");
      }
    }
  }

  @Nested
  class Syncs {
    // Sync and uploads

    @Test
    void syncsTheSources() throws IOException {
      try (PageServer server =
          extractivePage().sources(List.of(handbook.source().prune(1))).start()) {
        PageClient client = PageClient.of(server);
        assertThat(client.get("/api/sync").send().json().path("state").asText()).isEqualTo("none");
        Files.writeString(
            handbook.folder.resolve("canteen.md"), "# Canteen\n\nLunch is at noon.\n");
        Files.writeString(handbook.folder.resolve("picture.png"), "none");
        Files.delete(handbook.folder.resolve("travel.md"));
        client.post("/api/sync/start").json(Map.of()).send();
        Wait.until("the sync is done", () -> !state(client).equals("running"));
        JsonNode report = client.get("/api/sync").send().json().path("report");
        assertThat(report.path("added").asInt()).isEqualTo(1);
        assertThat(report.path("deleted").asInt()).isEqualTo(1);
        assertThat(report.at("/skipped/0/source").asText()).isEqualTo("handbook/picture.png");
      }
    }

    private static String state(PageClient client) throws IOException {
      return client.get("/api/sync").send().json().path("state").asText();
    }

    @Test
    void aSyncCanBeCancelled() throws IOException {
      Iterable<Document> endless =
          () ->
              Stream.iterate(0, i -> i + 1)
                  .map(i -> Document.of("d" + i, "Text " + i + "."))
                  .iterator();
      try (PageServer server =
          extractivePage()
              .sources(List.of(dev.arag.index.source.Source.documents("endless", endless)))
              .start()) {
        PageClient client = PageClient.of(server);
        client.post("/api/sync/start").json(Map.of()).send();
        Wait.until(
            "the sync has begun",
            () -> client.get("/api/sync").send().json().at("/progress/documents").asInt() > 0);
        assertThat(state(client)).isEqualTo("running");
        client.post("/api/sync/cancel").json(Map.of()).send();
        Wait.until("the sync has ended", () -> state(client).equals("cancelled"));
      }
    }

    @Test
    void aServerWithoutSourcesSyncsNothing() throws IOException {
      try (PageServer server = extractivePage().start()) {
        PageClient client = PageClient.of(server);
        assertThat(client.post("/api/sync/start").json(Map.of()).send().status()).isEqualTo(409);
      }
    }
  }

  @Nested
  class Uploads {
    @Test
    void uploadsAreRefusedUnlessTheyAreAllowed() throws IOException {
      try (PageServer server = extractivePage().start()) {
        PageClient client = PageClient.of(server);
        assertThat(upload(client, "a.txt", "A text.").status()).isEqualTo(404);
        assertThat(client.get("/api/status").send().json().path("uploadBytes").isNull()).isTrue();
      }
    }

    @Test
    void anUploadIsADocumentOfItsOwnSource() throws IOException {
      List<String> before = temporaryFolders();
      IngestLimits limits = new IngestLimits(1_000, 500);
      try (PageServer server =
          extractivePage().allowUploads(limits, Records.byExtension()).start()) {
        PageClient client = PageClient.of(server);
        JsonNode first = upload(client, "Grüße 1.md", "# Canteen\n\nLunch is at noon.").json();
        assertThat(first.path("stored").asBoolean()).isTrue();
        assertThat(first.path("added").asInt()).isEqualTo(1);
        assertThat(first.at("/documents/0/id").asText()).isEqualTo("uploads/Grüße 1.md");
        assertThat(first.at("/documents/0/title").asText()).isEqualTo("Canteen");
        assertThat(
                handbook
                    .index
                    .within(Scope.source("uploads"))
                    .documents(dev.arag.core.corpus.Slice.first(5)))
            .hasSize(1);
        JsonNode second = upload(client, "Grüße 1.md", "# Canteen\n\nLunch is at one.").json();
        assertThat(second.path("updated").asInt()).isEqualTo(1);
        assertThat(
                upload(client, "rows.csv", "id,text\n1,One.\n2,Two.\n")
                    .json()
                    .path("added")
                    .asInt())
            .isEqualTo(2);
        assertThat(reason(upload(client, "a.png", "x"))).contains("no parser for .png");
        assertThat(reason(upload(client, "noextension", "x"))).isNotBlank();
        assertThat(reason(upload(client, "long.txt", "a".repeat(600)))).contains("longer than 500");
        assertThat(reason(upload(client, "empty.csv", "id,text\n"))).isNotBlank();
        assertThat(upload(client, "big.txt", "a".repeat(1_001)).status()).isEqualTo(413);
        assertThat(handbook.index.documentIds())
            .filteredOn(id -> id.startsWith("uploads/"))
            .hasSize(3);
      }
      Wait.until("no uploaded file is left", () -> before.containsAll(temporaryFolders()));
    }

    private static String reason(Answer answer) {
      JsonNode result = answer.json();
      assertThat(result.path("stored").asBoolean()).isFalse();
      return result.at("/reasons/0").asText();
    }

    private static List<String> temporaryFolders() throws IOException {
      try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
        return files
            .map(path -> path.getFileName().toString())
            .filter(name -> name.startsWith("arag-upload"))
            .toList();
      }
    }

    @Test
    void onlyUploadedDocumentsAreDeleted() throws IOException {
      try (PageServer server = extractivePage().allowUploads(IngestLimits.defaults()).start()) {
        PageClient client = PageClient.of(server);
        upload(client, "lunch.md", "# Canteen\n\nLunch is at noon.");
        assertThat(search(client, "keyword", "lunch").path("hits")).hasSize(1);
        assertThat(delete(client, "handbook/people.md").status()).isEqualTo(403);
        assertThat(delete(client, "handbook/people.md").body()).contains("was not uploaded");
        assertThat(delete(client, "uploads/other.md").status()).isEqualTo(404);
        assertThat(delete(client, " ").status()).isEqualTo(404);
        assertThat(handbook.index.documentIds()).hasSize(6);
        client.ask("c1", "When is lunch?").send();
        client.ask("c2", "Who is the finance director?").send();
        assertThat(delete(client, "uploads/lunch.md").json().path("conversations").asInt())
            .isEqualTo(1);
        assertThat(client.get("/api/conversation?id=c1").send().json().path("exchanges")).isEmpty();
        assertThat(search(client, "keyword", "lunch").path("hits")).isEmpty();
        assertThat(client.get("/api/status").send().json().path("documents").asInt()).isEqualTo(5);
        assertThat(delete(client, "uploads/lunch.md").body()).contains("is not in the index");
        // The same file can be uploaded again.
        assertThat(
                upload(client, "lunch.md", "# Canteen\n\nLunch is at noon.")
                    .json()
                    .path("added")
                    .asInt())
            .isEqualTo(1);
      }
      try (PageServer server = extractivePage().start()) {
        assertThat(delete(PageClient.of(server), "uploads/lunch.md").status()).isEqualTo(404);
        assertThat(handbook.index.documentIds()).contains("uploads/lunch.md");
      }
    }

    private static Answer delete(PageClient client, String document) throws IOException {
      return client.post("/api/documents/delete").json(Map.of("document", document)).send();
    }

    @Test
    void theNameOfAnUploadCannotReachAnotherFile() throws IOException {
      try (PageServer server = extractivePage().allowUploads(IngestLimits.defaults()).start()) {
        PageClient client = PageClient.of(server);
        for (String name :
            List.of(
                "",
                " ",
                " .hidden.txt",
                "\u2003.env",
                "../a.txt",
                "a/b.txt",
                "a\\b.txt",
                "/etc/a.txt",
                ".hidden.txt",
                "a\0.txt",
                "a\n.txt",
                "a\u0085.txt",
                "a\u2028.txt",
                "a\u202Etxt.exe",
                "a".repeat(300) + ".txt")) {
          assertThat(upload(client, name, "A text.").status()).as(name).isEqualTo(400);
        }
        assertThat(handbook.index.documentIds()).noneMatch(id -> id.startsWith("uploads"));
      }
    }
  }

  @Nested
  class Log {
    // The log

    /** Reads everything that the server and the library log, at all levels. */
    @Test
    void noTextTokenOrQuestionIsLogged() throws IOException {
      ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
      Handler handler = recorder(lines);
      Logger root = Logger.getLogger("");
      Level level = root.getLevel();
      root.addHandler(handler);
      root.setLevel(Level.ALL);
      Logger server = Logger.getLogger("com.sun.net.httpserver");
      server.setLevel(Level.ALL);
      try {
        useEverything(lines);
      } finally {
        server.setLevel(null);
        root.setLevel(level);
        root.removeHandler(handler);
      }
      assertThat(lines).anyMatch(line -> line.contains("/api/search failed"));
      assertThat(lines)
          .noneMatch(line -> line.contains("finance"))
          .noneMatch(line -> line.contains("Zanzibar"))
          .noneMatch(line -> line.contains("lunch"));
    }

    private void useEverything(ConcurrentLinkedQueue<String> lines) throws IOException {
      List<String> secrets = new ArrayList<>();
      try (PageServer server = extractivePage().allowUploads(IngestLimits.defaults()).start()) {
        PageClient client = PageClient.of(server);
        secrets.add(PageClient.tokenOf(server.address()));
        secrets.add(client.cookie().substring(client.cookie().indexOf('=') + 1));
        secrets.add(client.key());
        client.ask("c1", "Who is the finance director of Zanzibar?").send();
        search(client, "keyword", "finance Zanzibar");
        upload(client, "a.txt", "The lunch.");
        upload(client, "a.png", "The lunch.");
        client
            .post("/api/search")
            .body("{\"finance".getBytes(StandardCharsets.UTF_8), "application/json")
            .send();
        handbook.index.close();
        assertThat(
                client
                    .post("/api/search")
                    .json(Map.of("query", "finance Zanzibar", "mode", "keyword"))
                    .send()
                    .status())
            .isEqualTo(500);
      }
      secrets.forEach(secret -> assertThat(lines).noneMatch(line -> line.contains(secret)));
    }

    private static Handler recorder(ConcurrentLinkedQueue<String> lines) {
      return new Handler() {
        @Override
        public void publish(LogRecord logged) {
          String text = new java.util.logging.SimpleFormatter().format(logged);
          // The test client's own library is not part of the server.
          if (!String.valueOf(logged.getLoggerName()).startsWith("jdk.internal")) {
            lines.add(text);
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
    }
  }
}
