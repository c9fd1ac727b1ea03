package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.Markup;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.answer.NoValueException;
import dev.arag.agent.answer.TypedAnswer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.budget.Prices;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.UnseenTerm;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.EndpointChatModel;
import dev.arag.agent.spi.LoopMessage;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.Profile;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Shown;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.step.Usage;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.NullArguments;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.SectionId;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the public types reject null at once and name the parameter.
 *
 * <p>Views are not tested, because only their types create them. Enums without methods of their own
 * are not tested, because the JDK implements their only method with a parameter.
 */
class NullArgumentsTest {
  private static final Corpus CORPUS = InMemoryCorpus.of(Document.of("a", "Tarn."));
  private static final ToolCall CALL = ToolCall.of("c1", "chunk_read", "{}");
  private static final Message.Assistant MESSAGE = Message.Assistant.of("In Tarn.");
  private static final Reply REPLY = new Reply(MESSAGE, Reply.Finish.STOP, null, "");
  private static final Step.ModelRequest REQUEST =
      new Step.ModelRequest("", List.of(), List.of(), false, 1);
  private static final Usage USAGE = Usage.of(List.of(), Duration.ZERO);
  private static final Answer ANSWER = agent().ask("Where?");
  private static final Citation CITATION = ANSWER.citations().get(0);
  private static final Location LOCATION = Location.builder("a").build();
  private static final Consumer<Object> CONSUMER = event -> {};
  private static final Supplier<Object> SUPPLIER = Object::new;
  private static final UnaryOperator<Object> OPERATOR = UnaryOperator.identity();
  private static final ChatResponse RESPONSE =
      ChatResponse.builder().aiMessage(AiMessage.from("In Tarn.")).build();
  private static final StreamingChatModel STREAMING = new StreamingChatModel() {};

  /** Valid arguments, by type. The first value that fits a parameter is used. */
  private static final List<Object> VALID =
      List.of(
          "form",
          List.of(),
          Set.of(),
          Map.of(),
          Duration.ofSeconds(1),
          new Note("", List.of()),
          new ToolCall[] {CALL},
          new IllegalStateException(),
          Fields.class,
          ANSWER,
          ANSWER.trajectory(),
          Budget.defaults(),
          new Budget.Spent(0, 0, Map.of(), 0, 0, Duration.ZERO),
          Prices.perMillion(1, 1, 1),
          CORPUS,
          CALL,
          CONSUMER,
          SUPPLIER,
          OPERATOR,
          FinishReason.STOP,
          LoopMessage.CLOSING,
          MESSAGE,
          ModelException.Kind.OTHER,
          new Observation.Rejected(""),
          new Answer.Settings(null, "", "default"),
          Markup.PLAIN,
          Verdict.SUPPORTED,
          CITATION,
          Outcome.ANSWERED,
          StopReason.ANSWERED,
          LOCATION,
          REQUEST,
          new Step.ModelCall(1, REQUEST, null, REPLY, Duration.ZERO),
          new ParsedAnswer("", "", List.of(), Outcome.ANSWERED, null),
          CITATION.chunkId(),
          new Citation.Place(LOCATION, null, null),
          new Span(0, 1),
          new SectionId(CITATION.chunkId(), 0),
          new Step.Retry(1, "", "", ModelException.OTHER, Duration.ZERO, Duration.ZERO),
          Path.of("run.json"),
          InputStream.nullInputStream(),
          OutputStream.nullOutputStream(),
          Profile.standard(),
          RankingRules.standard(),
          REPLY,
          Reply.Finish.STOP,
          Reply.Form.UNKNOWN,
          ChatRequest.builder().messages(UserMessage.from("Where?")).build(),
          RESPONSE,
          ScriptedChatModel.script(),
          STREAMING,
          Scope.everything(),
          Step.CorrectionKind.ANNOUNCED,
          Strategies.arag(),
          ChunkRanking.bestSentence(RankingRules.standard()),
          Reply.Tokens.estimated(1, 1),
          Toolbox.empty(),
          UnseenTerm.Kind.NAME);

  record Fields(String town) {}

  private static Agent agent() {
    return Agent.builder(
            CORPUS,
            ScriptedChatModel.script()
                .call("chunk_read", Map.of("chunk_ids", List.of("a")))
                .answer("In Tarn [a]."))
        .build();
  }

