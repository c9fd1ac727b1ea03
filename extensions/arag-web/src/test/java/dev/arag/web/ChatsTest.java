package dev.arag.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Scope;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChatsTest {
  /** A model that answers at once. */
  private static final class Direct implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      return ChatResponse.builder().aiMessage(AiMessage.from("NOT FOUND\nNothing.")).build();
    }
  }

  private final Chats chats =
      new Chats(Agent.builder(UiMessageStreamTest.CORPUS, new Direct()).build(), 2);

  private List<String> earlier(String owner, String chat, String question, int earlier) {
    Run run = chats.start(owner, new UiMessageRequest(chat, question, earlier));
    return run.trajectory().earlier().stream().map(Trajectory::question).toList();
  }

  @Test
  void aChatIsAConversation() {
    assertThat(earlier("", "c", "one", 0)).isEmpty();
    assertThat(earlier("", "c", "two", 1)).containsExactly("one");
    assertThat(earlier("", "c", "three", 2)).containsExactly("one", "two");
  }

  @Test
  void aQuestionThatIsAskedAgainReplacesTheLaterOnes() {
    earlier("", "c", "one", 0);
    earlier("", "c", "two", 1);
    assertThat(earlier("", "c", "two again", 1)).containsExactly("one");
    assertThat(earlier("", "c", "three", 2)).containsExactly("one", "two again");
    assertThat(earlier("", "c", "one again", 0)).isEmpty();
  }

  @Test
  void chatsOfOthersCannotBeContinued() {
    earlier("ann", "c", "one", 0);
    assertThat(earlier("bob", "c", "two", 1)).isEmpty();
    assertThat(earlier("ann", "c", "two", 1)).containsExactly("one");
  }

  @Test
  void aStoredConversationIsContinued() {
    Run one = chats.start("ann", new UiMessageRequest("c", "one", 0));
    List<Trajectory> stored = Trajectory.parseIncrements(List.of(one.trajectory().toIncrement()));
    chats.forget("ann", "c");
    chats.resume("ann", "c", stored);
    assertThat(earlier("ann", "c", "two", 1)).containsExactly("one");
    chats.resume("ann", "c", stored); // It is in memory.
    assertThat(earlier("ann", "c", "three", 2)).containsExactly("one", "two");
  }

  @Test
  void requestsWithoutAChatAreConversationsOfTheirOwn() {
    earlier("", "", "one", 0);
    assertThat(earlier("", "", "two", 1)).isEmpty();
  }

  @Test
  void theChatThatWasNotUsedForTheLongestTimeIsForgotten() {
    earlier("", "a", "one", 0);
    earlier("", "b", "one", 0);
    earlier("", "a", "two", 1);
    earlier("", "c", "one", 0);
    assertThat(earlier("", "a", "three", 2)).containsExactly("one", "two");
    assertThat(earlier("", "b", "two", 1)).isEmpty();
  }

  @Test
  void aRunThatHasNotEndedIsCancelled() throws InterruptedException {
    StreamedModel model = new StreamedModel(1).hangs("In").answers("NOT FOUND\nNothing.");
    Chats hanging = new Chats(Agent.builder(UiMessageStreamTest.CORPUS, model).build(), 2);
    Run first = hanging.start("", new UiMessageRequest("c", "one", 0));
    assertThat(model.hangs.await(20, TimeUnit.SECONDS)).isTrue();
    Run second = hanging.start("", new UiMessageRequest("c", "two", 1));
    assertThat(first.trajectory().stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(second.trajectory().earlier()).hasSize(1);
  }

  @Test
  void aChatContinuesAfterARunThatFailed() {
    Agent agent =
        Agent.builder(UiMessageStreamTest.CORPUS, new Direct())
            .strategy(
                (question, run) -> {
                  if (question.contains("one")) {
                    throw new IllegalStateException("a defect");
                  }
                  return "NOT FOUND\nNothing.";
                })
            .build();
    Chats failing = new Chats(agent, 2);
    Run first = failing.start("", new UiMessageRequest("c", "one", 0));
    assertThatThrownBy(first::trajectory).isInstanceOf(IllegalStateException.class);
    Run second = failing.start("", new UiMessageRequest("c", "two", 1));
    assertThat(second.trajectory().question()).isEqualTo("two");
  }

  @Test
  void aForgottenChatIsCancelledAndCannotBeContinued() throws InterruptedException {
    StreamedModel model = new StreamedModel(1).hangs("In").answers("NOT FOUND\nNothing.");
    Chats hanging = new Chats(Agent.builder(UiMessageStreamTest.CORPUS, model).build(), 2);
    Run first = hanging.start("ann", new UiMessageRequest("c", "one", 0));
    assertThat(model.hangs.await(20, TimeUnit.SECONDS)).isTrue();
    hanging.forget("bob", "c");
    hanging.forget("ann", "other");
    assertThat(first.toFuture()).isNotDone();
    hanging.forget("ann", "c");
    assertThat(first.trajectory().stopReason()).isEqualTo(StopReason.CANCELLED);
    Run second = hanging.start("ann", new UiMessageRequest("c", "two", 1));
    assertThat(second.trajectory().earlier()).isEmpty();
  }

  @Test
  void aQuestionCanBeRestrictedToAScope() {
    StreamedModel model =
        new StreamedModel(1)
            .calls("", UiMessageStreamTest.read("k1", "k2"))
            .answers("In Tarn [k2].");
    Chats scoped = new Chats(Agent.builder(UiMessageStreamTest.CORPUS, model).build(), 2);
    Run run =
        scoped.start("", Scope.documents("k2"), new UiMessageRequest("c", "Where was he born?", 0));
    assertThat(run.trajectory().shown())
        .extracting(snippet -> snippet.location().documentId())
        .containsOnly("k2");
  }

  @Test
  void refusesToKeepNoChat() {
    Agent agent = Agent.builder(UiMessageStreamTest.CORPUS, new Direct()).build();
    assertThatThrownBy(() -> new Chats(agent, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
