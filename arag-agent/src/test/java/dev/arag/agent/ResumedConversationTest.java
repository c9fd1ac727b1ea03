package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.answer.NoValueException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.model.Message;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.error.AragException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests conversations that continue in another process, from trajectories that were stored. */
class ResumedConversationTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          IntStream.range(0, 20)
              .mapToObj(i -> Document.of("d" + i, story(i)))
              .toArray(Document[]::new));

  private static final Corpus BRIDGES =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  record Bell(String keeper) {}

  private int unanswered;
  private int stubs;
  private int requests;
  private int omitted;
  private int closed;

  private static String story(int number) {
    StringBuilder story = new StringBuilder();
    for (int i = 0; i < 12 + number; i++) {
      story.append("In year ").append(number * 100 + i).append(" the keeper rang the bell. ");
    }
    return story.toString();
  }

  /** Replies with another model that can be exchanged between questions. */
  private static final class Exchangeable implements ChatModel {
    private final List<ChatRequest> requests = new ArrayList<>();
    private ChatModel current = ScriptedChatModel.script();

    @Override
    public ChatResponse doChat(ChatRequest request) {
      requests.add(request);
      return current.doChat(request);
    }
  }

  @Test
  void sendsTheRequestOfTheConversationThatWasNotInterrupted() {
    compareAll(10);
  }

  @Tag("full")
  @Test
  void sendsTheRequestsOfManyConversationsThatWereNotInterrupted() {
    compareAll(500);
  }

  private void compareAll(int conversations) {
    for (long seed = 0; seed < conversations; seed++) {
      try {
        compare(new Random(seed));
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    assertThat(unanswered).as("questions without an answer").isPositive();
    assertThat(stubs).as("requests with stubs").isPositive();
    assertThat(requests).as("requests").isGreaterThan(3 * conversations);
    assertThat(omitted).as("requests without history").isBetween(conversations / 2, requests / 2);
    assertThat(closed).as("requests after a closing call").isPositive();
    System.out.printf(
        "%d requests of %d resumed conversations equal those of conversations that went on%n",
        requests, conversations);
  }

  private void compare(Random random) {
    Budget budget =
        Budget.builder()
            .maxTurns(1 + random.nextInt(8))
            .contextTokens(2_500 + random.nextInt(9_000))
            .build();
    Exchangeable model = new Exchangeable();
    model.current = new RandomModel(random, 4);
    Agent agent = Agent.builder(CORPUS, model).modelRetries(0).budget(budget).build();
    Conversation conversation = agent.conversation();
    for (int i = 3 + random.nextInt(4); i > 0; i--) {
      String question = "Who rang the bell in year " + i + "?";
      boolean isTyped = random.nextInt(4) == 0;
      List<Trajectory> before = conversation.trajectories();
      model.requests.clear();
      unanswered += ask(conversation, question, isTyped) ? 0 : 1;
      ChatModel live = model.current;
      List<ChatRequest> first = model.requests.stream().limit(1).toList();
      List<Trajectory> stored =
          before.stream().map(each -> Trajectory.parse(each.toJson())).toList();
      List<Trajectory> linked =
          Trajectory.parseIncrements(before.stream().map(Trajectory::toIncrement).toList());
      assertThat(linked)
          .extracting(Trajectory::toJson)
          .isEqualTo(before.stream().map(Trajectory::toJson).toList());
      List<Trajectory> last = stored.subList(Math.max(0, stored.size() - 1), stored.size());
      for (List<Trajectory> copy : List.of(stored, last, linked)) {
        model.requests.clear();
        model.current = ScriptedChatModel.script();
        ask(agent.conversation(copy), question, isTyped);
        assertThat(model.requests.stream().limit(1).toList()).isEqualTo(first);
      }
      model.current = live;
      first.forEach(this::count);
    }
  }

  private void count(ChatRequest request) {
    String messages = request.messages().toString();
    stubs += messages.contains("Text removed to make room.") ? 1 : 0;
    requests++;
    omitted += request.messages().size() == 2 ? 1 : 0;
    closed += messages.contains("Tools can be called again.") ? 1 : 0;
  }

  private static boolean ask(Conversation conversation, String question, boolean isTyped) {
    try {
      if (isTyped) {
        conversation.ask(question, Bell.class);
      } else {
        conversation.ask(question);
      }
      return true;
    } catch (NoAnswerException e) {
      return false;
    } catch (NoValueException e) {
      return true;
    }
  }

  /**
   * Asks the same last question in a conversation that was never stopped and in one that was
   * resumed. All requests are equal but for the codes of the fences, which are random.
   */
  @Test
  void readsChunksAsTheConversationThatWasNotInterrupted() {
    List<List<String>> requests = new ArrayList<>();
    for (boolean isResumed : new boolean[] {false, true}) {
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
              .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
              .answer("Mira Voss [k1].\nEvidence:\n[k1] \"designed by Mira Voss\"")
              .answer("NOT FOUND")
              .call("semantic_search", Map.of("query", "Where was Mira Voss born?"))
              .answer("NOT FOUND")
              .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
              .answer("In Tarn [k2: \"born in Tarn\"], says [k1: \"designed by Mira Voss\"].");
      Agent agent = Agent.builder(BRIDGES, model).build();
      Conversation conversation = agent.conversation();
      conversation.ask("Who designed the Old Bridge?");
      conversation.ask("Who paid?");
      if (isResumed) {
        conversation =
            agent.conversation(
                List.of(Trajectory.parse(conversation.trajectories().get(1).toJson())));
      }
      Answer answer = conversation.ask("Where was she born?");
      assertThat(answer.citations())
          .extracting(each -> each.verdict())
          .containsExactly(Verdict.SUPPORTED, Verdict.SUPPORTED);
      assertThat(conversation.trajectories()).hasSize(3);
      assertThat(model.stepsLeft()).isZero();
      requests.add(
          model.requests().stream()
              .map(request -> request.messages().toString())
              .map(text -> text.replaceAll("(<<<|>>>)[a-z0-9]{6}", "$1"))
              .toList());
    }
    assertThat(requests.get(1)).isEqualTo(requests.get(0));
    assertThat(requests.get(0).get(7)).contains("has been shown before; it is above");
  }

  /** The strategy does not send the history in the form in which it received it. */
  @Test
  void resumesAfterAStrategyThatSendsItsOwnPrompt() {
    Strategy strategy =
        (question, run) -> run.complete(run.earlier().size() + " messages, then: " + question);
    ScriptedChatModel model = ScriptedChatModel.script().answer("one").answer("two").answer("x");
    Agent agent = Agent.builder(BRIDGES, model).strategy(strategy).build();
    Conversation conversation = agent.conversation();
    conversation.ask("A?");
    conversation.ask("B?");
    Trajectory last = Trajectory.parse(conversation.trajectories().get(1).toJson());
    assertThat(last.exchanges())
        .containsExactly(
            List.of(new Message.User("0 messages, then: A?"), Message.Assistant.of("one")),
            List.of(new Message.User("B?"), Message.Assistant.of("two")));
    agent.conversation(List.of(last)).ask("C?");
    assertThat(model.requests().get(2).messages().toString()).contains("4 messages, then: C?");
  }

  @Test
  void canBeReplayedAfterItWasResumed() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer("Mira Voss [k1].\nEvidence:\n[k1] \"designed by Mira Voss\"")
            .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
            .answer("In Tarn [k2: \"born in Tarn\"].");
    Agent agent = Agent.builder(BRIDGES, model).build();
    Trajectory first = agent.ask("Who designed the Old Bridge?").trajectory();
    Trajectory second =
        agent
            .conversation(List.of(Trajectory.parse(first.toJson())))
            .ask("Where was she born?")
            .trajectory();
    Trajectory again =
        Agent.builder(BRIDGES, second.replay()).build().ask(second.question()).trajectory();
    assertThat(again.toJson()).isEqualTo(second.toJson());
  }

  @Test
  void startsANewConversationWithoutTrajectories() {
    ScriptedChatModel model = ScriptedChatModel.script().answer("NOT FOUND").answer("NOT FOUND");
    Conversation conversation = Agent.builder(BRIDGES, model).build().conversation(List.of());
    assertThat(conversation.trajectories()).isEmpty();
    conversation.ask("Who?");
    assertThat(model.requests().get(0).messages()).hasSize(2);
  }

  @Test
  void rejectsTrajectoriesOfDifferentConversations() {
    ScriptedChatModel model =
        ScriptedChatModel.script().answer("In Tarn [k2].").answer("x").answer("In 1881 [k2].");
    Strategy once = (question, run) -> run.complete(question);
    Agent agent = Agent.builder(BRIDGES, model).strategy(once).build();
    Trajectory first = agent.ask("Where?").trajectory();
    Trajectory other = agent.ask("When?").trajectory();
    for (List<Trajectory> wrong :
        List.of(List.of(first, other), List.of(first, first), List.of(other, first))) {
      assertThatThrownBy(() -> agent.conversation(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("The trajectory of question 2 does not contain the questions");
    }
  }

  @Test
  void storesATrajectoryInATextAStreamOrAFile(@TempDir Path folder) throws IOException {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer("Half a \uD83D character [k1].\nEvidence:\n[k1] \"designed by Mira Voss\"");
    Trajectory run = Agent.builder(BRIDGES, model).build().ask("Költség 你 😀?").trajectory();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    run.writeJson(bytes);
    run.writeJson(folder.resolve("run.json"));
    assertThat(Files.readAllBytes(folder.resolve("run.json"))).isEqualTo(bytes.toByteArray());

    ByteArrayInputStream in = new ByteArrayInputStream(bytes.toByteArray());
    for (Trajectory read : List.of(Trajectory.read(in), Trajectory.parse(run.toJson()))) {
      assertThat(read.toJson()).isEqualTo(run.toJson());
      assertThat(read.exchanges()).isEqualTo(run.exchanges());
    }
  }

  @Test
  void reportsAStreamOrTextThatIsNoTrajectory() {
    for (String text : List.of("", "{}", "{\"format\":", "null", "[]")) {
      assertThatThrownBy(() -> Trajectory.parse(text))
          .isInstanceOf(dev.arag.core.error.AragException.class)
          .hasMessageStartingWith("The text is not a trajectory");
      assertThatThrownBy(() -> Trajectory.read(new ByteArrayInputStream(text.getBytes())))
          .isInstanceOf(dev.arag.core.error.AragException.class)
          .hasMessageStartingWith("The stream is not a trajectory");
    }
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("gone");
          }
        };
    assertThatThrownBy(() -> Trajectory.read(broken))
        .isInstanceOf(AragException.class)
        .hasRootCauseMessage("gone");
  }

  /** Calls with a null argument, with the name that the message contains. */
  static Stream<Map.Entry<String, Runnable>> nullArguments() {
    Map<String, Runnable> calls = new HashMap<>();
    Trajectory run = Trajectory.of("?", List.of(), StopReason.ANSWERED, Duration.ZERO);
    Agent agent = Agent.builder(BRIDGES, ScriptedChatModel.script()).build();
    Conversation conversation = agent.conversation();
    calls.put("ask question", () -> conversation.ask(null));
    calls.put("agent.ask question", () -> agent.ask(null));
    calls.put("typed question", () -> conversation.ask(null, Bell.class));
    calls.put("typed type", () -> conversation.ask("?", null));
    calls.put("start question", () -> conversation.start(null));
    calls.put("within scope", () -> conversation.within(null));
    calls.put("agent.within scope", () -> agent.within(null));
    calls.put("resume trajectories", () -> agent.conversation(null));
    calls.put("read file", () -> Trajectory.read((Path) null));
    calls.put("read in", () -> Trajectory.read((InputStream) null));
    calls.put("parse json", () -> Trajectory.parse(null));
    calls.put("parse increments", () -> Trajectory.parseIncrements(null));
    calls.put("writeJson file", () -> run.writeJson((Path) null));
    calls.put("writeJson out", () -> run.writeJson((OutputStream) null));
    calls.put("shownIn request", () -> run.shownIn(null));
    calls.put("unseenTerms text", () -> run.unseenTerms(null));
    calls.put("withAnswer answer", () -> run.withAnswer(null));
    calls.put("withExchanges exchanges", () -> run.withExchanges(null));
    calls.put("of question", () -> Trajectory.of(null, List.of(), null, Duration.ZERO));
    calls.put("of steps", () -> Trajectory.of("?", null, StopReason.ANSWERED, Duration.ZERO));
    calls.put("of stopReason", () -> Trajectory.of("?", List.<Step>of(), null, Duration.ZERO));
    calls.put(
        "of elapsed", () -> Trajectory.of("?", List.of(), StopReason.ANSWERED, (Duration) null));
    return calls.entrySet().stream();
  }

  @ParameterizedTest
  @MethodSource("nullArguments")
  void namesANullArgument(Map.Entry<String, Runnable> call) {
    String name = call.getKey().substring(call.getKey().indexOf(' ') + 1);
    assertThatThrownBy(() -> call.getValue().run())
        .isInstanceOf(NullPointerException.class)
        .hasMessage(name);
  }

  @Test
  void rejectsABlankQuestion() {
    Conversation conversation =
        Agent.builder(BRIDGES, ScriptedChatModel.script()).build().conversation();
    assertThatThrownBy(() -> conversation.ask(" ")).hasMessageContaining("question");
    assertThatThrownBy(() -> conversation.start(" ")).hasMessageContaining("question");
  }
}
