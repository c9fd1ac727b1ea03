package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the records that a strategy gets from {@link RunContext#fill}. */
class FillTest {
  private static final Corpus CORPUS = InMemoryCorpus.of(Document.of("k1", "Some text."));
  private static final String READER = "reader";
  private static final String VALID = "{\"name\": \"Mira\", \"years\": [1881]}";
  private static final Finding FINDING = new Finding("Mira", List.of(1881));

  record Finding(String name, List<Integer> years) {}

  private final List<Optional<Finding>> findings = new ArrayList<>();

  private Strategy filling(String... prompts) {
    return (question, run) -> {
      findings.addAll(run.as(READER).fillAll(Finding.class, List.of(prompts)));
      return "Done.";
    };
  }

  private Strategy fillingOne() {
    return (question, run) -> {
      findings.add(run.as(READER).fill(Finding.class, "Who?"));
      return "Done.";
    };
  }

  private static ScriptedChatModel answering(String... answers) {
    ScriptedChatModel model = ScriptedChatModel.script();
    Stream.of(answers).forEach(model::answer);
    return model;
  }

  private static Agent agent(ScriptedChatModel model, Strategy strategy) {
    return Agent.builder(CORPUS, model).strategy(strategy).modelRetries(0).build();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        VALID,
        "```json\n" + VALID + "\n```",
        "Here it is: " + VALID + " I hope this helps.",
        "{'Name': 'Mira', years: [\"1881\",]}",
        "<think>{}</think>" + VALID
      })
  void readsTheUsualFormsOfAReply(String reply) {
    ScriptedChatModel model = answering(reply);
    Answer answer = agent(model, fillingOne()).ask("?");
    assertThat(findings).containsExactly(Optional.of(FINDING));
    assertThat(answer.trajectory().warnings()).isEmpty();
    ChatRequest request = model.requests().get(0);
    assertThat(request.responseFormat().jsonSchema().name()).isEqualTo("Finding");
    assertThat(PromptModel.prompt(request)).startsWith("Who?\n\n").contains("\"years\"", "JSON");
  }

  private static Stream<String> invalid() {
    return Stream.of(
        "",
        " ",
        "null",
        "yes",
        "42",
        "[]",
        "{}",
        "{\"name\":",
        "{\"name\": \"Mira\"",
        "{\"name\": {\"first\": \"Mira\"}, \"years\": [1881]}",
        "{\"name\": \"Mira\", \"years\": [\"never\"]}",
        "{\"name\": null, \"years\": null}",
        "{\"other\": 1}",
        "I am sorry, but I cannot answer that.",
        "```json\n```",
        "{".repeat(5_000),
        "[".repeat(5_000),
        "\u0000\uD800\uFFFF",
        "{\"name\": \"Mira\", \"years\": 1e999}",
        "x".repeat(200_000));
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void isEmptyAfterTwoInvalidReplies(String reply) {
    ScriptedChatModel model = answering(reply, reply);
    Answer answer = agent(model, fillingOne()).ask("?");
    assertThat(findings).containsExactly(Optional.empty());
    assertThat(model.requests()).hasSize(2);
    assertThat(answer.warnings())
        .contains("1 of 1 replies of the role reader contain no valid Finding.");
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void asksOnceMoreAfterAnInvalidReply(String reply) {
    ScriptedChatModel model = answering(reply, VALID);
    Answer answer = agent(model, fillingOne()).ask("?");
    assertThat(findings).containsExactly(Optional.of(FINDING));
    assertThat(answer.trajectory().warnings()).isEmpty();
    assertThat(PromptModel.prompt(model.requests().get(1))).startsWith("This cannot be used:");
  }

  @Test
  void asksOnceMoreOnlyForTheInvalidReplies() {
    ScriptedChatModel model = answering(VALID, "no", VALID, "never", VALID, "no");
    Answer answer = agent(model, filling("a", "b", "c", "d")).ask("?");
    assertThat(findings)
        .containsExactly(
            Optional.of(FINDING), Optional.of(FINDING), Optional.of(FINDING), Optional.empty());
    assertThat(model.requests()).hasSize(6);
    assertThat(answer.trajectory().warnings())
        .containsExactly("1 of 2 replies of the role reader contain no valid Finding.");
  }

  @Test
  void fillsAtTheSameTimeInTheOrderOfThePrompts() {
    PromptModel model =
        new PromptModel(
            prompt -> {
              Thread.sleep(20);
              return "{\"name\": \"" + prompt.substring(0, 2) + "\", \"years\": []}";
            });
    Agent.builder(CORPUS, model).strategy(filling("p0", "p1", "p2", "p3", "p4")).build().ask("?");
    assertThat(findings)
        .extracting(each -> each.orElseThrow().name())
        .containsExactly("p0", "p1", "p2", "p3", "p4");
    assertThat(model.takeMostRunning()).isLessThanOrEqualTo(4);
  }

  @Test
  void asksInWordsIfTheServerRejectsTheSchema() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .fail(new UnsupportedFeatureException("response_format"))
            .answer(VALID)
            .answer(VALID);
    agent(model, filling("a", "b")).ask("?");
    assertThat(findings).containsExactly(Optional.of(FINDING), Optional.of(FINDING));
    assertThat(model.requests().get(1).responseFormat()).isNull();
    assertThat(PromptModel.prompt(model.requests().get(1))).contains("\"years\"");
  }

  @Test
  void isEmptyForAFailedRequestAndWarns() {
    ScriptedChatModel model =
        ScriptedChatModel.script().answer(VALID).fail(new AuthenticationException("no key"));
    Answer answer = agent(model, filling("a", "b")).ask("?");
    assertThat(findings).containsExactly(Optional.of(FINDING), Optional.empty());
    assertThat(answer.warnings())
        .contains("1 of 2 requests to the role reader for a Finding have no reply.");
  }

  @Test
  void theRunFailsIfAllRequestsFail() {
    ScriptedChatModel model =
        ScriptedChatModel.script().fail(new AuthenticationException("no key"));
    NoAnswerException failure =
        catchThrowableOfType(NoAnswerException.class, () -> agent(model, fillingOne()).ask("?"));
    assertThat(failure.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
  }

  @Test
  void aFailureOfTheSecondRequestIsAnEmptyRecord() {
    ScriptedChatModel model =
        ScriptedChatModel.script().answer("no").fail(new AuthenticationException("no key"));
    agent(model, fillingOne()).ask("?");
    assertThat(findings).containsExactly(Optional.empty());
  }

  @Test
  void asksNotAgainWithoutBudget() {
    ScriptedChatModel model = answering("no", VALID);
    Budget budget = Budget.builder().maxModelCalls(1).build();
    Answer answer =
        Agent.builder(CORPUS, model).strategy(fillingOne()).budget(budget).build().ask("?");
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(findings).containsExactly(Optional.empty());
    assertThat(model.requests()).hasSize(1);
  }

  @Test
  void replays() {
    Strategy strategy = filling("a", "b", "c");
    Trajectory run =
        agent(answering(VALID, "no", "no", VALID, "never"), strategy).ask("?").trajectory();
    Trajectory again =
        Agent.builder(CORPUS, Trajectory.parse(run.toJson()).replay())
            .strategy(strategy)
            .build()
            .ask("?")
            .trajectory();
    assertThat(again.toJson()).isEqualTo(run.toJson());
  }

  record Unsupported(Thread thread) {}

  @Test
  void rejectsAnUnsupportedRecordBeforeARequest() {
    ScriptedChatModel model = answering(VALID);
    Strategy strategy =
        (question, run) -> {
          assertThatIllegalArgumentException()
              .isThrownBy(() -> run.fill(Unsupported.class, "Who?"));
          return "Done.";
        };
    agent(model, strategy).ask("?");
    assertThat(model.requests()).isEmpty();
  }
}
