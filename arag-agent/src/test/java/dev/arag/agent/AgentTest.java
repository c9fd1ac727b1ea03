package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.UnseenTerm;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.internal.strategy.TestProfile;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class AgentTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  private static final String QUESTION = "Where was the designer of the Old Bridge born?";

  private static Answer ask(ScriptedChatModel model) {
    return Agent.builder(CORPUS, model).build().ask(QUESTION);
  }

  private static ScriptedChatModel twoHops() {
    return ScriptedChatModel.script()
        .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
        .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
        .answer("In Tarn [k2: \"born in Tarn\"].");
  }

  @Test
  void knowsTheNameOfItsModelIfTheModelHasOne() {
    ScriptedChatModel unnamed = ScriptedChatModel.script();
    ChatModel named =
        new ChatModel() {
          @Override
          public ChatRequestParameters defaultRequestParameters() {
            return ChatRequestParameters.builder().modelName("small-model").build();
          }
        };
    assertThat(Agent.builder(CORPUS, unnamed).build().modelName()).isEmpty();
    assertThat(Agent.builder(CORPUS, named).build().modelName()).hasValue("small-model");
  }

  private static List<Observation> observations(Answer answer) {
    List<Observation> observations = new ArrayList<>();
    for (Step step : answer.trajectory().steps()) {
      if (step instanceof Step.ToolUse use) {
        observations.add(use.observation());
      }
    }
    return observations;
  }

  @Nested
  class Citations {
    @Test
    void citesTheSecondHop() {
      Answer answer = ask(twoHops());

      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
      assertThat(answer.isComplete()).isTrue();
      assertThat(answer.shortAnswer()).startsWith("In Tarn");
      assertThat(answer.citations()).hasSize(1);
      assertThat(answer.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
      assertThat(answer.citations().get(0).chunkId().value()).isEqualTo("k2");
      assertThat(answer.citations().get(0).span().orElseThrow().start())
          .isEqualTo("Mira Voss was ".length());
      assertThat(answer.warnings()).isEmpty();
      assertThat(answer.usage().turns()).isEqualTo(3);
      assertThat(answer.usage().toolCalls()).isEqualTo(2);
      assertThat(answer.usage().retrievedTokens()).isPositive();
    }

    @Test
    void doesNotVerifyAQuoteThatWasNotShown() {
      Answer answer =
          ask(
              ScriptedChatModel.script()
                  .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
                  .answer("In Tarn [k2: \"born in Tarn\"]."));
      assertThat(answer.citations()).hasSize(1);
      assertThat(answer.citations().get(0).verdict()).isEqualTo(Verdict.NOT_SHOWN);
      assertThat(answer.warnings())
          .containsExactly(
              "1 of 1 citations are not in the text the model was shown.",
              "Not found in any text shown to the model: Tarn.");
      assertThat(answer.unseenTerms())
          .containsExactly(new UnseenTerm("Tarn", UnseenTerm.Kind.NAME, 3, 7));
    }

    @Test
    void returnsANonBlankTextForAnAnswerThatIsOnlyAnEvidenceList() {
      Answer answer =
          ask(
              ScriptedChatModel.script()
                  .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
                  .answer("Evidence:\n[k2] \"born in Tarn\""));
      assertThat(answer.text()).isNotBlank();
      assertThat(answer.shortAnswer()).isNotBlank();
      assertThat(answer.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
    }
  }

  @Nested
  class ToolCalls {
    @Test
    void sendsTheWholeHistoryWithOneResultPerCall() {
      ScriptedChatModel model = twoHops();
      ask(model);

      assertThat(model.requests()).hasSize(3);
      ChatRequest last = model.requests().get(2);
      assertThat(last.messages()).hasSize(6);
      assertThat(last.messages().get(0)).isInstanceOf(SystemMessage.class);
      assertThat(last.messages().get(1)).isEqualTo(UserMessage.from(QUESTION));
      assertThat(last.messages().subList(0, 4)).isEqualTo(model.requests().get(1).messages());
      assertEachCallIsAnswered(last);
      assertThat(last.toolSpecifications())
          .extracting(ToolSpecification::name)
          .containsExactly("keyword_search", "semantic_search", "chunk_read");
      assertThat(last.toolChoice()).isNull();
    }

    private static void assertEachCallIsAnswered(ChatRequest request) {
      for (int i = 0; i < request.messages().size(); i++) {
        if (request.messages().get(i) instanceof AiMessage message) {
          for (ToolExecutionRequest call : message.toolExecutionRequests()) {
            i++;
            ToolExecutionResultMessage result =
                (ToolExecutionResultMessage) request.messages().get(i);
            assertThat(result.id()).isEqualTo(call.id());
            assertThat(result.toolName()).isEqualTo(call.name());
          }
        }
      }
    }

    @Test
    void executesTheCallsOfOneTurnInOrderAndAssignsUniqueIds() {
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .calls(
                  ToolCall.of("same", "chunk_read", "{\"chunk_ids\":[\"k2\"]}"),
                  ToolCall.of("same", "chunk_read", "{\"chunk_ids\":[\"k1\"]}"),
                  ToolCall.of("", "keyword_search", "{\"keywords\":[\"Tarn\"]}"))
              .answer("Tarn [k2]");
      Answer answer = ask(model);

      List<Step> steps = answer.trajectory().steps();
      assertThat(steps).extracting(Step::turn).containsExactly(1, 1, 1, 1, 2);
      assertThat(steps.subList(1, 4))
          .extracting(step -> ((Step.ToolUse) step).call().id())
          .doesNotHaveDuplicates()
          .doesNotContain("");
      assertEachCallIsAnswered(model.requests().get(1));
      assertThat(answer.usage().turns()).isEqualTo(2);
      assertThat(answer.usage().toolCalls()).isEqualTo(3);
    }

    @Test
    void reportsAnInvalidCallToTheModelAndContinues() {
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .call("keyword_search", "{\"keywords\":")
              .call("web_search", "{}")
              .call("chunk_read", Map.of("chunk_ids", List.of("k99")))
              .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
              .answer("Tarn [k2: \"born in Tarn\"]");
      Answer answer = ask(model);

      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
      List<Observation> observations = observations(answer);
      assertThat(observations.subList(0, 2)).allMatch(Observation.Rejected.class::isInstance);
      assertThat(observations.get(3).text()).contains("born in Tarn");
      assertThat(lastResult(model.requests().get(1)).isError()).isTrue();
      assertThat(lastResult(model.requests().get(4)).isError()).isFalse();
    }

    private static ToolExecutionResultMessage lastResult(ChatRequest request) {
      return (ToolExecutionResultMessage) request.messages().get(request.messages().size() - 1);
    }

    @Test
    void rejectsACallOfAToolThatWasNotOffered() {
      Strategy searchOnly =
          (question, run) -> {
            Toolbox offered = run.tools().without("chunk_read");
            Reply reply = run.chat(List.of(new Message.User(question)), offered);
            return run.call(reply.calls().get(0)).text();
          };
      ScriptedChatModel model =
          ScriptedChatModel.script().call("chunk_read", Map.of("chunk_ids", List.of("k2")));
      Answer answer = Agent.builder(CORPUS, model).strategy(searchOnly).build().ask(QUESTION);
      assertThat(answer.text()).contains("no tool").doesNotContain("born in Tarn");
    }
  }

  @Nested
  class ShownText {
    @Test
    void doesNotSendAChunkAgainWhileTheRequestContainsIt() {
      ScriptedChatModel model = ScriptedChatModel.script();
      for (int i = 0; i < 4; i++) {
        model.call("chunk_read", Map.of("chunk_ids", List.of("k2")));
      }
      List<Observation> observations = observations(ask(model.answer("Tarn [k2]")));
      assertThat(observations.get(0).text()).contains("born in Tarn");
      assertThat(observations.subList(1, 4))
          .allSatisfy(each -> assertThat(each.text()).doesNotContain("born in Tarn"));
    }

    @Test
    void readsOnlyWhatTheScopeAllows() {
      Corpus corpus =
          InMemoryCorpus.of(
              Document.builder("a", "The code is 1111.").metadata("tenant", "acme").build(),
              Document.builder("b", "The code is 2222.").metadata("tenant", "other").build());
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .call("keyword_search", Map.of("keywords", List.of("code")))
              .call("chunk_read", Map.of("chunk_ids", List.of("b")))
              .answer("1111 [a]");
      Answer answer =
          Agent.builder(corpus, model)
              .build()
              .within(Scope.equal("tenant", "acme"))
              .ask("What is the code?");
      assertThat(observations(answer)).noneMatch(each -> each.text().contains("2222"));
      assertThat(observations(answer).get(0).text()).contains("1111");
    }

    @Test
    void readsASnapshotOfTheCorpus() {
      Corpus later = InMemoryCorpus.of(Document.of("new", "Changed."));
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .call("keyword_search", Map.of("keywords", List.of("Tarn")))
              .answer("Tarn [k2]");
      Answer answer = Agent.builder(new Changing(later, CORPUS), model).build().ask(QUESTION);
      assertThat(answer.trajectory().shown())
          .extracting(snippet -> snippet.chunkId().value())
          .containsExactly("k2");
    }

    /** A corpus that may change at any time, together with a snapshot of its earlier state. */
    private record Changing(Corpus now, Corpus snapshot) implements Corpus {
      @Override
      public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
        return now.keywordSearch(query, topK, offset);
      }

      @Override
      public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
        return now.semanticSearch(query, topK, offset);
      }

      @Override
      public List<Chunk> read(Collection<ChunkId> ids) {
        return now.read(ids);
      }

      @Override
      public Corpus within(Scope scope) {
        return new Changing(now.within(scope), snapshot.within(scope));
      }
    }
  }

  @Nested
  class Configuration {
    @Test
    void supportsUsageCitationsAndRolesInACustomStrategy() {
      ScriptedChatModel writer = ScriptedChatModel.script().answer("Tarn [k2: \"born in Tarn\"]");
      ScriptedChatModel checker = ScriptedChatModel.script().answer("yes");
      Strategy lookTwice =
          (question, run) -> {
            Observation found =
                run.call(ToolCall.of("semantic_search", Map.of("query", "Mira Voss born in Tarn")));
            String draft = run.complete("Answer from this.\n" + found.text() + "\n" + question);
            String check = run.as("checker").complete("Is it proved?\n" + draft);
            return check.startsWith("yes") ? draft : "";
          };
      Answer answer =
          Agent.builder(CORPUS, writer)
              .model("checker", checker)
              .strategy(lookTwice)
              .build()
              .ask(QUESTION);

      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
      assertThat(answer.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
      assertThat(answer.trajectory().steps()).extracting(Step::turn).containsExactly(0, 1, 2);
      assertThat(writer.requests().get(0).toolSpecifications()).isNullOrEmpty();
      assertThat(checker.stepsLeft()).isZero();
    }

    @Test
    void acceptsACustomSystemPromptAndTools() {
      ScriptedChatModel model = ScriptedChatModel.script().answer("I do not know.");
      Answer answer =
          Agent.builder(CORPUS, model)
              .strategy(Strategies.arag("Be brief."))
              .tools(corpus -> Toolbox.of(corpus).without("semantic_search"))
              .build()
              .ask(QUESTION);
      ChatRequest request = model.requests().get(0);
      assertThat(request.messages().get(0)).isEqualTo(SystemMessage.from("Be brief."));
      assertThat(request.toolSpecifications())
          .extracting(ToolSpecification::name)
          .containsExactly("keyword_search", "chunk_read");
      assertThat(answer.warnings()).containsExactly("The answer was given without a search.");
    }

    @Test
    void keepsTheSettingsInToBuilder() {
      ScriptedChatModel model = ScriptedChatModel.script().answer("one").answer("two");
      Agent brief =
          Agent.builder(CORPUS, model)
              .profile(TestProfile.PLAIN)
              .strategy(Strategies.arag("Be brief."))
              .build();
      Agent changed = brief.toBuilder().strategy(Strategies.arag("Be long.")).build();

      assertThat(changed.ask(QUESTION).text()).isEqualTo("one");
      assertThat(brief.ask(QUESTION).text()).isEqualTo("two");
      assertThat(model.requests())
          .extracting(request -> request.messages().get(0))
          .containsExactly(SystemMessage.from("Be long."), SystemMessage.from("Be brief."));
    }

    @Test
    void rejectsABlankQuestion() {
      Agent agent = Agent.builder(CORPUS, ScriptedChatModel.script()).build();
      assertThatThrownBy(() -> agent.ask("  ")).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Nested
  class ListenersAndThreads {
    @Test
    void sendsEachStepToAListenerThatThrowsAndContinues() {
      List<RunEvent> received = new ArrayList<>();
      Agent agent =
          Agent.builder(CORPUS, twoHops())
              .listener(
                  event -> {
                    received.add(event);
                    throw new IllegalStateException("page closed");
                  })
              .build();
      Answer answer = agent.ask(QUESTION);

      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
      assertThat(answer.warnings()).anyMatch(warning -> warning.contains("page closed"));
      assertThat(received)
          .filteredOn(RunEvent.StepCompleted.class::isInstance)
          .extracting(event -> ((RunEvent.StepCompleted) event).step())
          .isEqualTo(answer.trajectory().steps());
      assertThat(received.get(0)).isEqualTo(new RunEvent.TurnStarted(1, "agent", null, "other"));
      assertThat(received.get(received.size() - 1)).isInstanceOf(RunEvent.Finished.class);
    }

    @Test
    void answersQuestionsOfManyThreadsConcurrently() throws Exception {
      Document[] documents =
          IntStream.range(0, 40)
              .mapToObj(i -> Document.of("doc" + i, "Number" + i + " lives in Town" + i + "."))
              .toArray(Document[]::new);
      Agent agent = Agent.builder(InMemoryCorpus.of(documents), new QuotingModel()).build();
      ExecutorService threads = Executors.newFixedThreadPool(8);
      try {
        List<Callable<Answer>> asks = new ArrayList<>();
        IntStream.range(0, 40).forEach(i -> asks.add(() -> agent.ask("Number" + i)));
        List<Future<Answer>> answers = threads.invokeAll(asks);
        for (int i = 0; i < 40; i++) {
          assertThat(answers.get(i).get().text()).contains("Town" + i + ".");
          assertThat(answers.get(i).get().usage().turns()).isEqualTo(2);
        }
      } finally {
        threads.shutdownNow();
      }
    }

    /**
     * A stateless model that searches for the question and then repeats the result of the search.
     */
    private static final class QuotingModel implements ChatModel {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        ChatMessage last = request.messages().get(request.messages().size() - 1);
        if (last instanceof ToolExecutionResultMessage result) {
          return ScriptedChatModel.script().answer(result.text()).doChat(request);
        }
        String question = ((UserMessage) last).singleText();
        return ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of(question)))
            .doChat(request);
      }
    }
  }
}
