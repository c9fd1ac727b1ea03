package dev.arag.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.web.page.PageClient.Answer;
import dev.langchain4j.exception.AuthenticationException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Asks, restarts, deletes and purges with conversations in a folder. */
@Timeout(120)
class StoredConversationsTest {
  private static final long NEVER_MILLIS = 60_000;

  @TempDir private Path directory;
  private Handbook handbook;
  private Path folder;

  @BeforeEach
  void index() throws IOException {
    handbook = new Handbook(directory).sync();
    folder = ConversationFolder.beside(directory.resolve("handbook.arag"));
  }

  @AfterEach
  void close() {
    handbook.close();
  }

  private PageServer start(ScriptedChatModel script) throws IOException {
    return start(new TypingModel(script, 0));
  }

  private PageServer start(TypingModel model) throws IOException {
    return PageServer.builder(handbook.index, Agent.builder(handbook.index, model).build())
        .sources(List.of(handbook.source().prune(1)))
        .conversations(folder)
        .start();
  }

  private static JsonNode list(PageClient client) throws IOException {
    return client.get("/api/conversations").send().json().path("conversations");
  }

  private static JsonNode show(PageClient client, String id) throws IOException {
    return client.get("/api/conversation?id=" + id).send().json().path("exchanges");
  }

  private static List<JsonNode> parts(JsonNode exchange) {
    return new Answer(200, List.of(), exchange.path("events").asText()).parts();
  }

  private static ScriptedChatModel script(String... answers) {
    ScriptedChatModel script = ScriptedChatModel.script();
    List.of(answers).forEach(answer -> add(script, answer));
    return script;
  }

  /** The model is asked again twice, because it has not searched. */
  private static ScriptedChatModel add(ScriptedChatModel script, String answer) {
    return script.answer(answer).answer(answer).answer(answer);
  }

  /** A question whose run reads one document and quotes its text. */
  private ScriptedChatModel reads(ScriptedChatModel script, String document, String quote) {
    String chunk = handbook.chunk(document);
    return script
        .call("chunk_read", Map.of("chunk_ids", List.of(chunk)))
        .answer("It is so [%s: \"%s\"].".formatted(chunk, quote));
  }

  private Path file(String id) {
    return folder.resolve(id + ".conversation");
  }

