package dev.arag.strategies.internal.transform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Strategies;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.OtherStrategies;
import dev.arag.strategies.fixture.Play;
import dev.arag.strategies.fixture.RecordingCorpus;
import dev.arag.strategies.fixture.Towns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the queries of rewrite, multi-query and hyde. */
class TransformTest {
  private static final String QUERIES =
      "Here they are:\n1. one two\n2. \"three four\"\n2. three four\n3. five\n4. six\n5. seven";
  private static final String PASSAGE = "Mira Voss, an engineer, came to the world in Tarn.";

  private final RecordingCorpus corpus = RecordingCorpus.of(Towns.CORPUS);

  private Play play(String strategy, String... replies) {
    return Play.of(OtherStrategies.all().named(strategy), corpus, Towns.QUESTION, replies);
  }

  @Test
  void multiQuerySearchesForTheQuestionAndFourQueries() {
    Play play = play("multi-query+naive-rag", QUERIES, "NOT FOUND");
    assertThat(play.roles()).containsExactly("multi-query", "agent");
    assertThat(play.request(0)).contains(Towns.QUESTION, "4 different search queries");
    assertThat(corpus.searches())
        .containsExactly(Towns.QUESTION, "one two", "three four", "five", "six");
    assertThat(play.warnings()).isEmpty();
  }

  @Test
  void rewriteSearchesForTheQuestionAndTwoQueries() {
    play("rewrite+naive-rag", QUERIES, "NOT FOUND");
    assertThat(corpus.searches()).containsExactly(Towns.QUESTION, "one two", "three four");
  }

  @Test
  void theResultsAreFused() {
    Play play = play("rewrite+naive-rag:k=3", "- mill of Tarn\n- Keeper7", "NOT FOUND");
    List<ChunkId> fused =
        ChunkRanking.fuse(
            Stream.of(Towns.QUESTION, "mill of Tarn", "Keeper7")
                .map(query -> Towns.CORPUS.semanticSearch(query, 9))
                .map(hits -> hits.stream().map(Hit::chunkId).toList())
                .toList(),
            3);
    assertThat(play.chunksIn(1)).isEqualTo(fused.stream().map(ChunkId::value).toList());
    assertThat(play.lastRequest()).doesNotContain("- mill of Tarn", "Keeper7\n");
  }

  @Test
  void theRankingOfTheInnerStrategyIsUsed() {
    List<String> queries = new ArrayList<>();
    ChunkRanking ranking =
        (all, query, k) -> {
          queries.add(query + " " + k);
          return List.of(ChunkId.of("voss"));
        };
    Strategy strategy =
        OtherStrategies.multiQuery(OtherStrategies.rewrite(Strategies.naiveRag(2, ranking)));
    Play play = Play.of(strategy, corpus, Towns.QUESTION, "- a b", "- c d", "- e f", Towns.ANSWER);
    assertThat(play.roles()).containsExactly("multi-query", "rewrite", "rewrite", "agent");
    assertThat(queries).containsExactly(Towns.QUESTION + " 18", "c d 18", "a b 18", "e f 18");
    assertThat(corpus.searches()).isEmpty();
    assertThat(strategy.name()).isEqualTo("multi-query+rewrite+naive-rag:k=2,ranking=custom");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rewrite", "multi-query", "hyde"})
  void aFailedTransformIsTheQuestionAlone(String transform) {
    String tooLong = "word ".repeat(100);
    for (String reply : List.of("...", "NOT FOUND\nNothing.", Towns.QUESTION, tooLong)) {
      if (reply.equals(tooLong) && transform.equals("hyde")) {
        continue;
      }
      corpus.searches().clear();
      Play play = play(transform + "+naive-rag", reply, Towns.ANSWER);
      assertThat(corpus.searches()).as(reply).containsExactly(Towns.QUESTION);
      assertThat(play.warnings())
          .containsExactly(
              transform + ": the reply has no usable query, so only the question was searched.");
      assertThat(play.answer().citations())
          .extracting(Citation::verdict)
          .containsExactly(Verdict.SUPPORTED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rewrite", "multi-query", "hyde"})
  void aFailedModelIsTheQuestionAlone(String transform) {
    ScriptedChatModel script =
        ScriptedChatModel.script().fail(new IllegalStateException("down")).answer(Towns.ANSWER);
    Strategy strategy = OtherStrategies.all().named(transform + "+naive-rag");
    Play play = Play.of(strategy, corpus, Towns.QUESTION, script, agent -> agent);
    assertThat(corpus.searches()).containsExactly(Towns.QUESTION);
    assertThat(play.warnings()).hasSize(1);
    assertThat(play.answer().stopReason()).isEqualTo(StopReason.ANSWERED);
  }

  @Test
  void hydeSearchesForTheMeanOfQuestionAndPassage() {
    Play play = play("hyde+naive-rag:k=4", PASSAGE, Towns.ANSWER);
    assertThat(corpus.searches()).containsExactly("mean [" + Towns.QUESTION + ", " + PASSAGE + "]");
    assertThat(play.chunksIn(1))
        .isEqualTo(
            Towns.CORPUS
                .meanSearch()
                .orElseThrow()
                .semanticSearch(List.of(Towns.QUESTION, PASSAGE), RankingRules.standard(), 4, 0)
                .stream()
                .map(hit -> hit.chunkId().value())
                .toList());
    assertThat(play.lastRequest()).doesNotContain(PASSAGE);
  }

  @Test
  void hydeWithoutMeanSearchFusesTheResultsOfBothTexts() {
    Strategy strategy = OtherStrategies.all().named("hyde+naive-rag");
    Play.of(strategy, corpus.withoutMeanSearch(), Towns.QUESTION, PASSAGE, "NOT FOUND");
    assertThat(corpus.searches()).containsExactly(Towns.QUESTION, PASSAGE);
  }

  @Test
  void hydeChangesOnlyTheSemanticPartOfAHybridSearch() {
    play("hyde+hybrid-rag", PASSAGE, "NOT FOUND");
    assertThat(corpus.searches())
        .containsExactly(
            "mean [" + Towns.QUESTION + ", " + PASSAGE + "]", "[designer, Old, Bridge, born]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rewrite", "multi-query", "hyde"})
  void aStrategyThatSearchesByItselfGetsTheResultsAboveItsQuestion(String transform) {
    ScriptedChatModel script =
        ScriptedChatModel.script()
            .answer("- the birth of Mira Voss in Tarn")
            .call("keyword_search", Map.of("keywords", List.of("Voss")))
            .answer(Towns.ANSWER);
    Play play =
        Play.of(
            OtherStrategies.all().named(transform), corpus, Towns.QUESTION, script, agent -> agent);
    assertThat(play.roles()).containsExactly(transform, "agent", "agent");
    assertThat(play.request(1)).contains("Results of a first search:\n<<<");
    assertThat(play.request(1)).endsWith("\n\nQuestion: " + Towns.QUESTION);
    assertThat(play.chunksIn(1)).hasSize(5).contains("voss", "bridge");
    assertThat(play.request(1)).doesNotContain("the birth of Mira Voss");
    assertThat(play.answer().usage().toolCalls()).isEqualTo(1);
    assertThat(play.answer().citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.SUPPORTED);
    assertThat(play.warnings()).isEmpty();
  }

  @Test
  void withoutResultsTheQuestionStaysAlone() {
    Play play =
        Play.of(
            OtherStrategies.all().named("rewrite+direct"),
            InMemoryCorpus.of(),
            Towns.QUESTION,
            "- query",
            "NOT FOUND");
    assertThat(play.lastRequest()).endsWith("\n" + Towns.QUESTION);
  }
}
