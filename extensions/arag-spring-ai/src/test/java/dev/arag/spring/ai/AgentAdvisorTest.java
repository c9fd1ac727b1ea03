package dev.arag.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.step.Usage;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Scope;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.content.Media;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeTypeUtils;
import reactor.core.Disposable;

/** Chat clients whose questions an agent answers. The model of a client has no responses. */
@Timeout(60)
class AgentAdvisorTest {
  private static final Map<String, Object> READ = Map.of("chunk_ids", List.of("k1"));

  private static ScriptedChatModel reading() {
    return ScriptedChatModel.script().call("chunk_read", READ).answer(Fixtures.CITED);
  }

  private static Agent agent(ScriptedChatModel model) {
    return Agent.builder(Fixtures.corpus(), model).build();
  }

  private static ChatClient client(ScriptedChatModel model) {
    return ChatClient.builder(new ScriptedSpringModel())
        .defaultAdvisors(AgentAdvisor.of(agent(model)))
        .build();
  }

  @Test
  void theResponseHasTheAnswerAndItsCitations() {
    ScriptedChatModel model = reading();
    ChatResponse response = client(model).prompt(Fixtures.QUESTION).call().chatResponse();
    assertThat(response.getResult().getOutput().getText()).isEqualTo("Mira Voss [1].");
    assertThat(response.getResult().getMetadata().getFinishReason()).isEqualTo("STOP");
    Answer answer = SpringAi.answer(response).orElseThrow();
    assertThat(answer.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(response.getMetadata().getId()).isEqualTo(answer.trajectory().id().orElseThrow());
    Usage usage = answer.usage();
    assertThat(response.getMetadata().getUsage().getPromptTokens())
        .isPositive()
        .isEqualTo((int) usage.inputTokens());
    assertThat(response.getMetadata().getUsage().getNativeUsage()).isEqualTo(usage);
    assertThat(question(model, 0)).contains(Fixtures.QUESTION);
  }

  private static String question(ScriptedChatModel model, int request) {
    List<ChatMessage> messages = model.requests().get(request).messages();
    return messages.stream()
        .filter(UserMessage.class::isInstance)
        .reduce((first, last) -> last)
        .map(each -> ((UserMessage) each).singleText())
        .orElseThrow();
  }

  /** The memory returns messages without the metadata of the responses, as after a restart. */
  @Test
  void theMemoryOfTheClientIsTheConversation() {
    ChatMemory memory = MessageWindowChatMemory.builder().build();
    ScriptedChatModel first = reading();
    remembering(first, memory).prompt(Fixtures.QUESTION).call().content();
    ScriptedChatModel second =
        ScriptedChatModel.script().call("chunk_read", READ).answer("15 crowns [k1].");
    assertThat(remembering(second, memory).prompt("What did it cost?").call().content())
        .isEqualTo("15 crowns [1].");

    List<ChatMessage> sent = second.requests().get(0).messages();
    assertThat(sent.get(0)).isInstanceOf(SystemMessage.class);
    assertThat(((UserMessage) sent.get(1)).singleText()).contains(Fixtures.QUESTION);
    assertThat(((AiMessage) sent.get(2)).text()).isEqualTo("Mira Voss.");
    assertThat(question(second, 0)).contains("What did it cost?");
    assertThat(memory.get("c"))
        .extracting(Message::getText)
        .hasSize(4)
        .last()
        .isEqualTo("15 crowns [1].");
  }

  private static ChatClient remembering(ScriptedChatModel model, ChatMemory memory) {
    return ChatClient.builder(new ScriptedSpringModel())
        .defaultAdvisors(
            MessageChatMemoryAdvisor.builder(memory).build(), AgentAdvisor.of(agent(model)))
        .defaultAdvisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, "c"))
        .build();
  }

  /** The memory keeps the question, whose answer failed. */
  @Test
  void aQuestionWithoutAnAnswerIsNotSentAgain() {
    ChatMemory memory = MessageWindowChatMemory.builder().build();
    ScriptedChatModel failing =
        ScriptedChatModel.script().fail(new IllegalStateException("broken"));
    assertThatThrownBy(() -> remembering(failing, memory).prompt("First?").call().content())
        .isInstanceOfSatisfying(
            NoAnswerException.class,
            e -> assertThat(e.stopReason()).isEqualTo(StopReason.MODEL_FAILED));
    ScriptedChatModel second = reading();
    remembering(second, memory).prompt(Fixtures.QUESTION).call().content();
    assertThat(second.requests().get(0).messages().toString()).doesNotContain("First?");
  }

  @Test
  void theSystemTextBecomesInstructions() {
    ScriptedChatModel model = reading();
    client(model).prompt().system("Answer in rhymes.").user(Fixtures.QUESTION).call().content();
    assertThat(((SystemMessage) model.requests().get(0).messages().get(0)).text())
        .contains("keyword_search")
        .contains("Answer in rhymes.");
  }

  @Test
  void aStreamHasTheEventsAndThenTheAnswer() {
    ChatMemory memory = MessageWindowChatMemory.builder().build();
    List<ChatResponse> responses =
        remembering(reading(), memory).prompt(Fixtures.QUESTION).stream()
            .chatResponse()
            .collectList()
            .block();
    assertThat(responses)
        .extracting(each -> each.getMetadata().<Object>get(SpringAi.EVENT))
        .anyMatch(RunEvent.ToolCalled.class::isInstance)
        .anyMatch(RunEvent.AnswerText.class::isInstance)
        .noneMatch(RunEvent.Finished.class::isInstance);
    ChatResponse last = responses.get(responses.size() - 1);
    assertThat(SpringAi.answer(last).orElseThrow().isComplete()).isTrue();
    assertThat(last.getMetadata().getUsage().getCompletionTokens()).isPositive();
    assertThat(memory.get("c")).last().extracting(Message::getText).isEqualTo("Mira Voss [1].");
    assertThat(responses)
        .extracting(each -> each.getResult().getOutput().getText())
        .filteredOn(text -> !text.isEmpty())
        .containsExactly("Mira Voss [1].");
  }

  @Test
  void aStreamWithoutAnAnswerFails() {
    ScriptedChatModel failing =
        ScriptedChatModel.script().fail(new IllegalStateException("broken"));
    assertThatThrownBy(() -> client(failing).prompt("Who?").stream().content().blockLast())
        .isInstanceOf(NoAnswerException.class);
  }

  @Test
  void cancellingAStreamCancelsTheRun() throws InterruptedException {
    CountDownLatch isCalled = new CountDownLatch(1);
    CountDownLatch isInterrupted = new CountDownLatch(1);
    ScriptedChatModel hanging =
        ScriptedChatModel.script()
            .reply(
                request -> {
                  isCalled.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    isInterrupted.countDown();
                  }
                  throw new IllegalStateException("interrupted");
                });
    Disposable stream = client(hanging).prompt("Who?").stream().content().subscribe();
    assertThat(isCalled.await(30, TimeUnit.SECONDS)).isTrue();
    stream.dispose();
    assertThat(isInterrupted.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void anInterruptCancelsACall() throws InterruptedException {
    CountDownLatch isCalled = new CountDownLatch(1);
    ScriptedChatModel hanging =
        ScriptedChatModel.script()
            .reply(
                request -> {
                  isCalled.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  throw new IllegalStateException("interrupted");
                });
    AtomicBoolean isCancelled = new AtomicBoolean();
    Thread caller =
        new Thread(
            () -> {
              try {
                client(hanging).prompt("Who?").call().content();
              } catch (NoAnswerException e) {
                isCancelled.set(e.stopReason() == StopReason.CANCELLED);
              }
            });
    caller.start();
    assertThat(isCalled.await(30, TimeUnit.SECONDS)).isTrue();
    caller.interrupt();
    caller.join();
    assertThat(isCancelled).isTrue();
  }

  @Test
  void aScopeOfTheRequestRestrictsTheAgent() {
    ScriptedChatModel model = reading();
    client(model)
        .prompt(Fixtures.QUESTION)
        .advisors(a -> a.param(SpringAi.SCOPE, Scope.equal("tenant", "elm")))
        .call()
        .content();
    assertThat(model.requests().get(1).messages().toString()).doesNotContain("designed by Mira");
  }

  @Test
  void whatTheAgentCannotDoIsRejected() {
    ScriptedChatModel model = ScriptedChatModel.script();
    assertThatThrownBy(
            () ->
                client(model)
                    .prompt("Who?")
                    .advisors(a -> a.param(SpringAi.SCOPE, "tenant = elm"))
                    .call()
                    .content())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The value of arag.scope must be a Scope, was java.lang.String.");
    assertThatThrownBy(() -> client(model).prompt("Who?").call().entity(String[].class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("entity(...)");
    assertThatThrownBy(
            () ->
                client(model)
                    .prompt("Who?")
                    .tools(SpringAi.tools(Fixtures.corpus()))
                    .call()
                    .content())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("keyword_search, semantic_search, chunk_read");
    Media image = new Media(MimeTypeUtils.IMAGE_PNG, new ByteArrayResource(new byte[] {1}));
    assertThatThrownBy(
            () -> client(model).prompt().user(u -> u.text("Who?").media(image)).call().content())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("media");
    assertThat(model.requests()).isEmpty();
  }
}