  /** The types to test. An object stands for its type and receives the calls. */
  private static Stream<Object> types() {
    List<Message> none = List.of();
    return Stream.of(
        ANSWER,
        Answer.class,
        CITATION,
        Citation.class,
        new Citation.Difference("", ""),
        new Citation.Place(LOCATION, null, null),
        Citation.Marker.class,
        new Citation.Source(1, CITATION.chunkId(), null),
        new Answer.Settings(null, "", "default"),
        RunEvent.TurnStarted.class,
        RunEvent.TextDelta.class,
        RunEvent.AnswerText.class,
        RunEvent.AnswerCitation.class,
        RunEvent.Retrying.class,
        RunEvent.ToolCalled.class,
        RunEvent.CitationChecked.class,
        RunEvent.StepCompleted.class,
        RunEvent.Finished.class,
        agent().conversation(),
        ANSWER.trajectory(),
        Trajectory.class,
        agent(),
        Agent.class,
        agent().toBuilder(),
        agent().start("Where?"),
        new TypedAnswer<>(1, ANSWER, Map.of()),
        new NoAnswerException("", ANSWER.trajectory(), ANSWER.settings(), null),
        new NoValueException("", ANSWER, null),
        Budget.defaults(),
        Budget.builder(),
        new Budget.Spent(0, 0, Map.of(), 0, 0, Duration.ZERO),
        Prices.perMillion(1, 1, 1),
        CitationReader.class,
        new ParsedAnswer("", "", List.of(), Outcome.ANSWERED, null),
        new UnseenTerm("Tarn", UnseenTerm.Kind.NAME, 0, 4),
        new Message.System(""),
        new Message.User(""),
        MESSAGE,
        new Message.ToolResult("", "", "", false),
        new ModelException("", null, false),
        new EndpointChatModel.Response(RESPONSE, 0, Reply.Form.UNKNOWN),
        REPLY,
        Reply.Form.UNKNOWN,
        ScriptedChatModel.script(),
        Reply.Tokens.estimated(1, 1),
        Strategy.class,
        ChunkRanking.class,
        new Shown("", List.of()),
        new Step.ModelRequest("", none, List.of(), false, 1),
        new Step.ModelCall(1, REQUEST, null, REPLY, Duration.ZERO),
        new Step.ModelFailure(
            1, "", none, "", ModelException.Kind.OTHER, ModelException.OTHER, null, Duration.ZERO),
        new Step.ToolUse(1, CALL, new Observation.Rejected(""), Duration.ZERO),
        new Step.Correction(1, Step.CorrectionKind.ANNOUNCED, "", Duration.ZERO),
        new Step.Retry(1, "", "", ModelException.OTHER, Duration.ZERO, Duration.ZERO),
        USAGE);
  }

  @ParameterizedTest
  @MethodSource("types")
  void rejectsNullAtOnceAndNamesTheParameter(Object target) {
    new NullArguments(VALID).requireRejected(target);
  }

  @ParameterizedTest
  @EnumSource
  void markupsEscapeNoNull(Markup markup) {
    assertThatNullPointerException().isThrownBy(() -> markup.escape(null)).withMessage("text");
  }

  @Test
  void rejectsNullInsideOfAStrategy() {
    AtomicBoolean isTested = new AtomicBoolean();
    Strategy strategy =
        (question, run) -> {
          requireRejected(run);
          isTested.set(true);
          return "In Tarn.";
        };
    agent().toBuilder().strategy(strategy).build().ask("Where?");
    assertThat(isTested).isTrue();
  }

  private static void requireRejected(RunContext run) {
    new NullArguments(VALID).requireRejected(run);
  }

  @Test
  void rejectsBlankTexts() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> agent().ask(" "))
        .withMessage("The question must not be blank.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> agent().start("\n"))
        .withMessage("The question must not be blank.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> agent().toBuilder().model("", ScriptedChatModel.script()))
        .withMessageStartingWith("The role must not be blank");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Strategies.arag(" "))
        .withMessage("The system prompt must not be blank.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Budget.builder().maxToolCalls(" ", 1))
        .withMessage("tool must not be blank");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Prices.perMillion(1, 1, 1).role("", 1, 1, 1))
        .withMessage("role must not be blank");
  }
}
