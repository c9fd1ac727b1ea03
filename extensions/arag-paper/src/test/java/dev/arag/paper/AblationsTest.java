package dev.arag.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.internal.strategy.CitingModel;
import dev.arag.agent.internal.strategy.NamedStrategyContract;
import dev.arag.agent.spi.Profile;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Step;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Snippet;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the ablations, and all strategies in the profile of the paper. */
class AblationsTest extends NamedStrategyContract {
  static final List<String> NAMES = AllStrategies.ablations();
  static final List<String> WITH_TEXT = NAMES;
  static final List<String> LOOPS = NAMES;

  @Override
  protected Strategy named(String name) {
    return AllStrategies.named(name);
  }

  @ParameterizedTest
  @CsvSource({
    "arag-naive, naive_embedding_search",
    "arag, keyword_search semantic_search chunk_read",
    "arag-no-keyword, semantic_search chunk_read",
    "arag-no-semantic, keyword_search chunk_read",
    "arag-no-read, keyword_search semantic_search"
  })
  void offersExactlyTheseToolsAndSpeaksOfNoOther(String strategy, String tools) {
    agent(strategy).ask(QUESTION);
    agent(strategy).toBuilder().profile(Paper.profile()).build().ask(QUESTION);
    List<String> offered = List.of(tools.split(" "));
    Set<String> all =
        Set.of("keyword_search", "semantic_search", "chunk_read", "naive_embedding_search");
    List<String> missing = all.stream().filter(name -> !offered.contains(name)).toList();
    assertThat(model.requests())
        .allSatisfy(
            request -> {
              assertThat(CitingModel.tools(request)).isEqualTo(offered);
              String texts = CitingModel.system(request) + request.toolSpecifications();
              assertThat(missing).noneMatch(texts::contains);
              assertThat(offered).allMatch(texts::contains);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"arag-naive", "arag-no-keyword", "arag-no-semantic", "arag-no-read"})
  void ablationsHaveTheRulesOfTheFullPromptForAnswers(String strategy) {
    agent(strategy).ask(QUESTION);
    agent(strategy).toBuilder().profile(Paper.profile()).build().ask(QUESTION);
    ChatRequest last = model.requests().get(model.requests().size() - 1);
    int expected = strategy.equals("arag-no-read") ? 0 : 1;
    assertThat(differences(Profile.standard(), model.requests().get(0))).isEqualTo(expected);
    assertThat(differences(Paper.profile(), last)).isEqualTo(expected);
  }

  private static long differences(Profile profile, ChatRequest request) {
    List<String> full = answering(profile.aragPrompt());
    List<String> ablation = answering(CitingModel.system(request));
    assertThat(ablation).hasSameSizeAs(full);
    return IntStream.range(0, full.size())
        .filter(i -> !full.get(i).equals(ablation.get(i)))
        .count();
  }

  private static List<String> answering(String prompt) {
    return prompt.substring(prompt.indexOf("\nAnswering\n")).lines().toList();
  }

  @ParameterizedTest
  @CsvSource({
    "arag-no-read, semantic_search",
    "arag-no-read, keyword_search",
    "arag-naive, naive_embedding_search"
  })
  void aRepeatedTextIsReplacedWithANotice(String strategy, String tool) {
    Map<String, ?> first =
        tool.startsWith("k")
            ? Map.of("keywords", List.of("Tarn"))
            : Map.of("query", "Mira Voss was born in Tarn", "top_k", 1);
    Map<String, ?> second =
        tool.startsWith("k")
            ? Map.of("keywords", List.of("1881"))
            : Map.of("query", "Mira Voss was born in Tarn in 1881", "top_k", 1);
    ScriptedChatModel scripted =
        ScriptedChatModel.script()
            .call(tool, first)
            .call(tool, second)
            .answer("In Tarn [k2: \"born in Tarn\"].");
    Answer answer = Agent.builder(CORPUS, scripted).strategy(named(strategy)).build().ask(QUESTION);
    List<Step.ToolUse> uses = uses(answer.trajectory());
    assertThat(uses.get(0).observation().shown()).allMatch(Snippet::isWholeChunk).hasSize(1);
    assertThat(uses.get(1).observation().shown()).isEmpty();
    assertThat(uses.get(1).observation().text())
        .contains("[k2] This text has been shown before; it is above.");
    assertThat(CitingModel.text(scripted.requests().get(2))).containsOnlyOnce(QUOTE);
    assertThat(answer.citations()).extracting(Citation::verdict).containsExactly(Verdict.SUPPORTED);
    assertThat(answer.usage().toolCalls()).isEqualTo(2);
  }

  @Test
  void fullTextResultsMayTakeAnEighthOfTheWindow() {
    List<Document> large =
        IntStream.range(0, 8)
            .mapToObj(
                i -> Document.of("d" + i, "Tarn " + i + " is large. " + "So it is. ".repeat(220)))
            .toList();
    InMemoryCorpus corpus = InMemoryCorpus.of(new HashEmbedder(256), large);
    ScriptedChatModel scripted =
        ScriptedChatModel.script()
            .call("naive_embedding_search", Map.of("query", "Tarn is large", "top_k", 8))
            .answer("NOT FOUND");
    Answer answer =
        Agent.builder(corpus, scripted)
            .strategy(PaperStrategies.aragNaive())
            .budget(Budget.builder().contextTokens(72_000).build())
            .build()
            .ask("Is Tarn large?");
    assertThat(answer.usage().retrievedTokens()).isBetween(6_500L, 9_000L);
  }

  @Test
  void searchesOfANaiveRunAreReported() {
    Answer answer = agent("arag-naive").within(Scope.documents("k3")).ask(QUESTION);
    assertThat(answer.searches())
        .singleElement()
        .matches(call -> call.name().equals("naive_embedding_search"));
  }

  @Test
  void respectsAToolboxWithoutOneOfTheTools() {
    Answer answer =
        agent("arag-no-read").toBuilder()
            .tools(corpus -> Toolbox.of(corpus).without("keyword_search"))
            .build()
            .ask(QUESTION);
    assertThat(CitingModel.tools(model.requests().get(0))).containsExactly("semantic_search");
    assertCitesTarn(answer, "arag-no-read");
  }

  /** The strategies of arag-agent and the ablations, in the profile of the paper. */
  @Nested
  class InThePaperProfile {
    static final List<String> WITH_TEXT =
        AllStrategies.names().stream().filter(name -> !name.equals("direct")).toList();

    @ParameterizedTest
    @FieldSource("WITH_TEXT")
    void runsInThePaperProfile(String strategy) {
      Answer answer = agent(strategy).toBuilder().profile(Paper.profile()).build().ask(QUESTION);
      assertThat(answer.citations())
          .extracting(Citation::verdict)
          .containsExactly(Verdict.SUPPORTED);
      assertThat(answer.view().profile()).isEqualTo("paper");
      assertThat(model.requests())
          .allSatisfy(
              request -> {
                String texts = CitingModel.system(request) + request.toolSpecifications();
                assertThat(texts.toLowerCase(Locale.ROOT))
                    .doesNotContain("section", "<<<", ">>>", "heading");
                assertThat(CitingModel.text(request)).doesNotContain("<<<", "k2.0");
              });
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive-rag", "hybrid-rag", "all-in"})
    void showsChunksOfThePaperProfileInTheFormOfARead(String strategy) {
      Answer answer =
          agent(strategy).toBuilder()
              .profile(Paper.profile())
              .build()
              .within(Scope.documents("k2"))
              .ask(QUESTION);
      String rule = "=".repeat(80);
      assertThat(uses(answer.trajectory()).get(0).observation().text())
          .isEqualTo(
              "\n"
                  + rule
                  + "\n[Chunk k2]\n"
                  + "-".repeat(80)
                  + "\nMira Voss was born in Tarn in 1881. Tarn lies in the north.\n"
                  + rule);
    }

    @ParameterizedTest
    @ValueSource(strings = {"arag-no-read", "arag-naive"})
    void repeatsAreReplacedWithTheNoticeOfThePaperProfile(String strategy) {
      String tool = strategy.equals("arag-naive") ? "naive_embedding_search" : "semantic_search";
      ScriptedChatModel scripted =
          ScriptedChatModel.script()
              .call(tool, Map.of("query", "Mira Voss was born in Tarn", "top_k", 1))
              .call(tool, Map.of("query", "Mira Voss was born in Tarn", "top_k", 1))
              .answer("In Tarn [k2: \"born in Tarn\"].");
      Answer answer =
          Agent.builder(CORPUS, scripted)
              .profile(Paper.profile())
              .strategy(named(strategy))
              .build()
              .ask(QUESTION);
      assertThat(uses(answer.trajectory()).get(0).observation().text())
          .contains("[Chunk k2]", QUOTE);
      assertThat(uses(answer.trajectory()).get(1).observation().text())
          .contains("[Chunk k2]\n(This chunk has been read before)")
          .doesNotContain(QUOTE);
      assertThat(answer.citations())
          .extracting(Citation::verdict)
          .containsExactly(Verdict.SUPPORTED);
    }
  }
}
