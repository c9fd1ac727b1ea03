package dev.arag.agent.spi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.model.Message;
import dev.arag.agent.step.Step;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that text shown by {@link RunContext#show} is recorded, counted and citable. */
class ShowTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss. It has nine arches."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881. Tarn lies in the north."));

  private static final String QUESTION = "Where was Mira Voss born?";
  private static final String ANSWER =
      "In Tarn [k2].\n\nEvidence:\n[k2] \"was born in Tarn in 1881\"";

  private final List<Shown> shown = new ArrayList<>();

  private Strategy showing(String... ids) {
    return (question, run) -> {
      shown.add(run.show(Stream.of(ids).map(ChunkId::of).toList()));
      return run.complete(shown.get(shown.size() - 1).text() + "\n\nQuestion: " + question);
    };
  }

  private static Agent.Builder agent(Strategy strategy, String... answers) {
    ScriptedChatModel model = ScriptedChatModel.script();
    Stream.of(answers).forEach(model::answer);
    return Agent.builder(CORPUS, model).strategy(strategy);
  }

  private static List<Step.ToolUse> uses(Trajectory run) {
    return run.steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(Step.ToolUse.class::cast)
        .toList();
  }

  @Test
  void aQuoteFromShownTextIsSupported() {
    Answer answer = agent(showing("k1", "k2"), ANSWER).build().ask(QUESTION);
    assertThat(answer.citations()).extracting(Citation::verdict).containsExactly(Verdict.SUPPORTED);
    assertThat(answer.citations().get(0).span()).isPresent();
    assertThat(answer.warnings()).isEmpty();
    assertThat(answer.unseenTerms()).isEmpty();
    assertThat(answer.trajectory().shown()).isEqualTo(shown.get(0).snippets());
  }

  @Test
  void textFromTheCorpusWithoutShowIsNotShown() {
    Strategy pasting =
        (question, run) -> {
          String text = run.corpus().read(ChunkId.of("k2")).orElseThrow().text();
          return run.complete("[k2] " + text + "\n" + question);
        };
    Answer answer = agent(pasting, ANSWER).build().ask(QUESTION);
    assertThat(answer.citations()).noneMatch(each -> each.verdict().isVerified());
    assertThat(answer.warnings()).isNotEmpty();
  }

  @Test
  void textThatDidNotReachARequestIsNotShown() {
    Strategy hiding =
        (question, run) -> {
          run.show(List.of(ChunkId.of("k2")));
          return run.complete(question);
        };
    Answer answer = agent(hiding, ANSWER).build().ask(QUESTION);
    assertThat(answer.trajectory().shown()).isEmpty();
    assertThat(answer.citations()).noneMatch(each -> each.verdict().isVerified());
  }

  @Test
  void isAToolUseByCodeThatIsNoToolCallButWhoseTokensAreRetrieved() {
    Answer answer = agent(showing("k1", "k2"), ANSWER).build().ask(QUESTION);
    Step.ToolUse use = uses(answer.trajectory()).get(0);
    assertThat(use.turn()).isZero();
    assertThat(use.isShow()).isTrue();
    assertThat(use.call())
        .isEqualTo(ToolCall.of("show", "show", "{\"chunk_ids\":[\"k1\",\"k2\"]}"));
    assertThat(use.observation().text()).isEqualTo(shown.get(0).text());
    assertThat(use.observation().shown()).isEqualTo(shown.get(0).snippets());
    assertThat(answer.usage().toolCalls()).isZero();
    assertThat(answer.usage().retrievedTokens()).isEqualTo(shown.get(0).tokens()).isPositive();
    assertThat(answer.view().retrievedTokens()).isEqualTo(shown.get(0).tokens());
    assertThat(answer.view().toolCalls()).isZero();
  }

  @Test
  void aModelsToolCallNamedShowIsAToolCall() {
    Step.ToolUse use = uses(agent(showing("k1"), ANSWER).build().ask(QUESTION).trajectory()).get(0);
    ToolCall ofModel = ToolCall.of("call_1", "show", use.call().arguments());
    assertThat(new Step.ToolUse(1, ofModel, use.observation(), use.elapsed()).isShow()).isFalse();
    ToolCall ofStrategy = ToolCall.of("show", Map.of());
    assertThat(new Step.ToolUse(1, ofStrategy, use.observation(), use.elapsed()).isShow())
        .isFalse();
  }

  @Test
  void doesNotUseTheBudgetOfToolCalls() {
    Strategy strategy =
        (question, run) -> {
          for (int i = 0; i < 3; i++) {
            shown.add(run.show(List.of(ChunkId.of("k2"))));
          }
          assertThat(run.remaining().maxToolCalls()).isEqualTo(1);
          run.call(ToolCall.of("chunk_read", Map.of("chunk_ids", List.of("k1"))));
          assertThat(run.remaining().maxToolCalls()).isZero();
          return run.complete(shown.get(2).text());
        };
    Budget budget = Budget.builder().maxToolCalls(1).build();
    Answer answer = agent(strategy, ANSWER).budget(budget).build().ask(QUESTION);
    assertThat(answer.usage().toolCalls()).isEqualTo(1);
    assertThat(shown).extracting(Shown::tokens).doesNotContain(0L);
    assertThat(shown.get(2).text()).contains("born in Tarn").doesNotContain("shown before");
  }

  @Test
  void namesIdsThatAreNotInTheCorpusOrNotInScope() {
    Agent scoped = agent(showing("k1", "k2", "gone"), "NOT FOUND").build();
    Answer answer = scoped.within(Scope.documents("k1")).ask(QUESTION);
    assertThat(shown.get(0).text()).endsWith("No chunk \"k2\" or \"gone\".");
    assertThat(shown.get(0).text()).doesNotContain("born in Tarn");
    assertThat(shown.get(0).snippets()).extracting(Snippet::chunkId).containsOnly(ChunkId.of("k1"));
    assertThat(answer.usage().retrievedTokens()).isEqualTo(shown.get(0).tokens());
  }

  @Test
  void saysThatNoTextWasFound() {
    Answer answer = agent(showing(), "Maybe Tarn.").build().ask(QUESTION);
    assertThat(shown.get(0).text()).isEqualTo("No text was found.");
    assertThat(answer.warnings())
        .contains(
            "No text was shown to the model: the index may be empty, or the scope may allow no"
                + " document.")
        .doesNotContain("The answer was given without a search.");
  }

  @Test
  void showsHitsAsASearchDoes() {
    Strategy strategy =
        (question, run) -> {
          shown.add(run.show(run.corpus().keywordSearch(List.of("Tarn"), 5).hits()));
          shown.add(run.show(run.corpus().semanticSearch("born in Tarn", 1)));
          return run.complete(shown.get(0).text() + shown.get(1).text());
        };
    Answer answer = agent(strategy, ANSWER).build().ask(QUESTION);
    assertThat(shown.get(0).text()).contains("[k2] k2 (complete)\nMira Voss was born in Tarn");
    assertThat(shown.get(1).snippets()).isNotEmpty();
    assertThat(answer.citations()).extracting(Citation::verdict).containsExactly(Verdict.SUPPORTED);
    assertThat(uses(answer.trajectory()).get(0).call().arguments())
        .isEqualTo("{\"hits\":[\"k2\"]}");
    long tokens = shown.stream().mapToLong(Shown::tokens).sum();
    assertThat(answer.usage().retrievedTokens()).isEqualTo(tokens);
  }

  @Test
  void sendsOneEventForTheStep() {
    List<RunEvent> events = new ArrayList<>();
    agent(showing("k2"), ANSWER).listener(events::add).build().ask(QUESTION);
    assertThat(events).noneMatch(RunEvent.ToolCalled.class::isInstance);
    assertThat(events)
        .filteredOn(RunEvent.StepCompleted.class::isInstance)
        .extracting(each -> ((RunEvent.StepCompleted) each).step())
        .filteredOn(Step.ToolUse.class::isInstance)
        .hasSize(1);
  }

  @Test
  void isWrittenReadAndReplayedByteByByte(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("run.json");
    Trajectory first = agent(showing("k2", "gone"), ANSWER).build().ask(QUESTION).trajectory();
    first.writeJson(file);
    Trajectory read = Trajectory.read(file);
    assertThat(read.shown()).isEqualTo(first.shown()).isNotEmpty();
    assertThat(read.usage()).isEqualTo(first.usage());
    assertThat(uses(read).get(0).isShow()).isTrue();
    Trajectory again =
        Agent.builder(CORPUS, read.replay())
            .strategy(showing("k2", "gone"))
            .build()
            .ask(QUESTION)
            .trajectory();
    assertThat(again.toJson()).isEqualTo(Files.readString(file, UTF_8));
    assertThat(shown.get(0)).isEqualTo(shown.get(1));
  }

  @Test
  void earlierShownTextIsCitableForTheNextQuestion() {
    Strategy strategy =
        (question, run) -> {
          List<Message> messages = new ArrayList<>(run.earlier());
          String text =
              messages.isEmpty() ? run.show(List.of(ChunkId.of("k2"))).text() + "\n\n" : "";
          messages.add(new Message.User(text + question));
          return run.chat(messages, Toolbox.empty()).text();
        };
    Conversation conversation = agent(strategy, ANSWER, ANSWER).build().conversation();
    conversation.ask(QUESTION);
    Answer second = conversation.ask("And again?");
    assertThat(second.citations()).extracting(Citation::verdict).containsExactly(Verdict.SUPPORTED);
    assertThat(second.usage().retrievedTokens()).isZero();
  }

  /** A chunk that stands in a prompt of another role only must be sent to the model that asks. */
  @Test
  void aReadSendsATextThatWasShownInAnotherPrompt() {
    List<String> results = new ArrayList<>();
    Strategy strategy =
        (question, run) -> {
          run.as("notes").complete(run.show(List.of(ChunkId.of("k2"))).text());
          List<Message> messages = new ArrayList<>();
          messages.add(new Message.User(question));
          var reply = run.chat(messages, run.tools());
          run.show(List.of(ChunkId.of("k2")));
          reply.calls().forEach(call -> results.add(run.call(call).text()));
          return run.complete("Answer.");
        };
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .answer("noted")
            .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
            .answer("In Tarn.");
    Agent.builder(CORPUS, model).strategy(strategy).build().ask(QUESTION);
    assertThat(results).singleElement().asString().contains("born in Tarn");
  }

  @Test
  void anAnswerIsCheckedAgainstTheTextShownSoFar() {
    List<Verdict> verdicts = new ArrayList<>();
    Strategy strategy =
        (question, run) -> {
          run.check(ANSWER).citations().forEach(each -> verdicts.add(each.verdict()));
          String answer = run.as("notes").complete(run.show(List.of(ChunkId.of("k2"))).text());
          run.check(answer).citations().forEach(each -> verdicts.add(each.verdict()));
          return run.complete(question);
        };
    agent(strategy, ANSWER, "In Tarn.").build().ask(QUESTION);
    assertThat(verdicts).containsExactly(Verdict.NOT_SHOWN, Verdict.SUPPORTED);
  }

  @Test
  void knowsTheQuestionAndTheFreeTokens() {
    List<Integer> free = new ArrayList<>();
    Strategy strategy =
        (question, run) -> {
          assertThat(run.question()).isEqualTo(QUESTION);
          free.add(run.freeTokens(List.of()));
          free.add(run.freeTokens(List.of(new Message.User("word ".repeat(100)))));
          free.add(run.freeTokens(List.of(new Message.User("word ".repeat(9000)))));
          return run.complete(question);
        };
    agent(strategy, "In Tarn.")
        .budget(Budget.builder().contextTokens(8_000).build())
        .build()
        .ask(QUESTION);
    assertThat(free.get(0)).isBetween(5_800, 6_000);
    assertThat(free.get(0) - free.get(1)).isBetween(100, 110);
    assertThat(free.get(2)).isZero();
  }
}
