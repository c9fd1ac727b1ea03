package dev.arag.strategies.internal.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Strategies;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.strategies.OtherStrategies;
import dev.arag.strategies.fixture.Play;
import dev.arag.strategies.fixture.RecordingCorpus;
import dev.arag.strategies.fixture.Towns;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the steps of graded: grades, second search, answer and check. */
class GradedTest {
  private static final String SUPPORTED = "SUPPORTED";

  private final RecordingCorpus corpus = RecordingCorpus.of(Towns.CORPUS);

  /** Ranks the given chunks first, in this order. */
  private static Strategy ranking(String... ids) {
    ChunkRanking ranking = (all, query, k) -> Stream.of(ids).limit(k).map(ChunkId::of).toList();
    return Strategies.naiveRag(ids.length, ranking);
  }

  private Play play(Strategy inner, String... replies) {
    return Play.of(OtherStrategies.graded(inner), corpus, Towns.QUESTION, replies);
  }

  @ParameterizedTest
  @CsvSource({
    "10 0, CORRECT",
    "7 0, CORRECT",
    "6 6, AMBIGUOUS",
    "3 0, AMBIGUOUS",
    "2 2, INCORRECT",
    "0 0, INCORRECT"
  })
  void theBestGradeDecides(
      String grades, dev.arag.strategies.internal.route.RetrievalVerdict verdict) {
    int[] numbers = Stream.of(grades.split(" ")).mapToInt(Integer::parseInt).toArray();
    assertThat(dev.arag.strategies.internal.route.RetrievalVerdict.of(numbers)).isEqualTo(verdict);
    assertThat(dev.arag.strategies.internal.route.RetrievalVerdict.of(new int[0]))
        .isEqualTo(dev.arag.strategies.internal.route.RetrievalVerdict.INCORRECT);
  }

  @Test
  void correctTextsAreKeptWithoutASecondSearch() {
    Play play =
        play(ranking("voss", "other01", "bridge"), "1: 9\n2: 2\n3: 3", Towns.ANSWER, SUPPORTED);
    assertThat(play.roles()).containsExactly("grader", "agent", "checker");
    assertThat(play.request(0)).contains("Passage 1\n<<<", "Passage 3\n<<<");
    assertThat(play.chunksIn(0)).containsExactly("voss", "other01", "bridge");
    assertThat(play.chunksIn(1)).containsExactlyInAnyOrder("voss", "bridge");
    assertThat(play.chunksIn(2)).containsExactlyInAnyOrder("voss", "bridge");
    assertThat(play.request(2)).contains("Answer to check:\nIn Tarn\n").doesNotContain("Evidence");
    assertThat(corpus.searches()).isEmpty();
    assertThat(play.warnings()).isEmpty();
    assertThat(play.answer().citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.SUPPORTED);
  }

  /** The texts cannot support that something is missing. */
  @Test
  void whatIsMissingIsNotChecked() {
    String partial = Towns.ANSWER.replace("\nEvidence", "\nPARTIAL: no year [voss]\n\nEvidence");
    Play play = play(ranking("voss", "other01", "bridge"), "1: 9\n2: 2\n3: 3", partial, SUPPORTED);
    assertThat(play.request(2)).contains("Answer to check:\nIn Tarn\n").doesNotContain("no year");
    assertThat(play.answer().outcome()).isEqualTo(Outcome.PARTIAL);
    assertThat(play.answer().text()).endsWith("no year [voss]");
  }

  @Test
  void incorrectTextsAreReplacedWithThoseOfASecondSearch() {
    Play play =
        play(
            ranking("bridge", "other01"),
            "1: 2\n2: 0",
            "\"Mira Voss was born in Tarn\"",
            Towns.ANSWER,
            SUPPORTED);
    assertThat(play.roles()).containsExactly("grader", "rewriter", "agent", "checker");
    assertThat(corpus.searches())
        .containsExactly("Mira Voss was born in Tarn", "[Mira, Voss, born, Tarn]");
    assertThat(play.request(1)).contains("(no useful text)");
    assertThat(play.chunksIn(2)).contains("voss").doesNotContain("bridge", "other01");
    assertThat(play.warnings()).isEmpty();
  }

  @Test
  void ambiguousTextsAreExtended() {
    Play play =
        play(
            ranking("bridge", "other01"),
            "1: 5\n2: 0",
            "Mira Voss was born in Tarn",
            Towns.ANSWER,
            SUPPORTED);
    assertThat(play.roles()).containsExactly("grader", "rewriter", "agent", "checker");
    assertThat(play.chunksIn(1)).containsExactly("bridge");
    assertThat(play.chunksIn(2)).startsWith("bridge").contains("voss").doesNotContain("other01");
  }

