package dev.arag.agent.internal.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.tools.call.Snippet;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Tests what every strategy with a name does, over an index and over a corpus in memory. A subclass
 * has static fields with the names: {@code NAMES}, {@code WITH_TEXT} (those that show text to the
 * model) and {@code LOOPS} (those in which the model searches).
 */
public abstract class NamedStrategyContract {
  protected static final String QUESTION = "Where was Mira Voss, the bridge engineer, born?";
  protected static final String QUOTE = "was born in Tarn in 1881";

  private static final List<Document> DOCUMENTS =
      List.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss. It has nine arches."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881. Tarn lies in the north."),
          Document.of("k3", "The harbour froze in the spring. The ferry sank at dawn."),
          Document.of("k4", "Snow fell on the village. Nobody left the inn for nine days."));

  protected static final InMemoryCorpus CORPUS =
      InMemoryCorpus.of(new HashEmbedder(256), DOCUMENTS);

  @TempDir Path folder;

  protected final CitingModel model = new CitingModel(QUOTE);

  /** Returns the strategy with a name. */
  protected abstract Strategy named(String name);

  protected final Agent agent(String strategy) {
    return Agent.builder(CORPUS, model).strategy(named(strategy)).build();
  }

  protected static List<Step.ToolUse> uses(Trajectory run) {
    return run.steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(Step.ToolUse.class::cast)
        .toList();
  }

  protected static void assertCitesTarn(Answer answer, String strategy) {
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.shortAnswer()).isEqualTo("In Tarn");
    assertThat(answer.citations()).extracting(Citation::verdict).containsExactly(Verdict.SUPPORTED);
    assertThat(answer.warnings()).isEmpty();
    assertThat(answer.view().strategy()).isEqualTo(strategy);
    long tokens =
        uses(answer.trajectory()).stream()
            .flatMap(use -> use.observation().shown().stream())
            .mapToLong(Snippet::tokens)
            .sum();
    assertThat(answer.usage().retrievedTokens()).isEqualTo(tokens).isPositive();
  }

  @ParameterizedTest
  @FieldSource("WITH_TEXT")
  void citesTextOfACorpusInMemory(String strategy) {
    assertCitesTarn(agent(strategy).ask(QUESTION), strategy);
  }

  @ParameterizedTest
  @FieldSource("WITH_TEXT")
  void citesTextOfAnIndex(String strategy) {
    try (Index index =
        Index.builder(folder.resolve("i.arag")).embedder(new HashEmbedder(256)).openOrCreate()) {
      index.sync(Source.documents("test", DOCUMENTS));
      Agent agent = Agent.builder(index, model).strategy(named(strategy)).build();
      assertCitesTarn(agent.ask(QUESTION), strategy);
    }
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void isWrittenReadAndReplayedByteByByte(String strategy) {
    Answer answer = agent(strategy).ask(QUESTION);
    String json = answer.trajectory().toJson();
    Trajectory read = Trajectory.parse(json);
    assertThat(read.shown()).isEqualTo(answer.trajectory().shown());
    Trajectory again =
        Agent.builder(CORPUS, read.replay())
            .strategy(named(strategy))
            .build()
            .ask(QUESTION)
            .trajectory();
    assertThat(again.toJson()).isEqualTo(json);
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void appendsTheInstructionsOfTheApplication(String strategy) {
    agent(strategy).toBuilder().instructions("Answer in German.").build().ask(QUESTION);
    assertThat(model.requests())
        .isNotEmpty()
        .allSatisfy(
            request ->
                assertThat(CitingModel.system(request))
                    .contains("\n\nInstructions of")
                    .contains("Answer in German."));
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void strategiesWithTheSameNameAreEqual(String strategy) {
    assertThat(named(strategy)).isEqualTo(named(strategy));
  }

  @ParameterizedTest
  @FieldSource("LOOPS")
  void correctsAModelThatDoesNotSearch(String strategy) {
    ScriptedChatModel lazy = ScriptedChatModel.script().answer("In Tarn.").answer("In Tarn.");
    Agent.builder(CORPUS, lazy).strategy(named(strategy)).build().ask(QUESTION);
    assertThat(lazy.requests()).hasSize(2);
    assertThat(CitingModel.text(lazy.requests().get(1))).contains("You have not searched yet.");
  }

  @ParameterizedTest
  @FieldSource("WITH_TEXT")
  void showsNothingOutOfScope(String strategy) {
    Answer answer = agent(strategy).within(Scope.documents("k1", "k3")).ask(QUESTION);
    assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(model.requests())
        .allSatisfy(
            request -> assertThat(CitingModel.text(request)).doesNotContain("born in Tarn"));
    assertThat(answer.trajectory().shown())
        .extracting(snippet -> snippet.chunkId().value())
        .isSubsetOf("k1", "k3");
  }

  @ParameterizedTest
  @FieldSource("WITH_TEXT")
  void saysThatAnEmptyCorpusHasNoText(String strategy) {
    Agent agent = Agent.builder(InMemoryCorpus.of(), model).strategy(named(strategy)).build();
    Answer answer = agent.ask(QUESTION);
    assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
    if (!CitingModel.tools(model.requests().get(0)).contains("keyword_search")) {
      assertThat(answer.warnings())
          .singleElement()
          .asString()
          .containsIgnoringCase("index")
          .contains("empty")
          .contains("scope");
    }
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void aResumedConversationSendsTheSameRequest(String strategy) {
    Conversation conversation = agent(strategy).conversation();
    Trajectory first = conversation.ask(QUESTION).trajectory();
    conversation.ask("When?");
    String expected = CitingModel.text(model.requests().get(model.requests().size() - 1));
    Trajectory read = Trajectory.parse(first.toJson());
    Answer resumed = agent(strategy).conversation(List.of(read)).ask("When?");
    String sent = CitingModel.text(model.requests().get(model.requests().size() - 1));
    assertThat(withoutCodes(sent)).isEqualTo(withoutCodes(expected));
    if (!strategy.equals("direct")) {
      assertThat(resumed.citations())
          .extracting(Citation::verdict)
          .containsExactly(Verdict.SUPPORTED);
    }
  }

  private static String withoutCodes(String text) {
    return text.replaceAll("(<<<|>>>)[a-z0-9]{6}\n", "$1\n");
  }

  @ParameterizedTest
  @FieldSource("WITH_TEXT")
  void warnsAboutACitedChunkThatWasDeletedSinceTheFirstQuestion(String strategy) {
    try (Index index =
        Index.builder(folder.resolve("d.arag")).embedder(new HashEmbedder(256)).openOrCreate()) {
      index.sync(Source.documents("test", DOCUMENTS));
      Conversation conversation =
          Agent.builder(index, model).strategy(named(strategy)).build().conversation();
      conversation.ask(QUESTION);
      assertThat(index.delete(List.of("k2"))).isEqualTo(1);
      Answer second = conversation.ask("And when?");
      assertThat(second.warnings())
          .singleElement()
          .asString()
          .startsWith("Shown for an earlier question but no longer in the documents:");
    }
  }
}
