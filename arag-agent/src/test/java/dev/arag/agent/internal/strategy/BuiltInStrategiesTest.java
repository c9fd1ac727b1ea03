package dev.arag.agent.internal.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.PlainCorpus;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.CorpusTooLargeException;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.internal.text.QuestionKeywords;
import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.RankingStrategy;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.tools.call.Snippet;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the built-in strategies. */
class BuiltInStrategiesTest extends NamedStrategyContract {
  static final List<String> NAMES = Strategies.builtIn().names();
  static final List<String> WITH_TEXT =
      NAMES.stream().filter(name -> !name.equals("direct")).toList();
  static final List<String> LOOPS = List.of("arag");

  @Override
  protected Strategy named(String name) {
    return Strategies.builtIn().named(name);
  }

  @Nested
  class Direct {
    @Test
    void directAnswersWithoutTextAndWithoutWarningsAboutSources() {
      ScriptedChatModel memory = ScriptedChatModel.script().answer("Mira Voss was born in Paris.");
      Answer answer =
          Agent.builder(CORPUS, memory).strategy(Strategies.direct()).build().ask("Where?");
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
      assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
      assertThat(CitingModel.tools(model.requests().get(0))).isEmpty();
    }

    @Test
    void directSeesTheEarlierQuestions() {
      ScriptedChatModel memory = ScriptedChatModel.script().answer("In Paris.").answer("In 1900.");
      Conversation conversation =
          Agent.builder(CORPUS, memory).strategy(Strategies.direct()).build().conversation();
      conversation.ask("Where?");
      conversation.ask("When?");
      assertThat(memory.requests().get(1).messages()).hasSize(4);
    }
  }