  @Test
  void thereIsOnlyOneSecondSearch() {
    Play play = play(ranking("other01"), "1: 0", "Keeper9", "NOT FOUND");
    assertThat(play.roles()).containsExactly("grader", "rewriter", "agent");
    assertThat(corpus.searches()).hasSize(2);
    assertThat(play.answer().outcome()).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  void onlySimilarSentencesOfALongTextAreKept() {
    StringBuilder text = new StringBuilder("Mira Voss was born in Tarn in 1881. ");
    for (int i = 0; i < 80; i++) {
      text.append("Paragraph ").append(i).append(" is about fish and boats. ");
    }
    InMemoryCorpus longText =
        InMemoryCorpus.of(new HashEmbedder(512), List.of(Document.of("voss", text.toString())));
    Play play =
        Play.of(
            OtherStrategies.graded(ranking("voss")),
            longText,
            "Where was Mira Voss born?",
            "1: 10",
            Towns.ANSWER,
            SUPPORTED);
    assertThat(play.request(0)).contains("born in Tarn", "Paragraph 79 ");
    assertThat(play.request(1)).contains("born in Tarn");
    assertThat(play.request(1).split("Paragraph ", -1)).hasSizeBetween(2, 18);
    assertThat(play.answer().citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.SUPPORTED);
  }

  @Test
  void unreadableGradesKeepAllTextsAndSearchAgain() {
    Play play =
        play(ranking("voss", "other01"), "All are fine.", "Mira Voss", Towns.ANSWER, SUPPORTED);
    assertThat(play.roles()).containsExactly("grader", "rewriter", "agent", "checker");
    assertThat(play.chunksIn(2)).contains("voss", "other01");
    assertThat(play.warnings())
        .containsExactly("graded: there are no readable grades, so all texts were kept.");
  }

  @Test
  void anUnreadableQueryIsTheQuestion() {
    for (String reply : List.of("...", "NOT FOUND", "word ".repeat(100))) {
      corpus.searches().clear();
      Play play = play(ranking("other01"), "1: 0", reply, Towns.ANSWER, SUPPORTED);
      assertThat(corpus.searches().get(0)).isEqualTo(Towns.QUESTION);
      assertThat(play.warnings())
          .containsExactly(
              "graded: the second query could not be read, so the question was searched again.");
    }
  }

  @Test
  void anUnsupportedAnswerIsWrittenAgain() {
    Play play =
        play(
            ranking("voss"),
            "1: 10",
            "In Quill [voss: \"in Quill\"]",
            "UNSUPPORTED",
            Towns.ANSWER,
            SUPPORTED);
    assertThat(play.roles()).containsExactly("grader", "agent", "checker", "agent", "checker");
    assertThat(play.request(3)).contains("In Quill\n\nAnswer again.", "born in Tarn");
    assertThat(play.answer().shortAnswer()).isEqualTo("In Tarn");
    assertThat(play.warnings()).isEmpty();
  }

  @Test
  void anAnswerIsWrittenAgainAtMostTwice() {
    String answer = "In Quill [voss: \"in Tarn\"]";
    Play play =
        play(ranking("voss"), "1: 10", answer, "PARTLY", answer, "PARTLY", answer, "UNSUPPORTED");
    assertThat(play.roles())
        .containsExactly("grader", "agent", "checker", "agent", "checker", "agent", "checker");
    assertThat(play.warnings())
        .contains("graded: a check found that the texts do not support the whole answer.");
  }

  @Test
  void anUnreadableCheckAcceptsTheAnswer() {
    Play play = play(ranking("voss"), "1: 10", Towns.ANSWER, "Hm.");
    assertThat(play.roles()).containsExactly("grader", "agent", "checker");
    assertThat(play.warnings())
        .containsExactly(
            "graded: the verdict on the answer could not be read. The answer was accepted.");
  }

  @Test
  void theBudgetIsAskedBeforeEachStep() {
    Strategy strategy = OtherStrategies.graded(ranking("voss", "other01"));
    ScriptedChatModel script = Play.script("1: 5\n2: 0", Towns.ANSWER);
    Play play =
        Play.of(
            strategy,
            corpus,
            Towns.QUESTION,
            script,
            agent -> agent.budget(Budget.builder().maxModelCalls(2).build()));
    assertThat(play.roles()).containsExactly("grader", "agent");
    assertThat(play.answer().stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(play.warnings())
        .containsExactly(
            "graded: the budget allowed no second search.",
            "graded: the budget allowed no check of the answer.");
  }

  @Test
  void aStrategyThatSearchesByItselfGetsTheTextsAboveItsQuestion() {
    ScriptedChatModel script =
        ScriptedChatModel.script()
            .answer("1: 0\n2: 0\n3: 10\n4: 0\n5: 0")
            .call("chunk_read", Map.of("chunk_ids", List.of("voss")))
            .answer(Towns.ANSWER)
            .answer(SUPPORTED);
    Play play =
        Play.of(
            OtherStrategies.all().named("graded"), corpus, Towns.QUESTION, script, agent -> agent);
    assertThat(play.roles()).containsExactly("grader", "agent", "agent", "checker");
    assertThat(play.chunksIn(0)).hasSize(5);
    assertThat(play.chunksIn(1)).containsExactly(play.chunksIn(0).get(2));
    assertThat(play.request(1))
        .contains("Results of a first search:\n<<<")
        .endsWith("\n\nQuestion: " + Towns.QUESTION);
    assertThat(play.chunksIn(3)).contains("voss");
    assertThat(play.request(3)).contains("born in Tarn in 1881");
    assertThat(play.warnings()).isEmpty();
  }

  private static RetrievalTool web(boolean fails, List<String> queries) {
    return RetrievalTool.of(
        "web_search",
        "Searches the web.",
        "{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\"}}}",
        call -> {
          queries.add(call.text("query"));
          return fails
              ? new Observation.Rejected("No connection.")
              : Observation.source("Web", "A page says: Mira Voss comes from Tarn.");
        });
  }

  private Play playWithWeb(boolean fails, List<String> queries, String fallback) {
    return Play.of(
        OtherStrategies.graded(ranking("other01"), fallback),
        corpus,
        Towns.QUESTION,
        Play.script(
            "1: 0", "Mira Voss birthplace", "In Tarn [Web: \"comes from Tarn\"]", SUPPORTED),
        agent -> agent.tools(all -> Toolbox.of(all).with(web(fails, queries))));
  }

  @Test
  void aToolCanMakeTheSecondSearch() {
    List<String> queries = new ArrayList<>();
    Play play = playWithWeb(false, queries, "web_search");
    assertThat(queries).containsExactly("Mira Voss birthplace");
    assertThat(corpus.searches()).isEmpty();
    assertThat(play.request(2)).contains("A page says: Mira Voss comes from Tarn.");
    assertThat(play.request(3)).contains("A page says: Mira Voss comes from Tarn.");
    assertThat(play.warnings()).noneMatch(warning -> warning.startsWith("graded"));
    assertThat(play.answer().usage().toolCalls()).isEqualTo(1);
  }

  @Test
  void theCorpusIsSearchedIfTheToolFailsOrIsMissing() {
    List<String> queries = new ArrayList<>();
    Play failing = playWithWeb(true, queries, "web_search");
    assertThat(queries).hasSize(1);
    assertThat(corpus.searches()).hasSize(2);
    assertThat(failing.warnings())
        .contains("graded: the tool web_search returned no result, so the corpus was searched.");
    Play missing = playWithWeb(false, queries, "other_search");
    assertThat(queries).hasSize(1);
    assertThat(missing.warnings())
        .contains("graded: the agent has no tool other_search, so the corpus was searched.");
    assertThat(OtherStrategies.all().named("graded:fallback=web_search+naive-rag:k=10"))
        .isEqualTo(OtherStrategies.graded(Strategies.naiveRag(10), "web_search"));
  }

  @Test
  void sentencesThatDoNotFitTheWindowAreLeftOut() {
    String[] ids = IntStream.range(0, 12).mapToObj(i -> "d" + i).toArray(String[]::new);
    List<Document> documents =
        Stream.of(ids)
            .map(id -> Document.of(id, ("The fish " + id + " swim near the mill. ").repeat(35)))
            .toList();
    Play play =
        Play.of(
            OtherStrategies.graded(ranking(ids)),
            InMemoryCorpus.of(new HashEmbedder(64), documents),
            "Do fish swim near the mill?",
            Play.script("1: 9", "Yes [d0]", SUPPORTED),
            agent ->
                agent.budget(Budget.builder().contextTokens(Budget.MIN_CONTEXT_TOKENS).build()));
    assertThat(play.roles()).containsExactly("grader", "agent", "checker");
    assertThat(play.chunksIn(1)).isNotEmpty().hasSizeLessThan(12);
    assertThat(play.answer().stopReason()).isEqualTo(StopReason.ANSWERED);
  }
}
