package dev.arag.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.internal.strategy.TestProfile;
import dev.arag.agent.model.Message;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.error.CorpusException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests conversations, in which a question may refer to earlier questions. */
@Timeout(60)
class ConversationTest {
  private static final String SHOWN_BEFORE = "This text has been shown before; it is above.";
  private static final String DESIGNER = "Who designed the Old Bridge?";
  private static final String BIRTH = "Where was she born?";

  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.builder("k1", "The Old Bridge was designed by Mira Voss.")
              .metadata("level", 1)
              .build(),
          Document.builder("k2", "Mira Voss was born in Tarn in 1881.")
              .metadata("level", 2)
              .build());

  @TempDir Path folder;

  private static Conversation conversation(ChatModel model) {
    return Agent.builder(CORPUS, model).modelRetries(0).build().conversation();
  }

  private static ScriptedChatModel read(ScriptedChatModel script, String... ids) {
    return script.call("chunk_read", Map.of("chunk_ids", List.of(ids)));
  }

  private static ScriptedChatModel firstQuestion() {
    return read(ScriptedChatModel.script(), "k1", "k2")
        .answer("Mira Voss [k1: \"designed by Mira Voss\"].");
  }

  private static List<Message> firstRequest(Trajectory run) {
    return ((Step.Sent) run.steps().get(0)).messages();
  }

  private static List<Step.ToolUse> calls(Trajectory run) {
    return run.steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(Step.ToolUse.class::cast)
        .toList();
  }

  @Nested
  class LaterQuestions {
    @Test
    void sendsEarlierQuestionsWithALaterQuestion() {
      String both = "Mira Voss [k1: \"designed by Mira Voss\"], of Tarn [k2: \"born in Tarn\"].";
      ScriptedChatModel model =
          read(read(ScriptedChatModel.script(), "k1", "k2").answer(both), "k2")
              .answer("In Tarn [k2: \"born in Tarn in 1881\"].");
      Conversation conversation = conversation(model);
      Answer first = conversation.ask(DESIGNER);
      Answer second = conversation.ask(BIRTH);

      List<ChatMessage> before = model.requests().get(1).messages();
      assertThat(model.requests().get(2).messages().subList(0, before.size())).isEqualTo(before);
      assertThat(firstRequest(second.trajectory()))
          .endsWith(Message.Assistant.of(both), new Message.User(BIRTH));
      assertThat(calls(second.trajectory()).get(0).observation().text()).contains(SHOWN_BEFORE);
      assertThat(second.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
      assertThat(second.warnings()).isEmpty();
      assertThat(second.trajectory().question()).isEqualTo(BIRTH);
      assertThat(second.trajectory().earlier()).containsExactly(first.trajectory());
      assertThat(conversation.trajectories())
          .containsExactly(first.trajectory(), second.trajectory());
      assertThat(second.usage().turns()).isEqualTo(2);
    }

    @Test
    void offersTheSameToolsInAllRequests() {
      ScriptedChatModel model = firstQuestion().answer("In Tarn [k2].");
      Conversation conversation = conversation(model);
      conversation.ask(DESIGNER);
      conversation.ask(BIRTH);
      assertThat(model.requests())
          .extracting(request -> request.toolSpecifications())
          .containsOnly(model.requests().get(0).toolSpecifications());
      model.requests().forEach(PairingRules::check);
    }

    @Test
    void acceptsAnAnswerFromTheHistoryWithoutASearch() {
      Conversation conversation =
          conversation(firstQuestion().answer("In Tarn [k2: \"born in Tarn\"]."));
      conversation.ask(DESIGNER);
      Answer second = conversation.ask(BIRTH);
      assertThat(second.usage().toolCalls()).isZero();
      assertThat(second.trajectory().steps()).hasSize(1);
      assertThat(second.warnings()).isEmpty();
      assertThat(second.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
      assertThat(second.unseenTerms()).isEmpty();
    }

    @Test
    void startsEachSingleQuestionWithoutAHistory() {
      ScriptedChatModel model = read(firstQuestion(), "k2").answer("In Tarn [k2].");
      Agent agent = Agent.builder(CORPUS, model).build();
      agent.ask(DESIGNER);
      Answer second = agent.ask(BIRTH);
      assertThat(calls(second.trajectory()).get(0).observation().text()).contains("born in Tarn");
      assertThat(second.trajectory().earlier()).isEmpty();
    }

    @Test
    void offersToolsAgainAfterAClosingCall() {
      ScriptedChatModel model = read(ScriptedChatModel.script(), "k1").answer("Mira Voss [k1].");
      read(model, "k2").answer("In Tarn [k2: \"born in Tarn\"].");
      Conversation conversation =
          Agent.builder(CORPUS, model)
              .budget(Budget.builder().maxTurns(1).build())
              .build()
              .conversation();
      assertThat(conversation.ask(DESIGNER).stopReason()).isEqualTo(StopReason.TURN_LIMIT);
      Answer second = conversation.ask(BIRTH);
      List<Message> request = firstRequest(second.trajectory());
      assertThat(request.get(request.size() - 3).text()).startsWith("No tool calls are left.");
      assertThat(request.get(request.size() - 1).text())
          .isEqualTo("Tools can be called again. Question: " + BIRTH);
      assertThat(second.trajectory().question()).isEqualTo(BIRTH);
    }
  }

  @Nested
  class FailedQuestions {
    @Test
    void rejectsASecondQuestionWhileOneIsBeingAnswered() throws Exception {
      CountDownLatch requested = new CountDownLatch(1);
      Semaphore mayAnswer = new Semaphore(0);
      ChatModel slow =
          new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
              requested.countDown();
              mayAnswer.acquireUninterruptibly();
              return ChatResponse.builder().aiMessage(AiMessage.from("Mira Voss [k1].")).build();
            }
          };
      Conversation conversation = conversation(slow);
      Run run = conversation.start(DESIGNER);
      requested.await();
      assertThatThrownBy(() -> conversation.ask(BIRTH))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("still being answered");
      assertThatThrownBy(() -> conversation.within(Scope.equal("level", 1)).start(BIRTH))
          .isInstanceOf(IllegalStateException.class);
      mayAnswer.release(10);
      run.forEach(
          event -> {
            if (event instanceof RunEvent.Finished) {
              assertThat(conversation.ask(BIRTH).text()).isEqualTo("Mira Voss [k1].");
            }
          });
      assertThat(conversation.trajectories()).hasSize(2);
    }

    @Test
    void omitsAFailedQuestionFromTheHistory() {
      ScriptedChatModel model =
          read(
                  read(ScriptedChatModel.script(), "k1")
                      .answer("Mira Voss [k1].")
                      .calls(
                          dev.arag.tools.call.ToolCall.of("chunk_read", Map.of("chunk_ids", "k2")))
                      .fail(new AuthenticationException("no such key")),
                  "k2")
              .answer("In Tarn [k2: \"born in Tarn\"].");
      Conversation conversation = conversation(model);
      conversation.ask(DESIGNER);
      NoAnswerException failed =
          catchThrowableOfType(NoAnswerException.class, () -> conversation.ask("And when?"));
      assertThat(failed.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
      Answer third = conversation.ask(BIRTH);

      assertThat(firstRequest(third.trajectory()))
          .extracting(Message::text)
          .noneMatch(text -> text.contains("And when?"))
          .contains(DESIGNER);
      // The chunk was read for the failed question, but its text is no longer in the request.
      assertThat(calls(third.trajectory()).get(0).observation().text())
          .contains("born in Tarn")
          .doesNotContain(SHOWN_BEFORE);
      assertThat(third.trajectory().earlier()).hasSize(2);
      assertThat(third.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
      model.requests().forEach(PairingRules::check);
    }

    @Test
    void omitsACancelledQuestionFromTheHistory() throws Exception {
      CountDownLatch requested = new CountDownLatch(2);
      List<ChatRequest> requests = new ArrayList<>();
      ChatModel model =
          new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
              requests.add(request);
              requested.countDown();
              if (requests.size() == 2) {
                waitForever();
              }
              return ChatResponse.builder().aiMessage(AiMessage.from("NOT FOUND")).build();
            }
          };
      Conversation conversation =
          Agent.builder(CORPUS, model).profile(TestProfile.PLAIN).build().conversation();
      conversation.ask(DESIGNER);
      Run run = conversation.start("And when?");
      requested.await();
      run.cancel();
      assertThat(run.trajectory().stopReason()).isEqualTo(StopReason.CANCELLED);
      assertThat(conversation.ask(BIRTH).outcome()).isEqualTo(Outcome.NOT_FOUND);
      requests.forEach(PairingRules::check);
      assertThat(requests.get(2).toString()).contains(DESIGNER, BIRTH).doesNotContain("And when?");
    }

    private static void waitForever() {
      try {
        new Semaphore(0).acquire();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Nested
  class ChangedCorpus {
    @Test
    void readsOnlyWhatTheScopeOfAViewAllows() {
      ScriptedChatModel model =
          read(read(ScriptedChatModel.script(), "k1").answer("Mira Voss [k1]."), "k2")
              .answer("NOT FOUND")
              .answer("NOT FOUND");
      Conversation conversation = conversation(model);
      conversation.ask(DESIGNER);
      Answer second = conversation.within(Scope.equal("level", 1)).ask(BIRTH);
      assertThat(calls(second.trajectory()).get(0).observation().text()).startsWith("No chunk");
      assertThat(second.trajectory().earlier()).hasSize(1);
    }

    /** A corpus that changes between questions. */
    private static final class Changing implements Corpus {
      private final List<Corpus> states;
      private int taken;

      Changing(Corpus... states) {
        this.states = List.of(states);
      }

      @Override
      public Corpus snapshot() {
        return states.get(taken++);
      }

      @Override
      public dev.arag.core.corpus.KeywordHits keywordSearch(
          dev.arag.core.corpus.KeywordQuery query, int topK, int offset) {
        throw new CorpusException("not a snapshot");
      }

      @Override
      public List<dev.arag.core.corpus.SemanticHit> semanticSearch(
          dev.arag.core.corpus.SemanticQuery query, int topK, int offset) {
        throw new CorpusException("not a snapshot");
      }

      @Override
      public List<dev.arag.core.text.Chunk> read(
          java.util.Collection<dev.arag.core.text.ChunkId> ids) {
        throw new CorpusException("not a snapshot");
      }

      @Override
      public Corpus within(Scope scope) {
        return this;
      }
    }

    @Test
    void warnsOfACitedChunkThatNoLongerExists() {
      Corpus changing =
          new Changing(CORPUS, InMemoryCorpus.of(Document.of("k9", "Something else.")));
      ScriptedChatModel model =
          read(firstQuestion(), "k2").answer("In Tarn [k2: \"born in Tarn\"].");
      Conversation conversation = Agent.builder(changing, model).build().conversation();
      conversation.ask(DESIGNER);
      Answer second = conversation.ask(BIRTH);
      assertThat(calls(second.trajectory()).get(0).observation().text())
          .startsWith("No chunk \"k2\"");
      assertThat(second.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
      assertThat(second.warnings())
          .containsExactly("Shown for an earlier question but no longer in the documents: k2.");
    }
  }

  @Nested
  class LongConversations {
    private static Corpus longTexts(int documents) {
      return InMemoryCorpus.of(
          IntStream.range(0, documents)
              .mapToObj(
                  i ->
                      Document.of(
                          "d" + i,
                          IntStream.range(0, 25)
                              .mapToObj(
                                  n -> "In year " + (i * 100 + n) + " the keeper rang the bell.")
                              .reduce("", (one, other) -> one + " " + other)))
              .toArray(Document[]::new));
    }

    @Test
    void replacesResultsThatExceedTheWindowAndAllowsReadingThemAgain() {
      ScriptedChatModel model = ScriptedChatModel.script();
      for (int i = 0; i < 12; i++) {
        read(model, "d" + i).answer("The keeper [d" + i + "].");
      }
      read(model, "d0").answer("The keeper [d0: \"In year 24 the keeper rang the bell\"].");
      Conversation conversation =
          Agent.builder(longTexts(12), model)
              .budget(Budget.builder().contextTokens(5_000).build())
              .build()
              .conversation();
      for (int i = 0; i < 12; i++) {
        conversation.ask("Who rang the bell in year " + i * 100 + "?");
      }
      Answer last = conversation.ask("Who rang the bell in year 24?");
      assertThat(firstRequest(last.trajectory()))
          .extracting(Message::text)
          .anyMatch(text -> text.startsWith("Text removed to make room. It showed d0"));
      assertThat(calls(last.trajectory()).get(0).observation().text())
          .contains("In year 24")
          .doesNotContain(SHOWN_BEFORE);
      assertThat(last.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
      model.requests().forEach(PairingRules::check);
    }

    @Test
    void omitsTheOldestQuestionsOfALongConversation() {
      ScriptedChatModel model = ScriptedChatModel.script();
      Conversation conversation =
          Agent.builder(CORPUS, model)
              .budget(Budget.builder().contextTokens(4_000).build())
              .build()
              .conversation();
      for (int i = 0; i < 60; i++) {
        read(model, "k1")
            .answer("Mira Voss [k1] for the time number " + i + ". " + "Yes. ".repeat(30));
        assertThat(conversation.ask("Question number " + i + "?").stopReason())
            .isEqualTo(StopReason.ANSWERED);
      }
      List<Message> request = firstRequest(conversation.trajectories().get(59));
      assertThat(request.get(0)).isInstanceOf(Message.System.class);
      assertThat(request).extracting(Message::text).contains("Question number 58?");
      assertThat(request).extracting(Message::text).doesNotContain("Question number 0?");
      model.requests().forEach(PairingRules::check);
    }
  }

  @Nested
  class RecordedHistory {
    @Test
    void addsOnlyQuestionAndAnswerIfTheStrategyIgnoresTheHistory() {
      ScriptedChatModel model =
          ScriptedChatModel.script().answer("one").answer("two").answer("three");
      Strategy own = (question, run) -> run.complete(run.earlier().size() + " " + question);
      Conversation conversation = Agent.builder(CORPUS, model).strategy(own).build().conversation();
      conversation.ask("a?");
      conversation.ask("b?");
      conversation.ask("c?");
      assertThat(model.requests())
          .extracting(request -> request.messages().get(0).toString())
          .satisfiesExactly(
              first -> assertThat(first).contains("0 a?"),
              second -> assertThat(second).contains("2 b?"),
              third -> assertThat(third).contains("4 c?"));
    }

    private byte[] bytes(Trajectory run) throws IOException {
      Path file = folder.resolve("run.json");
      run.writeJson(file);
      return Files.readAllBytes(file);
    }

    @Test
    void addsQuestionAndAnswerIfTheLastRequestWasAboutAnotherQuestion() {
      Strategy followUp =
          (question, run) -> {
            String unused = run.complete("Which bridge is meant?");
            return "Mira Voss.";
          };
      ScriptedChatModel model = ScriptedChatModel.script().answer("The old one.");
      Conversation conversation =
          Agent.builder(CORPUS, model).strategy(followUp).build().conversation();
      conversation.ask(DESIGNER);
      assertThat(conversation.trajectories().get(0).exchanges())
          .containsExactly(List.of(new Message.User(DESIGNER), Message.Assistant.of("Mira Voss.")));
    }

    @Test
    void replaysEachQuestionFromItsFile() throws IOException {
      ScriptedChatModel model =
          read(firstQuestion(), "k2").answer("In Tarn [k2: \"born in Tarn\"].");
      model.fail(new AuthenticationException("no such key"));
      read(model.call("keyword_search", Map.of("keywords", List.of("Tarn"))), "k1", "k2")
          .answer("In 1881 [k2].");
      Conversation conversation = conversation(model);
      conversation.ask(DESIGNER);
      conversation.ask(BIRTH);
      assertThatThrownBy(() -> conversation.ask("Why?")).isInstanceOf(NoAnswerException.class);
      conversation.ask("When?");
      for (Trajectory recorded : conversation.trajectories()) {
        byte[] written = bytes(recorded);
        Trajectory read = Trajectory.read(folder.resolve("run.json"));
        assertThat(read.earlier()).hasSameSizeAs(recorded.earlier());
        Trajectory again;
        try {
          again = Agent.builder(CORPUS, read.replay()).build().ask(read.question()).trajectory();
        } catch (NoAnswerException e) {
          again = e.trajectory();
        }
        assertThat(new String(bytes(again), UTF_8)).isEqualTo(new String(written, UTF_8));
      }
    }
  }
}