  /** Strategies that ask the model once. */
  @Nested
  class OneRequest {
    @ParameterizedTest
    @ValueSource(strings = {"direct", "naive-rag", "hybrid-rag", "all-in"})
    void asksOnceAndSendsNoCorrection(String strategy) {
      ScriptedChatModel silent = ScriptedChatModel.script().answer("I will search next.");
      Answer answer =
          Agent.builder(CORPUS, silent)
              .strategy(Strategies.builtIn().named(strategy))
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
    @ValueSource(strings = {"naive-rag", "hybrid-rag", "all-in"})
    void putsTheTextAboveTheQuestion(String strategy) {
      Answer answer = agent(strategy).ask(QUESTION);
      ChatRequest request = model.requests().get(0);
      String shown = uses(answer.trajectory()).get(0).observation().text();
      assertThat(CitingModel.text(request)).isEqualTo(shown + "\n\nQuestion: " + QUESTION + "\n");
      assertThat(CitingModel.tools(request)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive-rag", "hybrid-rag", "all-in"})
    void secondQuestionSeesTheFirstAndRetrievesForItself(String strategy) {
      Conversation conversation = agent(strategy).conversation();
      conversation.ask(QUESTION);
      Answer second = conversation.ask("And when did the ferry sink?");
      assertThat(second.citations())
          .extracting(Citation::verdict)
          .containsExactly(Verdict.SUPPORTED);
      String request = CitingModel.text(model.requests().get(1));
      assertThat(request)
          .matches(
              Pattern.compile(
                  "<<<(\\w{6})\n\\[k2\\] k2\nMira Voss was born in Tarn[^\\[]*\n>>>\\1\n\nQuestion: "
                      + Pattern.quote(QUESTION)
                      + ".*",
                  Pattern.DOTALL))
          .endsWith("\n\nQuestion: And when did the ferry sink?\n");
      assertThat(uses(second.trajectory())).hasSize(1);
      assertThat(second.usage().retrievedTokens()).isPositive();
      Trajectory again =
          Agent.builder(CORPUS, second.trajectory().replay())
              .strategy(Strategies.builtIn().named(strategy))
              .build()
              .ask("And when did the ferry sink?")
              .trajectory();
      assertThat(again.toJson()).isEqualTo(second.trajectory().toJson());
    }
  }

  /** The strategies that show the best chunks of a ranking, and the rankings. */
  @Nested
  class Rankings {
    @Test
    void naiveRagShowsTheChunksThatSemanticSearchRanksBest() {
      for (int k : new int[] {1, 2, 3}) {
        Answer answer = agent("naive-rag:k=" + k).ask(QUESTION);
        List<ChunkId> best =
            CORPUS.semanticSearch(QUESTION, k).stream().map(SemanticHit::chunkId).toList();
        assertThat(answer.trajectory().shown())
            .allMatch(Snippet::isWholeChunk)
            .extracting(Snippet::chunkId)
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
              .strategy(Strategies.naiveRag(7, ranking))
              .build();
      Answer answer = agent.ask(QUESTION, Town.class).answer();
      assertThat(queries).containsExactly(QUESTION + " 7");
      assertThat(answer.trajectory().shown())
          .extracting(snippet -> snippet.chunkId().value())
          .containsExactly("k3", "k2");
      assertThat(uses(answer.trajectory()).get(0).observation().text())
          .endsWith("No chunk \"gone\".");
      assertThat(answer.citations())
          .extracting(Citation::verdict)
          .containsExactly(Verdict.SUPPORTED);
    }

    record Town(String town) {}

    @Test
    void theRankingOfARankingStrategyCanBeReplaced() {
      RankingStrategy naive = (RankingStrategy) Strategies.naiveRag(2);
      assertThat(naive.chunks()).isEqualTo(2);
      Strategy replaced =
          (question, run) -> {
            List<ChunkId> best = naive.ranking(run).rank(run.corpus(), run.question(), 1);
            return naive.run(
                question, run, (all, query, k) -> List.of(ChunkId.of("k" + k), best.get(0)));
          };
      Answer answer = Agent.builder(CORPUS, model).strategy(replaced).build().ask(QUESTION);
      ChunkId best = CORPUS.semanticSearch(QUESTION, 1).get(0).chunkId();
      assertThat(answer.trajectory().shown())
          .extracting(Snippet::chunkId)
          .contains(ChunkId.of("k2"), best);
      assertThat(Strategies.hybridRag(3)).isInstanceOf(RankingStrategy.class);
      assertThat(Strategies.allIn()).isNotInstanceOf(RankingStrategy.class);
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
              .strategy(Strategies.naiveRag(5))
              .budget(Budget.builder().contextTokens(2_048).build())
              .build()
              .ask("Is Tarn large?");
      List<ChunkId> ranked =
          corpus.semanticSearch("Is Tarn large?", 5).stream().map(SemanticHit::chunkId).toList();
      List<ChunkId> shown =
          answer.trajectory().shown().stream().map(Snippet::chunkId).distinct().toList();
      assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
      assertThat(shown).hasSizeBetween(1, 4).isEqualTo(ranked.subList(0, shown.size()));
    }

    @Test
    void rankingsByMeaningUseTheMeanOfSeveralTexts() {
      List<String> texts = List.of("Tarn", "nine arches of the bridge");
      List<ChunkId> byMean =
          CORPUS.semanticSearch(texts, RankingRules.standard(), 2, 0).stream()
              .map(SemanticHit::chunkId)
              .toList();
      ChunkRanking ranking = ChunkRanking.bestSentence(RankingRules.standard());
      assertThat(ranking.rankByMean(CORPUS, texts, 2)).isEqualTo(byMean);
      List<ChunkId> fused =
          ChunkRanking.fuse(texts.stream().map(text -> ranking.rank(CORPUS, text, 6)).toList(), 2);
      assertThat(ranking.rankByMean(new PlainCorpus(CORPUS), texts, 2)).isEqualTo(fused);
      ChunkRanking words = ChunkRanking.keywords(RankingRules.standard());
      assertThat(words.rankByMean(CORPUS, texts, 4)).contains(ChunkId.of("k1"), ChunkId.of("k2"));
    }

    @Test
    void hybridRagFusesTheRanksOfBothSearches() {
      List<ChunkId> fused = ChunkRanking.hybrid(RankingRules.standard()).rank(CORPUS, QUESTION, 2);
      Map<ChunkId, Double> scores = new HashMap<>();
      List<SemanticHit> byMeaning = CORPUS.semanticSearch(QUESTION, 6);
      List<String> words = List.of("Mira", "Voss", "bridge", "engineer", "born");
      KeywordHits byWords = CORPUS.keywordSearch(KeywordQuery.of(words), 6, 0);
      IntStream.range(0, byMeaning.size())
          .forEach(i -> scores.merge(byMeaning.get(i).chunkId(), 1.0 / (11 + i), Double::sum));
      IntStream.range(0, byWords.hits().size())
          .forEach(
              i -> {
                KeywordHit hit = byWords.hits().get(i);
                double share = hit.counts().size() / 5.0;
                scores.merge(hit.chunkId(), share / (11 + i), Double::sum);
              });
      List<ChunkId> expected =
          scores.entrySet().stream()
              .sorted(Map.Entry.<ChunkId, Double>comparingByValue().reversed())
              .limit(2)
              .map(Map.Entry::getKey)
              .toList();
      assertThat(fused).isEqualTo(expected);
      Answer answer = agent("hybrid-rag:k=2").ask(QUESTION);
      assertThat(answer.trajectory().shown()).extracting(Snippet::chunkId).isEqualTo(expected);
    }

    @Test
    void hybridRankingUsesTheWordsWithoutStopWords() {
      assertThat(
              QuestionKeywords.of("Where was the Mira Voss's mira O'Brien born in 1881, at U.S.?"))
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
  }

  @Nested
  class AllIn {
    @Test
    void allInShowsTheWholeCorpusInOrder() {
      Answer answer = agent("all-in").ask(QUESTION);
      assertThat(answer.trajectory().shown())
          .allMatch(Snippet::isWholeChunk)
          .extracting(snippet -> snippet.chunkId().value())
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
              .strategy(Strategies.allIn())
              .budget(Budget.builder().contextTokens(8_000).build())
              .build();
      NoAnswerException failure =
          catchThrowableOfType(NoAnswerException.class, () -> agent.ask("Is Tarn large?"));
      assertThat(failure.stopReason()).isEqualTo(StopReason.CONTEXT_LIMIT);
      assertThat(failure)
          .hasMessageContaining(String.format(Locale.ROOT, "has %,d tokens", tokens));
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
              .strategy(Strategies.allIn())
              .budget(Budget.builder().contextTokens(4_000).build())
              .build();
      assertThatThrownBy(() -> agent.ask("Is it?"))
          .isInstanceOf(NoAnswerException.class)
          .hasCauseInstanceOf(CorpusTooLargeException.class);
    }

    @Test
    void allInNeedsACatalogue() {
      Agent agent =
          Agent.builder(new PlainCorpus(CORPUS), model).strategy(Strategies.allIn()).build();
      assertThatThrownBy(() -> agent.ask(QUESTION))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("Catalogue");
      Agent naive =
          Agent.builder(new PlainCorpus(CORPUS), model).strategy(Strategies.naiveRag(5)).build();
      assertCitesTarn(naive.ask(QUESTION), "naive-rag");
    }
  }
}
