package dev.arag.agent.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.PairingRules;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.model.Message;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the extraction of a record from an answer. */
@Timeout(60)
class TypedAnswerTest {
  private static final String QUESTION = "Who approves invoices, and up to how much?";
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "Invoices up to 12,000 euros are approved by Oda Fenwick since 2011."));
  private static final String ANSWER =
      "Oda Fenwick, up to 12,000 euros [k1: \"approved by Oda Fenwick\"].";

  /** A record whose fields the documents can fill. */
  record Approval(String approver, int limit, Optional<LocalDate> since) {
    Approval {
      if (limit < 0) {
        throw new IllegalArgumentException("limit must not be negative");
      }
    }
  }

  record Odd(String name, Map<String, String> more) {}

  @TempDir Path folder;

  private static ScriptedChatModel answering() {
    return ScriptedChatModel.script()
        .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
        .answer(ANSWER);
  }

  private static Agent agent(ScriptedChatModel model) {
    return Agent.builder(CORPUS, model).modelRetries(0).build();
  }

  private static String lastText(ChatRequest request) {
    return String.valueOf(request.messages().get(request.messages().size() - 1));
  }

  @Test
  void returnsARecordAndTheAnswerWithItsCitations() {
    ScriptedChatModel model =
        answering().answer("{\"approver\": \"Oda Fenwick\", \"limit\": 12000}");
    TypedAnswer<Approval> typed = agent(model).ask(QUESTION, Approval.class);
    assertThat(typed.value()).isEqualTo(new Approval("Oda Fenwick", 12_000, Optional.empty()));
    assertThat(typed.answer().text()).isEqualTo(ANSWER);
    assertThat(typed.answer().citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(typed.answer().warnings()).isEmpty();
    assertThat(typed.unseenTerms()).isEmpty();
    assertThat(typed.answer().usage().modelCalls()).isEqualTo(3);
    assertThat(typed.answer().trajectory().question()).isEqualTo(QUESTION);

    assertThat(lastText(model.requests().get(0)))
        .contains("approver (text), limit (a whole number), since (a date as YYYY-MM-DD, if told)")
        .contains("Question: " + QUESTION);
    ChatRequest filling = model.requests().get(2);
    assertThat(filling.responseFormat().type()).isEqualTo(ResponseFormatType.JSON);
    assertThat(filling.responseFormat().jsonSchema().name()).isEqualTo("Approval");
    assertThat(filling.messages()).hasSize(3);
    assertThat(filling.toolSpecifications()).isNullOrEmpty();
    model.requests().forEach(PairingRules::check);
  }

  @Test
  void reportsUnseenTermsByTheirPath() {
    ScriptedChatModel model =
        answering()
            .answer("{\"approver\": \"Bertil Aske\", \"limit\": 13000, \"since\": \"2011-05-04\"}");
    TypedAnswer<Approval> typed = agent(model).ask(QUESTION, Approval.class);
    assertThat(typed.unseenTerms()).containsOnlyKeys("approver", "limit", "since");
    assertThat(typed.unseenTerms().get("limit").get(0).text()).isEqualTo("13000");
    assertThat(typed.unseenTerms().get("approver").get(0).text()).isEqualTo("Bertil Aske");
    assertThat(typed.answer().warnings())
        .singleElement()
        .asString()
        .startsWith("In the record, not found in any text shown to the model: Bertil Aske, 13000");
  }

  @Test
  void reportsAnInvalidFieldToTheModelOnce() {
    ScriptedChatModel model =
        answering()
            .answer("{\"approver\": \"Oda Fenwick\", \"limit\": \"a lot\"}")
            .answer("Here: ```json\n{\"approver\": \"Oda Fenwick\", \"limit\": \"12,000\"}\n```");
    TypedAnswer<Approval> typed = agent(model).ask(QUESTION, Approval.class);
    assertThat(typed.value().limit()).isEqualTo(12_000);
    assertThat(lastText(model.requests().get(3))).contains("\"limit\" must be a whole number.");
    assertThat(typed.answer().usage().modelCalls()).isEqualTo(4);
  }

  @Test
  void reportsValuesRejectedByTheRecordToTheModel() {
    ScriptedChatModel model =
        answering()
            .answer("{\"approver\": \"Oda Fenwick\", \"limit\": -1}")
            .answer("{\"approver\": \"Oda Fenwick\", \"limit\": 12000}");
    assertThat(agent(model).ask(QUESTION, Approval.class).value().limit()).isEqualTo(12_000);
    assertThat(lastText(model.requests().get(3))).contains("limit must not be negative");
  }

  @Test
  void returnsTheAnswerAsTextAfterTwoInvalidReplies() {
    ScriptedChatModel model = answering().answer("I cannot.").answer("{\"limit\": 3}");
    NoValueException failure =
        catchThrowableOfType(
            NoValueException.class, () -> agent(model).ask(QUESTION, Approval.class));
    assertThat(failure)
        .hasMessage(
            "There is an answer as text, but no Approval. \"approver\" is missing: it must be"
                + " text.");
    assertThat(failure.answer().text()).isEqualTo(ANSWER);
    assertThat(failure.answer().usage().modelCalls()).isEqualTo(4);
    assertThat(model.stepsLeft()).isZero();
  }

  @Test
  void sendsNoFurtherSchemasToAServerThatRejectsThem() {
    String json = "{\"approver\": \"Oda Fenwick\", \"limit\": 12000}";
    ScriptedChatModel model =
        answering()
            .fail(new InvalidRequestException("This response_format type is unavailable now"))
            .answer(json)
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer(ANSWER)
            .answer(json);
    Agent agent = agent(model);
    agent.ask(QUESTION, Approval.class);
    agent.ask(QUESTION, Approval.class);
    assertThat(model.requests())
        .extracting(ChatRequest::responseFormat)
        .filteredOn(f -> f != null)
        .hasSize(1);
    assertThat(lastText(model.requests().get(6))).contains("\"limit\":{\"type\":\"integer\"}");
  }

  @Test
  void doesNotTurnNotFoundIntoARecord() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("invoices")))
            .call("semantic_search", Map.of("query", "invoices"))
            .answer("NOT FOUND\nNobody says so.");
    NoValueException failure =
        catchThrowableOfType(
            NoValueException.class, () -> agent(model).ask(QUESTION, Approval.class));
    assertThat(failure.answer().outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(failure).hasMessageEndingWith("The documents do not contain the answer.");
    assertThat(model.stepsLeft()).isZero();
  }

  @Test
  void rejectsUnsupportedTypesBeforeAnyCall() {
    ScriptedChatModel model = ScriptedChatModel.script();
    assertThatThrownBy(() -> agent(model).ask(QUESTION, Odd.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Odd.more has the unsupported type java.util.Map");
    assertThatThrownBy(() -> agent(model).ask(QUESTION, String.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("java.lang.String is not a record");
    assertThat(model.requests()).isEmpty();
  }

  @Test
  void limitsTheExtractionByTheBudget() {
    ScriptedChatModel spent = answering().answer("{}");
    Budget tokens = Budget.builder().totalTokens(3_000).build();
    Agent.Builder settings = Agent.builder(CORPUS, spent).budget(tokens);
    ScriptedChatModel costly =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .reply(
                request ->
                    dev.langchain4j.model.chat.response.ChatResponse.builder()
                        .aiMessage(dev.langchain4j.data.message.AiMessage.from(ANSWER))
                        .tokenUsage(new dev.langchain4j.model.output.TokenUsage(1_000, 50_000))
                        .build());
    NoValueException failure =
        catchThrowableOfType(
            NoValueException.class,
            () ->
                Agent.builder(CORPUS, costly)
                    .budget(Budget.builder().totalTokens(40_000).build())
                    .build()
                    .ask(QUESTION, Approval.class));
    assertThat(failure).hasMessageContaining("The token budget was used up.");
    assertThat(failure.answer().text()).isEqualTo(ANSWER);
    assertThat(settings).isNotNull();
  }

  @Test
  void reservesTwoModelCallsForTheExtraction() {
    ScriptedChatModel model = ScriptedChatModel.script();
    for (int i = 0; i < 3; i++) {
      model.call("keyword_search", Map.of("keywords", List.of("invoices " + i)));
    }
    model
        .answer("Oda Fenwick.")
        .answer("no")
        .answer("{\"approver\": \"Oda Fenwick\", \"limit\": 12000}");
    Budget budget = Budget.builder().maxModelCalls(5).build();
    Agent agent = Agent.builder(CORPUS, model).budget(budget).build();
    TypedAnswer<Approval> typed = agent.ask(QUESTION, Approval.class);
    assertThat(typed.answer().stopReason()).isEqualTo(StopReason.MODEL_CALL_LIMIT);
    assertThat(typed.answer().usage().modelCalls()).isEqualTo(6);
    assertThat(typed.value().approver()).isEqualTo("Oda Fenwick");
  }

  @Test
  void usesASeparateModelForTheFormRole() {
    ScriptedChatModel small =
        ScriptedChatModel.script().answer("{\"approver\": \"Oda Fenwick\", \"limit\": 12000}");
    Agent agent = Agent.builder(CORPUS, answering()).model("form", small).build();
    assertThat(agent.ask(QUESTION, Approval.class).value().limit()).isEqualTo(12_000);
    assertThat(small.requests()).hasSize(1);
  }

  @Test
  void cancelsTheQuestionIfTheExtractionIsInterrupted() throws Exception {
    CountDownLatch requested = new CountDownLatch(1);
    ChatModel hanging =
        ScriptedChatModel.script()
            .reply(
                request -> {
                  requested.countDown();
                  return hang();
                });
    ScriptedChatModel model =
        answering()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer("Since 2011 [k1: \"since 2011\"].");
    Conversation conversation =
        Agent.builder(CORPUS, model).model("form", hanging).build().conversation();
    AtomicReference<NoAnswerException> thrown = new AtomicReference<>();
    AtomicBoolean flag = new AtomicBoolean();
    Thread asker =
        new Thread(
            () -> {
              thrown.set(
                  catchThrowableOfType(
                      NoAnswerException.class, () -> conversation.ask(QUESTION, Approval.class)));
              flag.set(Thread.currentThread().isInterrupted());
            });
    asker.start();
    requested.await();
    asker.interrupt();
    asker.join(20_000);
    assertThat(thrown.get().stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(flag).isTrue();
    Answer next = conversation.ask("Since when?");
    assertThat(next.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(conversation.trajectories()).hasSize(2);
    model.requests().forEach(PairingRules::check);
    assertThat(model.requests().get(2).messages()).hasSize(2);
  }

  private static ChatResponse hang() {
    try {
      new CountDownLatch(1).await();
      throw new IllegalStateException("never");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] bytes(Trajectory run) throws IOException {
    Path file = folder.resolve("run.json");
    run.writeJson(file);
    return Files.readAllBytes(file);
  }

  @Test
  void replaysAnExtractionInAConversation() throws IOException {
    ScriptedChatModel model =
        answering()
            .fail(new InvalidRequestException("no response_format here"))
            .answer("{\"approver\": \"Oda Fenwick\"}")
            .answer("{\"approver\": \"Oda Fenwick\", \"limit\": 12000}")
            .answer("Since 2011 [k1].")
            .answer("{\"approver\": \"Oda Fenwick\", \"limit\": 12000, \"since\": \"2011-01-01\"}");
    Conversation conversation = agent(model).conversation();
    conversation.ask(QUESTION, Approval.class);
    conversation.ask("Since when?", Approval.class);
    for (Trajectory recorded : conversation.trajectories()) {
      byte[] written = bytes(recorded);
      Trajectory read = Trajectory.read(folder.resolve("run.json"));
      assertThat(read.fields().orElseThrow()).startsWith("approver (text), limit");
      TypedAnswer<Approval> again =
          Agent.builder(CORPUS, read.replay()).build().ask(read.question(), Approval.class);
      assertThat(new String(bytes(again.answer().trajectory()), UTF_8))
          .isEqualTo(new String(written, UTF_8));
    }
    Trajectory second = conversation.trajectories().get(1);
    List<Message> request = ((Step.Sent) second.steps().get(0)).messages();
    assertThat(request).extracting(Message::text).noneMatch(text -> text.contains("{"));
    model.requests().forEach(PairingRules::check);
  }
}