  private String allBytes() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }

  @Test
  void threeConversationsAreShownAndContinuedAfterARestart() throws IOException {
    ScriptedChatModel first = handbook.script();
    add(first, "NOT FOUND\nNothing.").fail(new AuthenticationException("no such key"));
    reads(first, "handbook/travel.md", "A hotel may cost up to 140 euros");
    add(first, "NOT FOUND\nNothing.");
    JsonNode before;
    try (PageServer server = start(first)) {
      PageClient client = PageClient.of(server);
      client.ask("a", Handbook.QUESTION).send();
      client.ask("a", Handbook.QUESTION, "And then?").send();
      client.ask("a", Handbook.QUESTION, "And then?", "Fails?").send();
      client.ask("b", "What may a hotel cost?").send();
      client.ask("c", "Something else?").send();
      before = show(client, "a");
      assertThat(before).hasSize(3);
      assertThat(list(client).findValuesAsText("id")).containsExactly("c", "b", "a");
    }
    ScriptedChatModel second = script("NOT FOUND\nNothing.");
    try (PageServer server = start(second)) {
      PageClient client = PageClient.of(server);
      assertThat(list(client).findValuesAsText("title"))
          .containsExactly("Something else?", "What may a hotel cost?", Handbook.QUESTION);
      assertThat(list(client).findValuesAsText("questions")).containsExactly("1", "1", "3");
      assertThat(show(client, "a")).isEqualTo(before);
      assertThat(parts(before.get(0)).stream().map(part -> part.path("type").asText()))
          .contains("source-document", "data-citation");
      client.ask("b", "What may a hotel cost?", "Is breakfast included?").send();
      assertThat(second.requests().get(0).messages().toString())
          .contains("What may a hotel cost?", "140 euros", "Is breakfast included?");
      assertThat(show(client, "b")).hasSize(2);
    }
    assertThat(Files.readAllLines(file("b"))).hasSize(2);
    if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
          .isEqualTo("rwx------");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file("a"))))
          .isEqualTo("rw-------");
    }
  }

  /** A reloaded page shows the same parts, but no drafts, which the answer replaces. */
  @Test
  void theKeptPartsAreThoseThatWereStreamed() throws IOException {
    ScriptedChatModel script = handbook.script();
    script.fail(new AuthenticationException("no such key"));
    try (PageServer server = start(new TypingModel(script, 2))) {
      PageClient client = PageClient.of(server);
      Answer answered = client.ask("a", Handbook.QUESTION).send();
      Answer failed = client.ask("b", "Who?").send();
      assertThat(comparable(parts(show(client, "a").get(0))))
          .isEqualTo(comparable(answered.parts()));
      assertThat(comparable(parts(show(client, "b").get(0)))).isEqualTo(comparable(failed.parts()));
    }
  }

  private static List<String> comparable(List<JsonNode> parts) {
    return parts.stream()
        .filter(part -> !part.path("type").asText().matches("data-draft|start"))
        .map(JsonNode::toString)
        .toList();
  }

  /** The process may be killed as soon as the reader has seen the answer. */
  @Test
  void anAnswerIsStoredBeforeItsReaderReceivesIt() throws IOException {
    try (PageServer server = start(script("NOT FOUND\nNothing at all."))) {
      PageClient client = PageClient.of(server);
      try (Socket socket = client.ask("a", "Who?").open()) {
        StringBuilder received = new StringBuilder();
        while (received.indexOf("\"text-start\"") < 0) {
          received.append((char) socket.getInputStream().read());
        }
        assertThat(Files.readString(file("a"))).contains("Nothing at all.").endsWith("\n");
      }
    }
  }

  @Test
  void aLineThatIsCutAtAnyByteLosesOnlyItsQuestion() throws IOException {
    try (PageServer server = start(script("NOT FOUND\nOne.", "NOT FOUND\nTwo."))) {
      PageClient client = PageClient.of(server);
      client.ask("a", "First?").send();
      client.ask("a", "First?", "Second?").send();
    }
    byte[] whole = Files.readAllBytes(file("a"));
    int end = new String(whole, StandardCharsets.UTF_8).indexOf('\n') + 1;
    int cuts = 0;
    int step = (whole.length - end) / 12;
    ScriptedChatModel script = script();
    for (int cut = end + 1; cut < whole.length; cut += step) {
      add(script, "NOT FOUND\nAgain.");
    }
    try (PageServer server = start(script)) {
      PageClient client = PageClient.of(server);
      for (int cut = end + 1; cut < whole.length; cut += step, cuts++) {
        String id = "cut" + cut;
        Files.write(file(id), Arrays.copyOf(whole, cut));
        assertThat(show(client, id)).hasSize(1);
        client.ask(id, "First?", "Second again?").send();
        List<String> lines = Files.readAllLines(file(id));
        assertThat(lines).hasSize(2);
        assertThat(lines.get(1)).contains("Second again?");
      }
      // Also a first line.
      Files.write(file("torn"), Arrays.copyOf(whole, end / 2));
      assertThat(show(client, "torn")).isEmpty();
    }
    assertThat(cuts).isGreaterThan(10);
  }

  @Test
  void aQuestionThatIsAskedAgainReplacesTheLaterOnes() throws IOException {
    try (PageServer server =
        start(script("NOT FOUND\nOne.", "NOT FOUND\nTwo.", "NOT FOUND\nThree."))) {
      PageClient client = PageClient.of(server);
      client.ask("a", "First?").send();
      client.ask("a", "First?", "Second?").send();
      client.ask("a", "First?", "Instead?").send();
    }
    try (PageServer server = start(script())) {
      JsonNode kept = show(PageClient.of(server), "a");
      assertThat(kept.findValuesAsText("question")).containsExactly("First?", "Instead?");
    }
  }

  @Test
  void aDeletedConversationIsGoneAlsoIfItIsBeingAnswered() throws IOException {
    TypingModel model = new TypingModel(script("A long answer."), NEVER_MILLIS);
    try (PageServer server = start(model)) {
      PageClient client = PageClient.of(server);
      try (Socket socket = client.ask("a", "Who?").open()) {
        assertThat(socket.getInputStream().read()).isPositive();
        Wait.until("the model writes", model::isWriting);
        client.post("/api/conversation/delete").json(Map.of("id", "a")).send();
        Wait.until("the model was interrupted", () -> model.interrupted() == 1);
        socket.getInputStream().readAllBytes();
      }
      assertThat(show(client, "a")).isEmpty();
      assertThat(file("a")).doesNotExist();
    }
  }

  @Test
  void aCancelledQuestionIsShownWithItsDraftAfterARestart() throws IOException {
    TypingModel model = new TypingModel(script("The head approves an invoice. ".repeat(50)), 10);
    try (PageServer server = start(model)) {
      PageClient client = PageClient.of(server);
      try (Socket socket = client.ask("a", "Who?").open()) {
        StringBuilder received = new StringBuilder();
        while (received.indexOf("approves") < 0) {
          received.append((char) socket.getInputStream().read());
        }
        client.post("/api/chat/cancel").json(Map.of("id", "a")).send();
        socket.getInputStream().readAllBytes();
      }
    }
    try (PageServer server = start(script())) {
      JsonNode kept = show(PageClient.of(server), "a").get(0);
      assertThat(kept.path("events").asText())
          .contains("data-draft", "The head approves", "\"abort\"");
    }
  }

  @Test
  void conversationsWithTextOfDeletedDocumentsAreDeleted() throws IOException {
    ScriptedChatModel script = script();
    reads(script, "handbook/travel.md", "A hotel may cost up to 140 euros");
    reads(script, "handbook/people.md", "Ines Falk has been the finance director");
    reads(script, "handbook/safety.txt", "Goggles are worn at every machine");
    try (PageServer server = start(script)) {
      PageClient client = PageClient.of(server);
      client.ask("travel", "Hotel?").send();
      client.ask("people", "Director?").send();
      client.ask("safety", "Goggles?").send();
      // A sync of the page.
      Files.delete(handbook.folder.resolve("travel.md"));
      server.startSync();
      Wait.until(
          "the sync is done",
          () -> client.get("/api/sync").send().json().path("state").asText().equals("done"));
      assertThat(client.get("/api/sync").send().json().path("conversations").asInt()).isOne();
      assertThat(show(client, "travel")).isEmpty();
      assertThat(list(client).findValuesAsText("id")).containsExactly("safety", "people");
      // Another program, while the page is open.
      handbook.index.delete(List.of("handbook/people.md"));
      assertThat(ConversationFolder.deleteOutdated(folder, handbook.index)).isOne();
      assertThat(ConversationFolder.deleteOutdated(folder, handbook.index)).isZero();
      assertThat(show(client, "people")).isEmpty();
    }
    // A program that does not know of the folder: the next start.
    handbook.index.delete(List.of("handbook/safety.txt"));
    try (PageServer server = start(script())) {
      assertThat(list(PageClient.of(server))).isEmpty();
    }
    assertThat(allBytes()).isEmpty();
  }

  @Test
  void aDocumentThatIsDeletedDuringAQuestionDeletesTheConversation() throws IOException {
    ScriptedChatModel script = script();
    reads(script, "handbook/travel.md", "A hotel may cost up to 140 euros");
    TypingModel model = new TypingModel(script, 300);
    try (PageServer server = start(model)) {
      PageClient client = PageClient.of(server);
      try (Socket socket = client.ask("a", "Hotel?").open()) {
        Wait.until("the model writes", model::isWriting);
        handbook.index.delete(List.of("handbook/travel.md"));
        String received =
            new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(received).contains("A document of this conversation was deleted", "[DONE]");
      }
      assertThat(show(client, "a")).isEmpty();
      assertThat(file("a")).doesNotExist();
    }
  }

  @Test
  void aPurgeDuringAQuestionDeletesTheConversation() throws IOException {
    ScriptedChatModel script = script("NOT FOUND\nNothing.");
    reads(script, "handbook/travel.md", "A hotel may cost up to 140 euros");
    reads(script, "handbook/people.md", "Ines Falk has been the finance director");
    TypingModel model = new TypingModel(script, 100);
    try (PageServer server = start(model)) {
      PageClient client = PageClient.of(server);
      client.ask("first", "Anything?").send(); // creates the folder
      int requests = script.requests().size();
      try (Socket socket = client.ask("a", "Hotel?").open()) {
        Wait.until("the model has read", () -> script.requests().size() == requests + 2);
        Path travel = handbook.folder.resolve("travel.md");
        Files.writeString(travel, Files.readString(travel).replace("140", "150"));
        handbook.sync();
        handbook.index.purge();
        assertThat(ConversationFolder.purge(folder, handbook.index)).isZero();
        socket.getInputStream().readAllBytes();
      }
      assertThat(file("a")).doesNotExist();
      assertThat(allBytes()).doesNotContain("140 euros");
      client.ask("b", "Director?").send();
      assertThat(show(client, "b")).hasSize(1);
    }
  }

  /** Half of a surrogate pair, which UTF-8 cannot represent. */
  @Test
  void anyQuestionIsStoredAndShown() throws IOException {
    try (PageServer server = start(script("NOT FOUND\nNothing."))) {
      PageClient client = PageClient.of(server);
      String question =
          "{\"id\":\"a\",\"messages\":[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"Who\\ud83d\\n\\t?\"}]}]}";
      client
          .post("/api/chat")
          .body(question.getBytes(StandardCharsets.UTF_8), "application/json")
          .send();
    }
    assertThat(Files.readAllLines(file("a"))).hasSize(1);
    try (PageServer server = start(script())) {
      PageClient client = PageClient.of(server);
      assertThat(show(client, "a").get(0).path("question").asText()).startsWith("Who");
      assertThat(list(client)).hasSize(1);
    }
  }

  @Test
  void aPurgeLeavesNoTextOfEarlierVersions() throws IOException {
    ScriptedChatModel script = script();
    reads(script, "handbook/travel.md", "A hotel may cost up to 140 euros");
    reads(script, "handbook/people.md", "Ines Falk has been the finance director");
    try (PageServer server = start(script)) {
      PageClient client = PageClient.of(server);
      client.ask("travel", "Hotel?").send();
      client.ask("people", "Director?").send();
      byte[] torn = "{\"question\":\"140 euros?\"".getBytes(StandardCharsets.UTF_8);
      Files.write(file("people"), torn, java.nio.file.StandardOpenOption.APPEND);
      Files.writeString(file("corrupt"), "140 euros\n");
      Path travel = handbook.folder.resolve("travel.md");
      Files.writeString(travel, Files.readString(travel).replace("140", "150"));
      handbook.sync();
      assertThat(ConversationFolder.deleteOutdated(folder, handbook.index)).isZero();
      assertThat(show(client, "travel")).hasSize(1);
      handbook.index.purge();
      assertThat(allBytes()).contains("140 euros");
      assertThat(ConversationFolder.purge(folder, handbook.index)).isEqualTo(2);
      assertThat(allBytes()).doesNotContain("140 euros").contains("Ines Falk");
      assertThat(show(client, "travel")).isEmpty();
      assertThat(show(client, "people")).hasSize(1);
    }
  }

  /** An index that was deleted to be built again. */
  @Test
  void anEmptyIndexDeletesNoConversation() throws IOException {
    ScriptedChatModel script = script();
    reads(script, "handbook/travel.md", "A hotel may cost up to 140 euros");
    try (PageServer server = start(script)) {
      PageClient.of(server).ask("a", "Hotel?").send();
    }
    handbook.index.delete(handbook.index.documentIds());
    try (PageServer server = start(script())) {
      PageClient client = PageClient.of(server);
      assertThat(list(client)).hasSize(1);
      server.startSync();
      Wait.until(
          "the sync is done",
          () -> client.get("/api/sync").send().json().path("state").asText().equals("done"));
      assertThat(show(client, "a")).hasSize(1);
    }
  }

  @Test
  void twoServersDoNotCorruptAConversation() throws IOException {
    String nothing = "NOT FOUND\nNothing.";
    try (PageServer left = start(script(nothing, nothing, nothing));
        PageServer right = start(script(nothing, nothing, nothing, nothing))) {
      PageClient one = PageClient.of(left);
      PageClient two = PageClient.of(right);
      one.ask("a", "First?").send();
      assertThat(show(two, "a")).hasSize(1);
      assertThat(two.ask("a", "First?", "Second?").send().body()).doesNotContain("data-notice");
      assertThat(one.ask("a", "First?", "Another second?").send().body())
          .contains("Another server has continued this conversation");
      assertThat(show(one, "a").findValuesAsText("question")).containsExactly("First?", "Second?");
      two.ask("a", "First?", "Second?", "Third?").send();
      assertThat(show(one, "a")).hasSize(3);
      one.post("/api/conversation/delete").json(Map.of("id", "a")).send();
      assertThat(show(two, "a")).isEmpty();
      two.ask("b", "New?").send();
      assertThat(list(one).findValuesAsText("id")).containsExactly("b");
    }
  }

  @Test
  void theConversationThatWasUsedLeastRecentlyIsDeleted() throws IOException {
    String nothing = "NOT FOUND\nNothing.";
    try (PageServer server = start(script(nothing, nothing))) {
      PageClient client = PageClient.of(server);
      client.ask("a", "First?").send();
      byte[] line = Files.readAllBytes(file("a"));
      for (int i = 0; i < 199; i++) {
        Files.write(file("old" + i), line);
        Files.setLastModifiedTime(
            file("old" + i), FileTime.from(Instant.now().minusSeconds(1_000 - i)));
      }
      long start = System.nanoTime();
      assertThat(list(client)).hasSize(200);
      System.out.println(
          "200 conversations were listed in " + (System.nanoTime() - start) / 1_000_000 + " ms");
      client.ask("b", "Second?").send();
      List<String> ids = list(client).findValuesAsText("id");
      assertThat(ids).hasSize(200).startsWith("b", "a", "old198").doesNotContain("old0");
    }
  }

  @Test
  void anAnswerThatCannotBeStoredIsShown() throws IOException {
    Files.writeString(folder, "This is not a folder.");
    try (PageServer server = start(script("NOT FOUND\nOne.", "NOT FOUND\nTwo."))) {
      PageClient client = PageClient.of(server);
      assertThat(client.ask("a", "First?").send().body())
          .contains("This conversation could not be stored", "One.", "[DONE]");
      assertThat(show(client, "a")).hasSize(1);
    }
  }

  @Test
  void aCorruptConversationIsReportedAndCanBeDeleted() throws IOException {
    Files.createDirectories(folder);
    Files.writeString(file("bad"), "{\"question\":\"Who?\"}\tno trajectory\n");
    try (PageServer server = start(script())) {
      PageClient client = PageClient.of(server);
      assertThat(list(client).findValuesAsText("title")).containsExactly("Who?");
      Answer answer = client.get("/api/conversation?id=bad").send();
      assertThat(answer.status()).isEqualTo(422);
      assertThat(answer.body()).contains("bad.conversation cannot be read");
      assertThat(client.ask("bad", "Who?").send().status()).isEqualTo(422);
      client.post("/api/conversation/delete").json(Map.of("id", "bad")).send();
      assertThat(list(client)).isEmpty();
    }
  }

  @Test
  void theTrajectoryOfAQuestionIsDownloaded() throws IOException {
    ScriptedChatModel script = handbook.script();
    add(script, "NOT FOUND\nNothing.");
    try (PageServer server = start(script)) {
      PageClient client = PageClient.of(server);
      client.ask("a", Handbook.QUESTION).send();
      client.ask("a", Handbook.QUESTION, "And then?").send();
      JsonNode last =
          parts(show(client, "a").get(1)).get(parts(show(client, "a").get(1)).size() - 1);
      String path = "/api/trajectory?id=a&run=" + last.at("/messageMetadata/id").asText();
      Answer json = client.get(path).send();
      Trajectory trajectory = Trajectory.parse(json.body());
      assertThat(trajectory.question()).isEqualTo("And then?");
      assertThat(trajectory.earlier())
          .extracting(Trajectory::question)
          .containsExactly(Handbook.QUESTION);
      assertThat(trajectory.toJson()).isEqualTo(json.body());
      Answer page = client.get(path + "&form=html").send();
      assertThat(page.header("content-type")).hasValue("text/html; charset=utf-8");
      assertThat(page.body()).contains("<!DOCTYPE html>", "And then?");
      assertThat(client.get("/api/trajectory?id=a&run=none").send().status()).isEqualTo(404);
      assertThat(PageClient.anonymous(server).get(path).send().status()).isEqualTo(401);
    }
  }

  @Test
  void theFolderIsBesideTheIndexAndNoSyncReadsIt() throws IOException {
    assertThat(folder).isEqualTo(directory.toAbsolutePath().resolve("handbook.conversations.arag"));
    assertThat(ConversationFolder.beside(Path.of("data", "wiki")).getFileName())
        .hasToString("wiki.conversations.arag");
    try (PageServer server = start(script("NOT FOUND\nNothing."))) {
      PageClient.of(server).ask("a", "First?").send();
    }
    assertThat(handbook.index.sync(directory).skipped().toString()).doesNotContain("conversation");
    assertThat(handbook.index.documentIds()).noneMatch(id -> id.contains("conversation"));
  }

  @Test
  void withoutAFolderTheConversationsAreListedUntilTheServerStops() throws IOException {
    String nothing = "NOT FOUND\nNothing.";
    ScriptedChatModel script = script();
    reads(script, "handbook/travel.md", "A hotel may cost up to 140 euros");
    for (int i = 0; i < 4; i++) {
      add(script, nothing);
    }
    Agent agent = Agent.builder(handbook.index, new TypingModel(script, 0)).build();
    try (PageServer server =
        PageServer.builder(handbook.index, agent)
            .sources(List.of(handbook.source().prune(1)))
            .start()) {
      PageClient client = PageClient.of(server);
      client.ask("c", "Hotel?").send();
      client.ask("a", "First?").send();
      client.ask("b", "Second?").send();
      assertThat(list(client).findValuesAsText("id")).containsExactly("b", "a", "c");
      Files.delete(handbook.folder.resolve("travel.md"));
      server.startSync();
      Wait.until(
          "the sync is done",
          () -> client.get("/api/sync").send().json().path("state").asText().equals("done"));
      assertThat(list(client).findValuesAsText("id")).containsExactly("b", "a");
    }
    assertThat(folder).doesNotExist();
  }
}
