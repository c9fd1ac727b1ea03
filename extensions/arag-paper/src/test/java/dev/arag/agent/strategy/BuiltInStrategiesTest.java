package dev.arag.agent.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.Agent;
import dev.arag.agent.Answer;
import dev.arag.agent.Conversation;
import dev.arag.agent.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.model.ScriptedChatModel;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.InMemoryCorpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.Source;
import dev.arag.paper.Paper;
import dev.arag.paper.PaperStrategies;
import dev.arag.tools.Snippet;
import dev.arag.tools.Toolbox;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the built-in strategies over an index and over a corpus in memory. */
class BuiltInStrategiesTest {
  private static final String QUESTION = "Where was Mira Voss, the bridge engineer, born?";
  private static final String QUOTE = "was born in Tarn in 1881";

  private static final List<Document> DOCUMENTS =
      List.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss. It has nine arches."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881. Tarn lies in the north."),
          Document.of("k3", "The harbour froze in the spring. The ferry sank at dawn."),
          Document.of("k4", "Snow fell on the village. Nobody left the inn for nine days."));

  private static final InMemoryCorpus CORPUS = InMemoryCorpus.of(new HashEmbedder(256), DOCUMENTS);

  private static final List<String> NAMES = AllStrategies.names();
  private static final List<String> ONE_SHOT = List.of("naive-rag", "hybrid-rag", "all-in");
  private static final List<String> LOOPS =
      List.of("arag-naive", "arag", "arag-no-keyword", "arag-no-semantic", "arag-no-read");

  private static final List<String> WITH_TEXT =
      NAMES.stream().filter(name -> !name.equals("direct")).toList();

  @TempDir Path folder;

  private final CitingModel model = new CitingModel(QUOTE);

  private Agent agent(String strategy) {
    return Agent.builder(CORPUS, model).strategy(AllStrategies.named(strategy)).build();
  }

  private static List<Step.ToolUse> uses(Trajectory run) {
    return run.steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(Step.ToolUse.class::cast)
        .toList();
  }

  private static void assertCitesTarn(Answer answer, String strategy) {
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
      Agent agent = Agent.builder(index, model).strategy(AllStrategies.named(strategy)).build();
      assertCitesTarn(agent.ask(QUESTION), strategy);
    }
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void isWrittenReadAndReplayedByteByByte(String strategy) {
    Answer answer = agent(strategy).ask(QUESTION);
    String json = answer.trajectory().toJson();
    Trajectory read = Trajectory.fromJson(json);
    assertThat(read.shown()).isEqualTo(answer.trajectory().shown());
    Trajectory again =
        Agent.builder(CORPUS, read.replay())
            .strategy(AllStrategies.named(strategy))
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

  @Test
  void directAnswersWithoutTextAndWithoutWarningsAboutSources() {
    ScriptedChatModel memory = ScriptedChatModel.script().answer("Mira Voss was born in Paris.");
    Answer answer = Agent.builder(CORPUS, memory).strategy(Strategy.direct()).build().ask("Where?");
    assertThat(answer.text()).isEqualTo("Mira Voss was born in Paris.");
    assertThat(answer.warnings()).containsExactly("The answer was given without a search.");
    assertThat(answer.usage().retrievedTokens()).isZero();
    assertThat(answer.trajectory().steps()).hasSize(1);
    assertThat(memory.requests().get(0).messages()).hasSize(2);
    assertThat(CitingModel.text(memory.requests().get(0)).strip()).isEqualTo("Where?");
  }

  @Test
  void directMayReportThatItDoesNotKnow() {
    Answer answer = agent("direct").ask(QUESTION);
    assertThat(answer.stopReason()).isEqualTo(StopReason.NOT_FOUND);
    assertThat(CitingModel.tools(model.requests().get(0))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"direct", "naive-rag", "hybrid-rag", "all-in"})
  void asksOnceAndSendsNoCorrection(String strategy) {
    ScriptedChatModel silent = ScriptedChatModel.script().answer("I will search next.");
    Answer answer =
        Agent.builder(CORPUS, silent)
            .strategy(AllStrategies.named(strategy))
            .budget(Budget.builder().maxTurns(1).build())
            .build()
            .ask(QUESTION);
    assertThat(answer.usage().turns()).isEqualTo(1);
    assertThat(answer.usage().toolCalls()).isZero();
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.warnings())
        .containsExactly(
            strategy.equals("direct")
                ? "The answer was given without a search."
                : "The answer cites no source.");
  }

  @ParameterizedTest
  @FieldSource("LOOPS")
  void correctsAModelThatDoesNotSearch(String strategy) {
    ScriptedChatModel lazy = ScriptedChatModel.script().answer("In Tarn.").answer("In Tarn.");
    Agent.builder(CORPUS, lazy).strategy(AllStrategies.named(strategy)).build().ask(QUESTION);
    assertThat(lazy.requests()).hasSize(2);
    assertThat(CitingModel.text(lazy.requests().get(1))).contains("You have not searched yet.");
  }

  @ParameterizedTest
  @FieldSource("ONE_SHOT")
  void putsTheTextAboveTheQuestion(String strategy) {
    Answer answer = agent(strategy).ask(QUESTION);
    ChatRequest request = model.requests().get(0);
    String shown = uses(answer.trajectory()).get(0).observation().text();
    assertThat(CitingModel.text(request)).isEqualTo(shown + "\n\nQuestion: " + QUESTION + "\n");
    assertThat(CitingModel.tools(request)).isEmpty();
  }

  @Test
  void naiveRagShowsTheChunksThatSemanticSearchRanksBest() {
    for (int k : new int[] {1, 2, 3}) {
      Answer answer = agent("naive-rag:k=" + k).ask(QUESTION);
      List<ChunkId> best =
          CORPUS.semanticSearch(QUESTION, k).stream().map(SemanticHit::chunk).toList();
      assertThat(answer.trajectory().shown())
          .allMatch(Snippet::isWholeChunk)
          .extracting(Snippet::chunk)
          .containsExactlyElementsOf(best);
    }
  }

  @Test
  void naiveRagUsesAnotherRankingWithTheBareQuestion() {
    List<String> queries = new ArrayList<>();
    ChunkRanking ranking =
        (corpus, query, k) -> {
          queries.add(query + " " + k);
          return List.of(ChunkId.of("k3"), ChunkId.of("gone"), ChunkId.of("k2"));
        };
    Agent agent =
        Agent.builder(
                CORPUS,
                ScriptedChatModel.script()
                    .answer("In Tarn [k2: \"born in Tarn\"].")
                    .answer("{\"town\":\"Tarn\"}"))
            .strategy(Strategy.naiveRag(7, ranking))
            .build();
    Answer answer = agent.ask(QUESTION, Town.class).answer();
    assertThat(queries).containsExactly(QUESTION + " 7");
    assertThat(answer.trajectory().shown())
        .extracting(snippet -> snippet.chunk().value())
        .containsExactly("k3", "k2");
    assertThat(uses(answer.trajectory()).get(0).observation().text())
        .endsWith("No chunk \"gone\".");
    assertThat(answer.citations()).extracting(Citation::verdict).containsExactly(Verdict.SUPPORTED);
  }

  @Test
  void theRankingOfARankingStrategyCanBeReplaced() {
    RankingStrategy naive = (RankingStrategy) Strategy.naiveRag(2);
    assertThat(naive.chunks()).isEqualTo(2);
    Strategy replaced =
        (question, run) -> {
          List<ChunkId> best = naive.ranking(run).rank(run.corpus(), run.question(), 1);
          return naive.run(
              question, run, (all, query, k) -> List.of(ChunkId.of("k" + k), best.get(0)));
        };
    Answer answer = Agent.builder(CORPUS, model).strategy(replaced).build().ask(QUESTION);
    ChunkId best = CORPUS.semanticSearch(QUESTION, 1).get(0).chunk();
    assertThat(answer.trajectory().shown())
        .extracting(Snippet::chunk)
        .contains(ChunkId.of("k2"), best);
    assertThat(Strategy.hybridRag(3)).isInstanceOf(RankingStrategy.class);
    assertThat(Strategy.allIn()).isNotInstanceOf(RankingStrategy.class);
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void strategiesWithTheSameNameAreEqual(String strategy) {
    assertThat(AllStrategies.named(strategy)).isEqualTo(AllStrategies.named(strategy));
  }

  @Test
  void rankingsByMeaningUseTheMeanOfSeveralTexts() {
    List<String> texts = List.of("Tarn", "nine arches of the bridge");
    List<ChunkId> byMean =
        CORPUS.semanticSearch(texts, RankingRules.standard(), 2, 0).stream()
            .map(SemanticHit::chunk)
            .toList();
    ChunkRanking ranking = ChunkRanking.bestSentence(RankingRules.standard());
    assertThat(ranking.rankByMean(CORPUS, texts, 2)).isEqualTo(byMean);
    List<ChunkId> fused =
        RankFusion.fuse(texts.stream().map(text -> ranking.rank(CORPUS, text, 6)).toList(), 2);
    assertThat(ranking.rankByMean(new SearchOnly(CORPUS), texts, 2)).isEqualTo(fused);
    ChunkRanking words = ChunkRanking.keywords(RankingRules.standard());
    assertThat(words.rankByMean(CORPUS, texts, 4)).contains(ChunkId.of("k1"), ChunkId.of("k2"));
  }

  record Town(String town) {}

  @Test
  void hybridRagFusesTheRanksOfBothSearches() {
    List<ChunkId> fused = ChunkRanking.hybrid(RankingRules.standard()).rank(CORPUS, QUESTION, 2);
    Map<ChunkId, Double> scores = new HashMap<>();
    List<SemanticHit> byMeaning = CORPUS.semanticSearch(QUESTION, 6);
    List<String> words = List.of("Mira", "Voss", "bridge", "engineer", "born");
    KeywordHits byWords = CORPUS.keywordSearch(KeywordQuery.of(words), 6, 0);
    IntStream.range(0, byMeaning.size())
        .forEach(i -> scores.merge(byMeaning.get(i).chunk(), 1.0 / (61 + i), Double::sum));
    IntStream.range(0, byWords.hits().size())
        .forEach(i -> scores.merge(byWords.hits().get(i).chunk(), 1.0 / (61 + i), Double::sum));
    List<ChunkId> expected =
        scores.entrySet().stream()
            .sorted(Map.Entry.<ChunkId, Double>comparingByValue().reversed())
            .limit(2)
            .map(Map.Entry::getKey)
            .toList();
    assertThat(fused).isEqualTo(expected);
    Answer answer = agent("hybrid-rag:k=2").ask(QUESTION);
    assertThat(answer.trajectory().shown()).extracting(Snippet::chunk).isEqualTo(expected);
  }

  @Test
  void hybridRankingUsesTheWordsWithoutStopWords() {
    assertThat(QuestionKeywords.of("Where was the Mira Voss's mira O'Brien born in 1881, at U.S.?"))
        .containsExactly("Mira", "Voss", "O'Brien", "born", "1881", "U.S");
    assertThat(QuestionKeywords.of("Who is it?")).isEmpty();
    assertThat(QuestionKeywords.of("a I x 7 水")).containsExactly("水");
    assertThat(
            QuestionKeywords.of(
                "one22 two22 three22 four22 five22 six22 seven22 eight22 nine22 ten22 eleven222"))
        .hasSize(KeywordQuery.MAX_KEYWORDS)
        .contains("eleven222")
        .startsWith("one22");
    assertThat(ChunkRanking.hybrid(RankingRules.standard()).rank(CORPUS, "Who is it?", 2))
        .hasSize(2);
    assertThat(ChunkRanking.hybrid(RankingRules.standard()).name()).isEqualTo("hybrid");
  }

  @Test
  void leavesOutTheWorstChunksThatDoNotFit() {
    List<Document> large =
        IntStream.range(0, 5)
            .mapToObj(
                i -> Document.of("d" + i, "Tarn " + i + " is large. " + "So it is. ".repeat(100)))
            .toList();
    InMemoryCorpus corpus = InMemoryCorpus.of(new HashEmbedder(256), large);
    Answer answer =
        Agent.builder(corpus, ScriptedChatModel.script().answer("NOT FOUND"))
            .strategy(Strategy.naiveRag(5))
            .budget(Budget.builder().contextTokens(2_048).build())
            .build()
            .ask("Is Tarn large?");
    List<ChunkId> ranked =
        corpus.semanticSearch("Is Tarn large?", 5).stream().map(SemanticHit::chunk).toList();
    List<ChunkId> shown =
        answer.trajectory().shown().stream().map(Snippet::chunk).distinct().toList();
    assertThat(answer.stopReason()).isEqualTo(StopReason.NOT_FOUND);
    assertThat(shown).hasSizeBetween(1, 4).isEqualTo(ranked.subList(0, shown.size()));
  }

  @Test
  void allInShowsTheWholeCorpusInOrder() {
    Answer answer = agent("all-in").ask(QUESTION);
    assertThat(answer.trajectory().shown())
        .allMatch(Snippet::isWholeChunk)
        .extracting(snippet -> snippet.chunk().value())
        .containsExactly("k1", "k2", "k3", "k4");
  }

  @Test
  void allInEndsWithTheNumberOfTokensIfTheCorpusIsTooLarge() {
    List<Document> large =
        IntStream.range(0, 1_200)
            .mapToObj(i -> Document.of("d" + i, "Tarn " + i + " is large. So it is."))
            .toList();
    InMemoryCorpus corpus = InMemoryCorpus.of(new HashEmbedder(256), large);
    long tokens =
        large.stream()
            .flatMap(document -> corpus.chunksOf(document.id()).stream())
            .mapToLong(Chunk::tokens)
            .sum();
    ScriptedChatModel unused = ScriptedChatModel.script();
    Agent agent =
        Agent.builder(corpus, unused)
            .strategy(Strategy.allIn())
            .budget(Budget.builder().contextTokens(8_000).build())
            .build();
    NoAnswerException failure =
        catchThrowableOfType(NoAnswerException.class, () -> agent.ask("Is Tarn large?"));
    assertThat(failure.stopReason()).isEqualTo(StopReason.CONTEXT_LIMIT);
    assertThat(failure).hasMessageContaining(String.format(Locale.ROOT, "has %,d tokens", tokens));
    CorpusTooLargeException cause = (CorpusTooLargeException) failure.getCause();
    assertThat(cause.tokens()).isEqualTo(tokens);
    assertThat(cause.maxTokens()).isBetween(4_000L, 6_000L);
    assertThat(unused.requests()).isEmpty();
    assertThat(failure.trajectory().shown()).isEmpty();
    assertThat(failure.view().strategy()).isEqualTo("all-in");
  }

  /** The text without its ids fits, the text with its ids does not. */
  @Test
  void allInCountsTheFormatting() {
    List<Document> small =
        IntStream.range(0, 500).mapToObj(i -> Document.of("d" + i, "It is.")).toList();
    Agent agent =
        Agent.builder(InMemoryCorpus.of(new HashEmbedder(16), small), ScriptedChatModel.script())
            .strategy(Strategy.allIn())
            .budget(Budget.builder().contextTokens(4_000).build())
            .build();
    assertThatThrownBy(() -> agent.ask("Is it?"))
        .isInstanceOf(NoAnswerException.class)
        .hasCauseInstanceOf(CorpusTooLargeException.class);
  }

  @Test
  void allInNeedsACatalogue() {
    Agent agent = Agent.builder(new SearchOnly(CORPUS), model).strategy(Strategy.allIn()).build();
    assertThatThrownBy(() -> agent.ask(QUESTION))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("Catalogue");
    Agent naive =
        Agent.builder(new SearchOnly(CORPUS), model).strategy(Strategy.naiveRag(5)).build();
    assertCitesTarn(naive.ask(QUESTION), "naive-rag");
  }

  @ParameterizedTest
  @FieldSource("WITH_TEXT")
  void showsNothingOutOfScope(String strategy) {
    Answer answer = agent(strategy).within(Scope.documents("k1", "k3")).ask(QUESTION);
    assertThat(answer.stopReason()).isEqualTo(StopReason.NOT_FOUND);
    assertThat(model.requests())
        .allSatisfy(
            request -> assertThat(CitingModel.text(request)).doesNotContain("born in Tarn"));
    assertThat(answer.trajectory().shown())
        .extracting(snippet -> snippet.chunk().value())
        .isSubsetOf("k1", "k3");
  }

  @ParameterizedTest
  @FieldSource("WITH_TEXT")
  void saysThatAnEmptyCorpusHasNoText(String strategy) {
    Agent agent =
        Agent.builder(InMemoryCorpus.of(), model).strategy(AllStrategies.named(strategy)).build();
    Answer answer = agent.ask(QUESTION);
    assertThat(answer.stopReason()).isEqualTo(StopReason.NOT_FOUND);
    if (!List.of("arag", "arag-no-semantic", "arag-no-read").contains(strategy)) {
      assertThat(answer.warnings())
          .singleElement()
          .asString()
          .containsIgnoringCase("index")
          .contains("empty")
          .contains("scope");
    }
  }

  @ParameterizedTest
  @FieldSource("ONE_SHOT")
  void secondQuestionSeesTheFirstAndRetrievesForItself(String strategy) {
    Conversation conversation = agent(strategy).conversation();
    Answer first = conversation.ask(QUESTION);
    Answer second = conversation.ask("And when did the ferry sink?");
    assertThat(second.citations()).extracting(Citation::verdict).containsExactly(Verdict.SUPPORTED);
    String request = CitingModel.text(model.requests().get(1));
    assertThat(request)
        .startsWith(uses(first.trajectory()).get(0).observation().text())
        .contains("Question: " + QUESTION)
        .endsWith("\n\nQuestion: And when did the ferry sink?\n");
    assertThat(uses(second.trajectory())).hasSize(1);
    assertThat(second.usage().retrievedTokens()).isPositive();
    Trajectory again =
        Agent.builder(CORPUS, second.trajectory().replay())
            .strategy(AllStrategies.named(strategy))
            .build()
            .ask("And when did the ferry sink?")
            .trajectory();
    assertThat(again.toJson()).isEqualTo(second.trajectory().toJson());
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void aResumedConversationSendsTheSameRequest(String strategy) {
    Conversation conversation = agent(strategy).conversation();
    Trajectory first = conversation.ask(QUESTION).trajectory();
    conversation.ask("When?");
    String expected = CitingModel.text(model.requests().get(model.requests().size() - 1));
    Trajectory read = Trajectory.fromJson(first.toJson());
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

  @Test
  void warnsAboutACitedChunkThatWasDeletedSinceTheFirstQuestion() {
    Index index =
        Index.builder(folder.resolve("d.arag")).embedder(new HashEmbedder(256)).openOrCreate();
    try (index) {
      for (String strategy : List.of("naive-rag", "arag-naive")) {
        index.sync(Source.documents("test", DOCUMENTS));
        Conversation conversation =
            Agent.builder(index, model)
                .strategy(AllStrategies.named(strategy))
                .build()
                .conversation();
        conversation.ask(QUESTION);
        assertThat(index.delete(List.of("k2"))).isEqualTo(1);
        Answer second = conversation.ask("And when?");
        assertThat(second.warnings())
            .as(strategy)
            .singleElement()
            .asString()
            .startsWith("Shown for an earlier question but no longer in the documents:");
      }
    }
  }

  @Test
  void directSeesTheEarlierQuestions() {
    ScriptedChatModel memory = ScriptedChatModel.script().answer("In Paris.").answer("In 1900.");
    Conversation conversation =
        Agent.builder(CORPUS, memory).strategy(Strategy.direct()).build().conversation();
    conversation.ask("Where?");
    conversation.ask("When?");
    assertThat(memory.requests().get(1).messages()).hasSize(4);
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
    Answer answer =
        Agent.builder(CORPUS, scripted)
            .strategy(AllStrategies.named(strategy))
            .build()
            .ask(QUESTION);
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
            .tools(corpus -> Toolbox.over(corpus).without("keyword_search"))
            .build()
            .ask(QUESTION);
    assertThat(CitingModel.tools(model.requests().get(0))).containsExactly("semantic_search");
    assertCitesTarn(answer, "arag-no-read");
  }

  @ParameterizedTest
  @FieldSource("WITH_TEXT")
  void runsInThePaperProfile(String strategy) {
    Answer answer = agent(strategy).toBuilder().profile(Paper.profile()).build().ask(QUESTION);
    assertThat(answer.citations()).extracting(Citation::verdict).containsExactly(Verdict.SUPPORTED);
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
  @FieldSource("ONE_SHOT")
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
            .strategy(AllStrategies.named(strategy))
            .build()
            .ask(QUESTION);
    assertThat(uses(answer.trajectory()).get(0).observation().text()).contains("[Chunk k2]", QUOTE);
    assertThat(uses(answer.trajectory()).get(1).observation().text())
        .contains("[Chunk k2]\n(This chunk has been read before)")
        .doesNotContain(QUOTE);
    assertThat(answer.citations()).extracting(Citation::verdict).containsExactly(Verdict.SUPPORTED);
  }

  /** A corpus that cannot list its documents. */
  private record SearchOnly(Corpus corpus) implements Corpus {
    @Override
    public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
      return corpus.keywordSearch(query, topK, offset);
    }

    @Override
    public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
      return corpus.semanticSearch(query, topK, offset);
    }

    @Override
    public List<Chunk> read(Collection<ChunkId> ids) {
      return corpus.read(ids);
    }

    @Override
    public Corpus within(Scope scope) {
      return new SearchOnly(corpus.within(scope));
    }
  }
}
