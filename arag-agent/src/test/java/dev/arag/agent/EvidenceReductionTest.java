package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.core.text.SectionId;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what later questions of a conversation are sent of the text of an earlier question. */
class EvidenceReductionTest {
  private static final String REMOVED = "Text removed to make room. It showed ";
  private static final String QUOTE = "the miller of town 1 was born in year 107";

  private static final Corpus CORPUS =
      InMemoryCorpus.of(towns("93"), Document.of("k1", story(4)), Document.of("k2", story(5)));

  /** A document of three long sections. */
  private static Document towns(String id) {
    String text = "North\n" + story(0) + "\nSouth\n" + story(1) + "\nWest\n" + story(2);
    return Document.builder(id, text)
        .heading(0, List.of("North"))
        .heading(text.indexOf("South"), List.of("South"))
        .heading(text.indexOf("West"), List.of("West"))
        .build();
  }

  private static String story(int town) {
    return IntStream.range(0, 10)
        .mapToObj(
            i ->
                "In town "
                    + town
                    + " the miller of town "
                    + town
                    + " was born in year "
                    + (town * 100 + i)
                    + ".")
        .collect(Collectors.joining(" "));
  }

  private static ScriptedChatModel read(ScriptedChatModel model, String... ids) {
    return model.call("chunk_read", Map.of("chunk_ids", List.of(ids)));
  }

  private static Agent agent(ScriptedChatModel model) {
    return Agent.builder(CORPUS, model).build();
  }

  private static List<Message> firstRequest(Trajectory run) {
    return run.steps().stream()
        .filter(Step.Sent.class::isInstance)
        .map(step -> ((Step.Sent) step).messages())
        .findFirst()
        .orElseThrow();
  }

  private static List<String> results(List<Message> messages) {
    return messages.stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(Message::text)
        .toList();
  }

  private static String lastObservation(Trajectory run) {
    return run.steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(step -> ((Step.ToolUse) step).observation().text())
        .reduce((one, other) -> other)
        .orElseThrow();
  }

  /** Returns the text of a message without the code of its fence. */
  private static String withoutCode(String text) {
    return text.replaceAll("(<<<|>>>)[a-z0-9]{6}", "$1");
  }

