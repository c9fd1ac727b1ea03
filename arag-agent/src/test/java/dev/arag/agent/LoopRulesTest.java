package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.budget.Prices;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.LoopMessage;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the messages that the loop sends to a model and the rules that end a run. */
class LoopRulesTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss. It has nine arches."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881. Tarn lies in the north."));

  /** A chunk that is too long to be shown whole by a search. */
  private static final Corpus LONG =
      InMemoryCorpus.of(
          Document.of("k2", "Mira Voss was born in Tarn. " + "She drew bridges. ".repeat(60)));

  private static final String QUESTION = "Where was the designer of the Old Bridge born?";

  private static Answer ask(ScriptedChatModel model) {
    return ask(model, Budget.builder());
  }

  private static Answer ask(ScriptedChatModel model, Budget.Builder budget) {
    return ask(CORPUS, model, budget);
  }

  private static Answer ask(Corpus corpus, ScriptedChatModel model, Budget.Builder budget) {
    return Agent.builder(corpus, model)
        .modelRetries(0)
        .budget(budget.build())
        .build()
        .ask(QUESTION);
  }

  private static List<String> observations(Answer answer) {
    return answer.trajectory().steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(step -> ((Step.ToolUse) step).observation().text())
        .toList();
  }

  private static List<String> corrections(Answer answer) {
    return answer.trajectory().steps().stream()
        .filter(Step.Correction.class::isInstance)
        .map(step -> ((Step.Correction) step).kind().name())
        .toList();
  }

  private static ScriptedChatModel searching(String... words) {
    ScriptedChatModel model = ScriptedChatModel.script();
    List.of(words).forEach(word -> model.call("keyword_search", Map.of("keywords", List.of(word))));
    return model;
  }

  private static ScriptedChatModel reading() {
    return ScriptedChatModel.script().call("chunk_read", Map.of("chunk_ids", List.of("k2")));
  }

  private static AiMessage reading(String id) {
    return ModelCalls.calls(
            List.of(ToolCall.of("", "chunk_read", "{\"chunk_ids\":[\"" + id + "\"]}")))
        .aiMessage();
  }

  @Nested
  class RepeatedCalls {
    @Test
    void doesNotExecuteARepeatedSearch() {
      ScriptedChatModel model =
          searching("Tarn")
              .call("keyword_search", "{\"top_k\": \"5\", \"keywords\": \"Tarn\"}")
              .answer("In Tarn [k2].");
      List<String> seen = observations(ask(LONG, model, Budget.builder()));
      assertThat(seen.get(0)).contains("born in Tarn");
      assertThat(seen.get(1))
          .isEqualTo(
              "Same search as in turn 1; nothing new. Not tried: semantic_search; unread: k2.");
    }

    @Test
    void notesThatADifferentSearchFoundOnlySeenChunks() {
      List<String> seen =
          observations(ask(searching("Tarn", "1881", "Bridge").answer("In Tarn [k2].")));
      assertThat(seen.get(1)).contains("1881").endsWith("Only text you have seen: k2.");
      assertThat(seen.get(2)).doesNotContain("Only text");
    }

    @Test
    void sendsAHintAfterTwoRepeatingTurnsAndEndsTheRunAfterFour() {
      ScriptedChatModel model =
          searching("Tarn", "Atlantis", "Lemuria", "Ys", "Avalon").answer("In Tarn [k2].");
      Answer answer = ask(model);
      assertThat(answer.stopReason()).isEqualTo(StopReason.REPEATING);
      assertThat(answer.text()).startsWith("In Tarn");
      assertThat(model.stepsLeft()).isZero();
      List<String> seen = observations(answer);
      assertThat(seen.get(1)).doesNotContain("nothing new");
      assertThat(seen.get(2)).endsWith("Try other words or the other search, or answer.)");
      assertThat(seen.get(3)).doesNotContain("nothing new");
    }

    @Test
    void resetsTheCountOfRepeatingTurnsAfterANewResult() {
      ScriptedChatModel model =
          searching("Tarn", "Atlantis", "Lemuria", "Ys", "Bridge", "Avalon", "Thule", "Mu")
              .answer("In Tarn [k2].");
      assertThat(ask(model).stopReason()).isEqualTo(StopReason.ANSWERED);
    }

    @Test
    void executesACallOnceIfATurnContainsItTwice() {
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .calls(
                  ToolCall.of("a", "keyword_search", "{\"keywords\": [\"Tarn\"]}"),
                  ToolCall.of("b", "keyword_search", "{\"keywords\":\"Tarn\"}"))
              .answer("In Tarn [k2].");
      List<String> seen = observations(ask(model));
      assertThat(seen.get(0)).contains("born in Tarn");
      assertThat(seen.get(1))
          .isEqualTo("Same call as another one of this turn; its result stands there.");
    }
  }

  @Nested
  class Corrections {
    @Test
    void correctsAnAnswerWithoutASearchOnce() {
      ScriptedChatModel model =
          ScriptedChatModel.script().answer("In Oslo.").answer("In Oslo, I say.");
      Answer answer = ask(model);
      assertThat(answer.text()).isEqualTo("In Oslo, I say.");
      assertThat(corrections(answer)).containsExactly("NO_SEARCH");
      List<ChatMessage> last = model.requests().get(1).messages();
      assertThat(last.subList(2, 4))
          .containsExactly(
              AiMessage.from("In Oslo."), UserMessage.from(LoopMessage.NO_SEARCH.defaultText()));
      assertThat(answer.warnings()).contains("The answer was given without a search.");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "Let me search for the designer.",
          "The designer is Mira Voss. Next, I will look for her birthplace.",
          "I'll read the chunk now.",
          "Ich werde nach Mira Voss suchen."
        })
    void correctsAReplyThatOnlyAnnouncesAStep(String text) {
      ScriptedChatModel model =
          searching("Voss").answer(text).call("chunk_read", "{\"chunk_ids\":[\"k2\"]}");
      Answer answer = ask(model.answer("In Tarn [k2]."));
      assertThat(answer.text()).startsWith("In Tarn");
      assertThat(corrections(answer)).containsExactly("ANNOUNCED");
    }

    @Test
    void forbidsToolCallsWhenCorrectingAnAnswerWithoutCitations() {
      ScriptedChatModel model = reading().answer("In Tarn.").answer("In Tarn [k2].");
      Answer answer = ask(model);
      assertThat(answer.citations()).hasSize(1);
      assertThat(corrections(answer)).containsExactly("NO_CITATION");
      assertThat(model.requests().get(2).toolChoice()).isEqualTo(ToolChoice.NONE);
    }

    @Test
    void keepsTheFirstAnswerIfTheCorrectedAnswerHasNoCitations() {
      ScriptedChatModel model = reading().answer("In Tarn.").answer("As I said.");
      Answer answer = ask(model);
      assertThat(answer.text()).isEqualTo("In Tarn.");
      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
      assertThat(answer.warnings()).contains("The answer cites no source.");
    }

    @Test
    void keepsTheAnswerIfTheModelFailsAfterACorrection() {
      ScriptedChatModel model =
          reading().answer("In Tarn.").fail(new InvalidRequestException("no more"));
      Answer answer = ask(model);
      assertThat(answer.text()).isEqualTo("In Tarn.");
      assertThat(model.stepsLeft()).isZero();
    }

    @Test
    void asksForTheUnusedSearchAfterNotFound() {
      ScriptedChatModel model =
          searching("Atlantis")
              .answer("NOT FOUND")
              .call("semantic_search", Map.of("query", "birthplace"))
              .answer("NOT FOUND\nThe birthplace is missing.");
      Answer answer = ask(model);
      assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
      assertThat(corrections(answer)).containsExactly("SECOND_LOOK");
      assertThat(answer.searches())
          .extracting(ToolCall::name)
          .containsExactly("keyword_search", "semantic_search");
    }

    @Test
    void doesNotTreatACustomToolAsASearch() {
      ScriptedChatModel model =
          searching("Atlantis")
              .call("functions.Semantic_Search", Map.of("query", "birthplace"))
              .call("my_keyword_search", Map.of("keywords", List.of("Atlantis")))
              .answer("NOT FOUND");
      Answer answer =
          Agent.builder(CORPUS, model)
              .tools(corpus -> Toolbox.of(corpus).with(new OwnSearch()))
              .build()
              .ask(QUESTION);
      assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
      assertThat(answer.searches())
          .extracting(ToolCall::name)
          .containsExactly("keyword_search", "functions.Semantic_Search");
    }

    /** A tool whose name ends with the name of a built-in tool. */
    private static final class OwnSearch implements RetrievalTool {
      @Override
      public String name() {
        return "my_keyword_search";
      }

      @Override
      public String description() {
        return "Searches elsewhere.";
      }

      @Override
      public String parameters() {
        return "{\"type\":\"object\",\"properties\":{\"keywords\":{\"type\":\"array\"}}}";
      }

      @Override
      public Observation call(ToolArguments arguments, ContextTracker context) {
        return new Observation.Found("Nothing.", List.of());
      }
    }

    @Test
    void acceptsNotFoundIfBothSearchesWereUsedOrFewTurnsAreLeft() {
      ScriptedChatModel both =
          searching("Atlantis")
              .call("semantic_search", Map.of("query", "Atlantis"))
              .answer("NOT FOUND");
      assertThat(corrections(ask(both))).isEmpty();
      assertThat(
              corrections(
                  ask(searching("Atlantis").answer("NOT FOUND"), Budget.builder().maxTurns(4))))
          .isEmpty();
    }

    @Test
    void doesNotSendABlankCorrection() {
      ScriptedChatModel model = reading().answer("In Tarn.");
      Answer answer =
          Agent.builder(CORPUS, model).text(LoopMessage.NO_CITATION, "").build().ask(QUESTION);
      assertThat(answer.text()).isEqualTo("In Tarn.");
      assertThat(corrections(answer)).isEmpty();
    }

    @Test
    void sendsAReplacedMessageText() {
      ScriptedChatModel model = ScriptedChatModel.script().answer("In Oslo.").answer("In Oslo.");
      Agent.builder(CORPUS, model).text(LoopMessage.NO_SEARCH, "Such erst!").build().ask(QUESTION);
      List<ChatMessage> messages = model.requests().get(1).messages();
      assertThat(messages.get(messages.size() - 1)).isEqualTo(UserMessage.from("Such erst!"));
      assertThatThrownBy(() -> Agent.builder(CORPUS, model).text(LoopMessage.CLOSING, " "))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Nested
  class TruncatedReplies {
    @Test
    void executesNoCallOfATruncatedReply() {
      ScriptedChatModel model = ScriptedChatModel.script();
      for (int i = 0; i < 3; i++) {
        model.reply(request -> cut(FinishReason.LENGTH));
      }
      Answer answer = ask(model.answer("In Tarn."));
      assertThat(answer.stopReason()).isEqualTo(StopReason.TRUNCATED);
      assertThat(answer.isComplete()).isFalse();
      assertThat(observations(answer))
          .hasSize(4)
          .allSatisfy(
              text ->
                  assertThat(text)
                      .startsWith("Your reply was cut off")
                      .contains("Call it like this"));
      assertThat(answer.searches()).isEmpty();
    }

    @Test
    void rejectsOnlyTheCallsWithUnclosedJsonOfACompleteReply() {
      ScriptedChatModel model = ScriptedChatModel.script();
      for (int i = 0; i < 3; i++) {
        model.reply(request -> cut(FinishReason.TOOL_EXECUTION));
      }
      Answer answer = ask(model.answer("In Tarn [k2]."));
      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
      assertThat(observations(answer)).hasSize(6);
      assertThat(observations(answer).get(0)).contains("Tarn");
      assertThat(observations(answer).get(1)).startsWith("The arguments are not valid JSON");
    }

    private static ChatResponse cut(FinishReason finish) {
      return ModelCalls.calls(
          "",
          List.of(
              ToolCall.of("a", "keyword_search", "{\"keywords\": [\"Tarn\"]}"),
              ToolCall.of("b", "keyword_search", "{\"keywords\": [\"Mira Vo")),
          finish);
    }

    @Test
    void executesToolCallsWrittenAsText() {
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .answer(
                  "<think>The bridge.</think>\n"
                      + "<tool_call>{\"name\": \"chunk_read\", \"arguments\": {\"chunk_ids\":"
                      + " [\"k2\"]}}</tool_call>")
              .answer("In Tarn [k2].");
      Answer answer = ask(model);
      assertThat(answer.citations()).hasSize(1);
      assertThat(corrections(answer)).isEmpty();
      assertThat(model.requests().get(1).messages().get(3))
          .isInstanceOf(ToolExecutionResultMessage.class);
    }
  }

  @Nested
  class ClosingCall {
    @Test
    void answersWithTheFoundPassagesIfTheClosingCallFails() {
      ScriptedChatModel model = reading().fail(new AuthenticationException("over"));
      Answer answer = ask(model, Budget.builder().maxTurns(1));
      assertThat(answer.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
      assertThat(answer.isComplete()).isFalse();
      assertThat(answer.text()).startsWith("No answer yet. Found so far:\n[k2] Mira Voss was born");
      assertThat(answer.warnings())
          .contains("The model did not answer: the text contains the passages that were found.")
          .anyMatch(warning -> warning.contains("over"));
    }

    @Test
    void answersWithTheFoundPassagesIfTheClosingReplyIsEmpty() {
      Answer answer = ask(reading().answer(" "), Budget.builder().maxTurns(1));
      assertThat(answer.stopReason()).isEqualTo(StopReason.TURN_LIMIT);
      assertThat(answer.text()).contains("[k2]");
      assertThat(answer.warnings())
          .contains("The model returned an empty reply to the closing call.");
    }

    @Test
    void namesTheToolThatWasCalledInPlaceOfTheClosingAnswer() {
      ScriptedChatModel model = reading();
      for (int i = 0; i < 2; i++) {
        model.call("web_search", "{}");
      }
      Answer answer = ask(model, Budget.builder().maxTurns(1));
      assertThat(answer.stopReason()).isEqualTo(StopReason.TURN_LIMIT);
      assertThat(answer.warnings())
          .contains(
              "The model called the tool 'web_search' in the closing call, which must be answered"
                  + " without tools.");
    }
  }

  @Nested
  class Limits {
    @Test
    void executesAtMostEightCallsPerTurn() {
      ToolCall[] calls =
          IntStream.range(0, 20)
              .mapToObj(
                  i -> ToolCall.of("c" + i, "keyword_search", "{\"keywords\":[\"word" + i + "\"]}"))
              .toArray(ToolCall[]::new);
      Answer answer = ask(ScriptedChatModel.script().calls(calls).answer("NOT FOUND"));
      List<String> seen = observations(answer);
      assertThat(seen).hasSize(20);
      assertThat(seen.subList(0, 8)).allMatch(text -> text.startsWith("Nothing contains"));
      assertThat(seen.subList(8, 20))
          .allMatch(text -> text.startsWith("Not run: one turn takes 8 calls."));
    }

    @Test
    void tellsTheModelHowManyTurnsAreLeft() {
      List<String> seen =
          observations(
              ask(
                  searching("Tarn", "Bridge", "Voss", "nine", "north").answer("In Tarn [k2]."),
                  Budget.builder().maxTurns(5)));
      assertThat(seen.get(0)).doesNotContain("left");
      assertThat(seen.get(1))
          .endsWith("\n(3 tool turns left. Search or read what you still need, then answer.)");
      assertThat(seen.get(2))
          .endsWith("\n(2 tool turns left. Search or read what you still need, then answer.)");
      assertThat(seen.get(3)).endsWith("\n(last tool turn)");
      assertThat(seen.get(4)).doesNotContain("tool turn");
    }

    @Test
    void limitsTheCallsOfASingleTool() {
      ScriptedChatModel model =
          searching("Tarn", "Bridge")
              .call("chunk_read", "{\"chunk_ids\":[\"k2\"]}")
              .answer("In Tarn [k2].");
      List<String> seen =
          observations(ask(LONG, model, Budget.builder().maxToolCalls("keyword_search", 1)));
      assertThat(seen.get(1))
          .isEqualTo("No calls of keyword_search are left. Use another tool, or answer.");
      assertThat(seen.get(2)).contains("born in Tarn");
    }

    @Test
    void limitsTheCostOfARun() {
      ScriptedChatModel model = ScriptedChatModel.script();
      for (int i = 0; i < 5; i++) {
        String id = i % 2 == 0 ? "k1" : "k2";
        model.reply(
            request ->
                ChatResponse.builder()
                    .aiMessage(reading(id))
                    .finishReason(FinishReason.TOOL_EXECUTION)
                    .tokenUsage(new TokenUsage(1_000, 100))
                    .build());
      }
      model.answer("In Tarn [k2].");
      Prices prices = Prices.perMillion(1_000, 500, 1_000);
      Answer answer = ask(model, Budget.builder().cost(5.0, prices));
      assertThat(answer.stopReason()).isEqualTo(StopReason.COST_LIMIT);
      assertThat(model.requests()).hasSizeBetween(3, 5);
    }
  }

  @Nested
  class ContextWindow {
    private static Corpus longCorpus() {
      return InMemoryCorpus.of(
          IntStream.range(0, 12)
              .mapToObj(
                  i -> Document.of("d" + i, ("In year " + i + " the keeper rang. ").repeat(40)))
              .toArray(Document[]::new));
    }

    private static ScriptedChatModel readingAll(String... ids) {
      ScriptedChatModel model = ScriptedChatModel.script();
      List.of(ids).forEach(id -> model.call("chunk_read", Map.of("chunk_ids", List.of(id))));
      return model;
    }

    @Test
    void replacesTheOldestResultsWhenTheWindowIsFullAndAllowsReadingThemAgain() {
      ScriptedChatModel model =
          readingAll("d0", "d1", "d2", "d3", "d4", "d5", "d6", "d0").answer("Then [d0].");
      Answer answer = ask(longCorpus(), model, Budget.builder().contextTokens(4_096));
      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
      List<ChatMessage> last = model.requests().get(8).messages();
      assertThat(last.get(3)).asString().contains("Text removed to make room. It showed d0");
      List<String> seen = observations(answer);
      assertThat(seen.get(7)).contains("In year 0 the keeper rang.");
      assertThat(seen.get(7)).doesNotContain("shown before");
      assertThat(answer.citations()).hasSize(1);
    }

    @Test
    void namesTheSectionsThatAReplacedResultShowed() {
      String first = "One\n" + "The keeper rang once. ".repeat(40) + "\n";
      String text = first + "Two\n" + "The keeper rang twice. ".repeat(40);
      Corpus corpus =
          InMemoryCorpus.of(
              IntStream.range(0, 8)
                  .mapToObj(
                      i ->
                          Document.builder("d" + i, text)
                              .heading(0, List.of("One"))
                              .heading(first.length(), List.of("Two"))
                              .build())
                  .toArray(Document[]::new));
      ScriptedChatModel model =
          readingAll("d0.1", "d1", "d2.1", "d3", "d4", "d5", "d6", "d0.1")
              .answer("It rang twice [d0.1].");
      Answer answer = ask(corpus, model, Budget.builder().contextTokens(4_096));
      String last = model.requests().get(8).messages().toString();
      assertThat(last)
          .contains("It showed d0.1: read", "It showed d1: read", "It showed d2.1: read");
      assertThat(observations(answer).get(7))
          .contains("[d0.1] d0 > Two", "The keeper rang twice.")
          .doesNotContain("shown before");
      assertThat(answer.citations().get(0).section().orElseThrow().number()).isEqualTo(1);
    }

    @Test
    void sendsAShorterRequestAfterARejectionAsTooLong() {
      ScriptedChatModel model = readingAll("d0", "d1", "d2");
      model.fail(
          new InvalidRequestException("This model's maximum context length is 2048 tokens."));
      Answer answer = ask(longCorpus(), model.answer("Then [d2]."), Budget.builder());
      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
      assertThat(model.requests()).hasSize(5);
      assertThat(model.requests().get(4).messages().get(3)).asString().contains("Text removed");
    }

    /** Without this rule, a run would wait twice for a server that rejects requests slowly. */
    @Test
    void countsTheTimeOfARejectedRequestAgainstTheTimeLimit() {
      AtomicLong nanos = new AtomicLong();
      ScriptedChatModel model = readingAll("d0", "d1", "d2");
      model.reply(
          request -> {
            nanos.addAndGet(Duration.ofMinutes(2).toNanos());
            throw new InvalidRequestException(
                "This model's maximum context length is 2048 tokens.");
          });
      Answer answer =
          Agent.builder(longCorpus(), model.answer("Too late [d0]."))
              .modelRetries(0)
              .budget(Budget.builder().timeout(Duration.ofMinutes(1)).build())
              .nanoTime(nanos::get)
              .build()
              .ask(QUESTION);
      assertThat(answer.stopReason()).isEqualTo(StopReason.DEADLINE);
      assertThat(model.requests()).hasSize(4);
    }

    @Test
    void answersWithTheFoundPassagesIfTheRequestNeverFits() {
      ScriptedChatModel model = readingAll("d0", "d1");
      for (int i = 0; i < 3; i++) {
        model.fail(
            new InvalidRequestException(
                "prompt is too long: 9000 tokens > 8000 maximum context length"));
      }
      Answer answer = ask(longCorpus(), model, Budget.builder());
      assertThat(answer.stopReason()).isEqualTo(StopReason.CONTEXT_LIMIT);
      assertThat(answer.text()).contains("[d0]");
      assertThat(answer.warnings()).anyMatch(warning -> warning.contains("Budget.contextTokens"));
    }

    @Test
    void detectsAServerThatTruncatesRequests() {
      ScriptedChatModel model = ScriptedChatModel.script();
      for (int i = 0; i < 6; i++) {
        String id = "d" + i;
        int reportedTokens = Math.min(2_100, 1_200 + 300 * i);
        model.reply(
            request ->
                ChatResponse.builder()
                    .aiMessage(reading(id))
                    .finishReason(FinishReason.TOOL_EXECUTION)
                    .tokenUsage(new TokenUsage(reportedTokens, 30))
                    .build());
      }
      Agent agent =
          Agent.builder(longCorpus(), new Closing(model, "Then [d0].")).modelRetries(0).build();
      Answer answer = agent.ask(QUESTION);
      assertThat(answer.stopReason()).isEqualTo(StopReason.CONTEXT_CUT_BY_SERVER);
      assertThat(answer.text()).startsWith("Then");
      assertThat(answer.warnings()).anyMatch(warning -> warning.contains("num_ctx"));
    }

    /** A model that answers as soon as a request forbids tool calls. */
    private record Closing(ScriptedChatModel model, String answer)
        implements dev.langchain4j.model.chat.ChatModel {
      @Override
      public ChatResponse doChat(dev.langchain4j.model.chat.request.ChatRequest request) {
        return request.toolChoice() == ToolChoice.NONE
            ? ModelCalls.text(answer)
            : model.doChat(request);
      }
    }

    @Test
    void doesNotReportAServerThatCountsOnlyUncachedTokens() {
      ScriptedChatModel model = ScriptedChatModel.script();
      for (int i = 0; i < 4; i++) {
        String id = "d" + i;
        int reportedTokens = i == 0 ? 1_000 : 320;
        model.reply(
            request ->
                ChatResponse.builder()
                    .aiMessage(reading(id))
                    .finishReason(FinishReason.TOOL_EXECUTION)
                    .tokenUsage(new TokenUsage(reportedTokens, 30))
                    .build());
      }
      Answer answer = ask(longCorpus(), model.answer("Then [d0]."), Budget.builder());
      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    }
  }

  @Nested
  class CustomTools {
    @Test
    void continuesAfterACustomToolFails() {
      ScriptedChatModel model = reading().answer("In Tarn [k2].");
      Answer answer =
          Agent.builder(CORPUS, model)
              .tools(corpus -> broken(corpus, new UnsupportedOperationException("secret")))
              .build()
              .ask(QUESTION);
      assertThat(observations(answer))
          .containsExactly("chunk_read failed (UnsupportedOperationException). Go on without it.");
    }

    /** A tool may itself call a model. A failure of that model must not end the run. */
    @Test
    void continuesAfterAModelFailsInsideACustomTool() {
      ScriptedChatModel model = reading().answer("In Tarn [k2].");
      Answer answer =
          Agent.builder(CORPUS, model)
              .tools(corpus -> broken(corpus, new ModelException("no such key", null, false)))
              .build()
              .ask(QUESTION);
      assertThat(observations(answer))
          .containsExactly("chunk_read failed (ModelException). Go on without it.");
      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    }

    private static dev.arag.tools.Toolbox broken(Corpus corpus, RuntimeException failure) {
      return dev.arag.tools.Toolbox.of(corpus).with(new Broken(failure));
    }

    private record Broken(RuntimeException failure) implements dev.arag.tools.call.RetrievalTool {
      @Override
      public String name() {
        return "chunk_read";
      }

      @Override
      public String description() {
        return "Fails.";
      }

      @Override
      public String parameters() {
        return "{\"type\":\"object\",\"properties\":{\"chunk_ids\":{\"type\":\"array\"}}}";
      }

      @Override
      public Observation call(
          dev.arag.tools.call.ToolArguments arguments, dev.arag.tools.call.ContextTracker context) {
        throw failure;
      }
    }
  }
}