  private static List<String> resultsAfter(String answer, String... ids) {
    Conversation conversation =
        agent(read(ScriptedChatModel.script(), ids).answer(answer)).conversation();
    Trajectory run = conversation.ask("Who?").trajectory();
    assertThat(run.exchanges()).hasSize(1);
    return results(run.exchanges().get(0)).stream()
        .map(EvidenceReductionTest::withoutCode)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "He [c93.1: \"" + QUOTE + "\"].",
        "He [c93].\n\nEvidence:\n[c93] \"" + QUOTE + "\"",
        "He [c93: \"" + QUOTE + "\"] and she [c93.0: \"never shown\"] and [k1: \"made up\"].",
        "He, of town 1, was born in year 107 [c93.1]."
      })
  void keepsTheSectionsThatVerifiedCitationsQuote(String answer) {
    assertThat(resultsAfter(answer, "c93", "k1"))
        .containsExactly(
            "<<<\n[c93.1] 93 > South\nSouth\n"
                + story(1)
                + "\n>>>\n"
                + REMOVED
                + "c93.0, c93.2, k1: read again what you need.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NOT FOUND", "The miller, I think.", "He [k7: \"unknown\"]."})
  void keepsNothingWithoutAVerifiedCitation(String answer) {
    ScriptedChatModel model = read(ScriptedChatModel.script(), "c93", "k1");
    model.answer(answer).answer(answer);
    Trajectory run = agent(model).conversation().ask("Who?").trajectory();
    assertThat(results(run.exchanges().get(0)))
        .containsExactly(REMOVED + "c93, k1: read again what you need.");
  }

  @Test
  void keepsAllCitedSectionsOnceAndTheSentencesOfASearch() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("born in year 402")))
            .call("keyword_search", Map.of("keywords", List.of("born in year 107")))
            .calls(
                ToolCall.of("chunk_read", Map.of("chunk_ids", List.of("c93"))),
                ToolCall.of("chunk_read", Map.of("chunk_ids", List.of("k2"))))
            .answer(
                "A [c93: \"town 1 was born in year 107\"], [c93.2: \"was born in year 200\"]"
                    + " and [k1: \"was born in year 402\"].");
    Trajectory run = agent(model).conversation().ask("Who?").trajectory();
    List<String> results = results(run.exchanges().get(0));
    assertThat(results).hasSize(4);
    assertThat(results.get(0)).contains("[k1] k1\n", "born in year 402").doesNotContain("year 409");
    assertThat(String.join("\n", results).split("was born in year 107", -1)).hasSize(2);
    assertThat(results.get(2))
        .contains("[c93.1] 93 > South", "[c93.2] 93 > West")
        .doesNotContain("c93.0]");
    assertThat(results.get(3)).isEqualTo(REMOVED + "k2: read again what you need.");
    PairingRules.check(model.requests().get(3));
  }

  @Test
  void changesTheHistoryOnceBetweenTwoQuestions() {
    ScriptedChatModel model = ScriptedChatModel.script();
    for (String id : List.of("k1", "k2", "c93", "k1")) {
      read(model, id).answer("Him [" + id + ": \"was born in year\"].");
    }
    Conversation conversation = agent(model).conversation();
    for (int i = 0; i < 4; i++) {
      conversation.ask("Question " + i + "?");
    }
    List<Trajectory> asked = conversation.trajectories();
    for (int i = 1; i < 4; i++) {
      List<Message> history = firstRequest(asked.get(i));
      List<Message> before = firstRequest(asked.get(i - 1));
      assertThat(history.subList(0, before.size())).isEqualTo(before);
      for (Step step : asked.get(i).steps()) {
        if (step instanceof Step.Sent sent) {
          assertThat(sent.messages().subList(0, history.size())).isEqualTo(history);
        }
      }
    }
    // The chunk was cited as a whole for the first question, so it is still shown.
    assertThat(lastObservation(asked.get(3))).contains("shown before; it is above");
    model.requests().forEach(PairingRules::check);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void showsRemovedTextAgainAndChecksQuotesOfAllText(boolean isResumed) {
    ScriptedChatModel model = read(ScriptedChatModel.script(), "c93", "k1");
    model.answer("He [c93.1: \"" + QUOTE + "\"].");
    read(model, "c93.1", "c93.2", "k1")
        .answer("A [k1: \"born in year 403\"], [c93.0: \"born in year 3\"], [c93.0].");
    read(model, "c93.0").answer("B [c93.0: \"born in year 4\"].");
    Agent agent = agent(model);
    Conversation conversation = agent.conversation();
    conversation.ask("Who?");
    for (int i = 0; i < 2; i++) {
      if (isResumed) {
        List<String> lines =
            conversation.trajectories().stream().map(Trajectory::toIncrement).toList();
        conversation = agent.conversation(Trajectory.parseIncrements(lines));
      }
      Answer answer = conversation.ask("Who else?");
      assertThat(answer.citations()).allMatch(each -> each.verdict().isVerified());
      assertThat(answer.warnings()).isEmpty();
      assertThat(answer.trajectory().shown())
          .extracting(Snippet::section)
          .contains(new SectionId(answer.trajectory().shown().get(0).chunkId(), 0));
    }
    List<Trajectory> asked = conversation.trajectories();
    assertThat(lastObservation(asked.get(1)))
        .contains("[c93.1] This text has been shown before", story(2), story(4))
        .doesNotContain(story(1));
    assertThat(lastObservation(asked.get(2))).contains(story(0));
    assertThat(asked.get(1).usage().retrievedTokens())
        .isLessThan(asked.get(0).usage().retrievedTokens());
    for (Trajectory each : asked) {
      Trajectory stored = Trajectory.parse(each.toJson());
      assertThat(stored.exchanges()).isEqualTo(each.exchanges());
      Trajectory again =
          Agent.builder(CORPUS, stored.replay()).build().ask(each.question()).trajectory();
      assertThat(again.toJson()).isEqualTo(each.toJson());
    }
  }

  @Test
  void asksForASearchIfNoTextIsLeft() {
    ScriptedChatModel model = read(ScriptedChatModel.script(), "k1");
    model.answer("NOT FOUND").answer("NOT FOUND").answer("In 402.").answer("In 402.");
    Conversation conversation = agent(model).conversation();
    conversation.ask("Who?");
    Trajectory second = conversation.ask("When?").trajectory();
    assertThat(second.steps())
        .filteredOn(Step.Correction.class::isInstance)
        .extracting(step -> ((Step.Correction) step).kind().name())
        .containsExactly("NO_SEARCH");
  }

  /** What a custom tool did may depend on the time of the call, so its results are not removed. */
  @Test
  void keepsTheResultsOfCustomToolsAndRejections() {
    String order = "Order 7 was placed. " + "The customer is waiting. ".repeat(30);
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("place", Map.of())
            .call("look", Map.of())
            .call("chunk_read", Map.of("chunk_ids", List.of("nowhere")))
            .answer("Done [tool#2].");
    Agent agent =
        Agent.builder(CORPUS, model)
            .tools(
                any ->
                    Toolbox.of(any)
                        .with(
                            new CustomTool("place", () -> new Observation.Found(order, List.of())))
                        .with(new CustomTool("look", () -> Observation.source("Shop", order))))
            .build();
    Trajectory run = agent.conversation().ask("Please order.").trajectory();
    Step.ModelCall last = (Step.ModelCall) run.steps().get(run.steps().size() - 1);
    assertThat(results(run.exchanges().get(0))).isEqualTo(results(last.request().messages()));
  }

  @Test
  void keepsThinkingAttributesAndTheClosingCall() {
    Message.Assistant call =
        new Message.Assistant(
            "",
            "Let me see.",
            List.of(ToolCall.of("chunk_read", Map.of("chunk_ids", List.of("k1")))),
            Map.of("signature", "abc"));
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .reply(new Reply(call, Reply.Finish.TOOL_CALLS, null, null, Reply.Form.UNKNOWN))
            .answer("Him [k1: \"was born in year 402\"].");
    Trajectory run =
        Agent.builder(CORPUS, model)
            .budget(Budget.builder().maxTurns(1).build())
            .build()
            .conversation()
            .ask("Who?")
            .trajectory();
    assertThat(run.stopReason()).isEqualTo(StopReason.TURN_LIMIT);
    Step.ModelCall last = (Step.ModelCall) run.steps().get(run.steps().size() - 1);
    List<Message> sent = last.request().messages();
    List<Message> exchange = run.exchanges().get(0);
    assertThat(exchange).hasSize(sent.size());
    assertThat(exchange.get(1)).isEqualTo(sent.get(2));
    assertThat(((Message.Assistant) exchange.get(1)).thinking()).isEqualTo("Let me see.");
    assertThat(exchange.get(3).text()).startsWith("No tool calls are left.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"naive-rag:k=3", "all-in"})
  void shortensTheTextThatAStrategyShows(String strategy) {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .answer("Him [k1: \"was born in year 402\"].")
            .answer("NOT FOUND")
            .answer("Her [k2: \"was born in year 500\"].");
    Conversation conversation =
        Agent.builder(CORPUS, model)
            .strategy(Strategies.builtIn().named(strategy))
            .build()
            .conversation();
    conversation.ask("Who?");
    conversation.ask("When?");
    Trajectory last = conversation.ask("And she?").trajectory();
    List<String> texts =
        firstRequest(last).stream()
            .filter(Message.User.class::isInstance)
            .map(each -> withoutCode(each.text()))
            .toList();
    assertThat(texts)
        .startsWith("<<<\n[k1] k1\n" + story(4) + "\n>>>\n\nQuestion: Who?", "Question: When?");
    assertThat(texts.get(2)).contains(story(4), story(5));
    assertThat(last.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
  }

  /** A section that was sent in parts begins again, because its first part may be removed. */
  @Test
  void readsALongSectionFromItsStartForTheNextQuestion() {
    String text =
        IntStream.range(0, 900)
            .mapToObj(i -> "The keeper number " + i + " rang the bell.")
            .collect(Collectors.joining(" "));
    ScriptedChatModel model = read(read(ScriptedChatModel.script(), "long"), "long");
    model.answer("NOT FOUND").answer("NOT FOUND");
    read(model, "long").answer("He [long: \"keeper number 3 rang\"].");
    Conversation conversation =
        Agent.builder(InMemoryCorpus.of(Document.of("long", text)), model).build().conversation();
    conversation.ask("Who?");
    Trajectory second = conversation.ask("Who was it?").trajectory();
    assertThat(lastObservation(second)).contains("number 3 rang", "goes on");
    assertThat(second.exchanges().get(1).get(2).text()).contains("number 3 rang");
  }

  /** The strategy shortens the result of the search, so only the read contains the whole text. */
  @Test
  void keepsCitedTextOfAResultThatTheHistoryContains() {
    Corpus corpus =
        InMemoryCorpus.of(
            Document.builder("s", "The mill of Tarn was built in 1881.").title("Mills").build(),
            Document.of("k1", story(4)));
    Strategy shortening =
        (question, run) -> {
          List<Message> messages = new ArrayList<>(List.of(new Message.User(question)));
          for (int i = 0; ; i++) {
            Reply reply = run.chat(messages, run.tools());
            if (reply.calls().isEmpty()) {
              return reply.text();
            }
            ToolCall call = reply.calls().get(0);
            messages.add(reply.message());
            Observation result = run.call(call);
            messages.add(
                i == 0
                    ? new Message.ToolResult(call.id(), call.name(), "Found.", false)
                    : Message.ToolResult.of(call, result));
          }
        };
    ScriptedChatModel model =
        ScriptedChatModel.script().call("keyword_search", Map.of("keywords", List.of("mill")));
    read(model, "s", "k1").answer("In 1881 [s: \"built in 1881\"].");
    Trajectory run =
        Agent.builder(corpus, model).strategy(shortening).build().ask("When?").trajectory();
    assertThat(results(run.exchanges().get(0)).stream().map(EvidenceReductionTest::withoutCode))
        .containsExactly(
            "Found.",
            "<<<\n[s] Mills\nMills\nThe mill of Tarn was built in 1881.\n>>>\n"
                + REMOVED
                + "k1: read again what you need.");
  }

  /** Files of earlier versions contain the whole text. */
  @Test
  void sendsTheMessagesOfAStoredConversationAsTheyAre() {
    ScriptedChatModel model = read(ScriptedChatModel.script(), "k1", "k2");
    model.answer("Him [k1: \"was born in year 402\"].");
    read(model, "k2").answer("Her [k2: \"was born in year 500\"].").answer("NOT FOUND");
    Agent agent = agent(model);
    Trajectory run = agent.ask("Who?").trajectory();
    Step.ModelCall last = (Step.ModelCall) run.steps().get(run.steps().size() - 1);
    List<Message> whole = new ArrayList<>(last.request().messages());
    whole.remove(0);
    whole.add(run.exchanges().get(0).get(run.exchanges().get(0).size() - 1));
    Trajectory old = Trajectory.parse(run.withExchanges(List.of(whole)).toJson());
    Conversation resumed = agent.conversation(List.of(old));
    Trajectory second = resumed.ask("And she?").trajectory();
    assertThat(firstRequest(second).subList(1, 1 + whole.size())).isEqualTo(whole);
    assertThat(lastObservation(second)).contains("shown before; it is above");
    assertThat(second.exchanges().get(0)).isEqualTo(whole);
    Trajectory again =
        Agent.builder(CORPUS, second.replay()).build().ask(second.question()).trajectory();
    assertThat(again.toJson()).isEqualTo(second.toJson());
  }

  record Miller(String town) {}

  @Test
  void reducesTheExchangeOfATypedAnswer() {
    ScriptedChatModel model = read(ScriptedChatModel.script(), "c93", "k1");
    model.answer("He [c93.1: \"" + QUOTE + "\"].").answer("{\"town\": \"town 1\"}");
    Conversation conversation = agent(model).conversation();
    Answer answer = conversation.ask("Who?", Miller.class).answer();
    assertThat(answer.trajectory().unseenTerms()).isEmpty();
    assertThat(results(answer.trajectory().exchanges().get(0)).get(0))
        .contains("[c93.1] 93 > South", REMOVED + "c93.0, c93.2, k1");
  }
}
