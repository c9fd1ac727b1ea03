package dev.arag.strategies.internal.iterative;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.Outcome;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.strategies.OtherStrategies;
import dev.arag.strategies.fixture.Play;
import dev.arag.strategies.fixture.RecordingCorpus;
import dev.arag.strategies.fixture.Towns;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the rounds of resp and of its form self-ask. */
class RespTest {
  private static final String SUBQUESTION = "Where was Mira Voss born?";
  private static final String NOTHING = "{\"evidence\":[],\"answer\":null}";
  private static final String ENOUGH = "{\"enough\":true,\"next\":null}";

  private static final String DESIGNER =
      finding("The designer is Mira Voss", "bridge", "designed by Mira Voss");
  private static final String BORN = finding("Voss is from Tarn", "voss", "born in Tarn in 1881");

  private final RecordingCorpus corpus = RecordingCorpus.of(Towns.CORPUS);

  private static String finding(String text, String id, String quote) {
    return "{\"text\":\"" + text + "\",\"id\":\"" + id + "\",\"quote\":\"" + quote + "\"}";
  }

  private static String reading(String evidence, String answer) {
    return "{\"evidence\":[" + evidence + "],\"answer\":" + answer + "}";
  }

  private static String next(String question) {
    return "{\"enough\":false,\"next\":\"" + question + "\"}";
  }

  private Play play(String strategy, String... replies) {
    return Play.of(OtherStrategies.all().named(strategy), corpus, Towns.QUESTION, replies);
  }

  @Test
  void readsAndPlansUntilTheNotesAreEnough() {
    Play play =
        play(
            "resp:k=1",
            reading(DESIGNER, "null"),
            next(SUBQUESTION),
            reading("", BORN),
            ENOUGH,
            Towns.ANSWER);
    assertThat(play.roles()).containsExactly("reader", "planner", "reader", "planner", "agent");
    assertThat(corpus.searches()).containsExactly(Towns.QUESTION, SUBQUESTION);
    assertThat(play.request(0))
        .contains("Main question: " + Towns.QUESTION, "Search question: " + Towns.QUESTION);
    assertThat(play.chunksIn(0)).containsExactly("bridge");
    assertThat(play.request(1))
        .contains("Evidence:\n- The designer is Mira Voss")
        .contains("- " + Towns.QUESTION + " (not answered)");
    assertThat(play.request(2)).contains("Search question: " + SUBQUESTION);
    assertThat(play.request(3)).contains("- " + SUBQUESTION + " Voss is from Tarn");
    assertThat(play.answer().citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.SUPPORTED);
    assertThat(play.warnings()).isEmpty();
  }

  @Test
  void theAnswerIsWrittenFromTheNotesAndTheTextAroundTheirQuotes() {
    Play play =
        play(
            "resp:k=1",
            reading(DESIGNER, "null"),
            next(SUBQUESTION),
            reading("", BORN),
            ENOUGH,
            "x");
    assertThat(play.chunksIn(4)).containsExactly("bridge", "voss");
    assertThat(play.lastRequest())
        .contains("Notes from an earlier reading of these texts:")
        .contains("- The designer is Mira Voss\n- " + SUBQUESTION + " Voss is from Tarn")
        .doesNotContain("(not answered)")
        .endsWith("\n\nQuestion: " + Towns.QUESTION);
  }

  @Test
  void onlyTheSentencesAroundAQuoteAreShown() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      text.append(i == 20 ? "Mira Voss was born in Tarn. " : "Line " + i + " is about fish. ");
    }
    InMemoryCorpus longText =
        InMemoryCorpus.of(new HashEmbedder(512), List.of(Document.of("voss", text.toString())));
    Play play =
        Play.of(
            OtherStrategies.all().named("resp"),
            longText,
            Towns.QUESTION,
            reading(finding("From Tarn", "voss", "was born in Tarn"), "null"),
            ENOUGH,
            "In Tarn [voss: \"born in Tarn\"]");
    assertThat(play.lastRequest())
        .contains("Line 19 is about fish.", "Mira Voss was born in Tarn.", "Line 21 is about fish.")
        .doesNotContain("Line 18 is", "Line 22 is");
    assertThat(play.answer().citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.SUPPORTED);
  }

  @Test
  void aQuoteThatTheTextsDoNotContainIsRemoved() {
    String invented = finding("The designer is Edda Kern", "bridge", "designed by Edda Kern");
    String moved = finding("Voss is from Tarn", "bridge", "born in Tarn in 1881");
    Play play =
        play(
            "resp:k=10",
            reading(invented, "null"),
            next(SUBQUESTION),
            reading("", moved),
            ENOUGH,
            Towns.ANSWER);
    assertThat(play.chunksIn(4)).containsExactly("voss");
    assertThat(play.lastRequest()).doesNotContain("Edda Kern");
    assertThat(play.request(1)).contains("Edda Kern");
  }

  @Test
  void withoutAnyQuoteTheTextsAreShown() {
    Play play = play("resp", NOTHING, ENOUGH, "NOT FOUND");
    assertThat(play.chunksIn(2)).isEqualTo(play.chunksIn(0)).hasSize(3);
    assertThat(play.warnings())
        .containsExactly(
            "resp: no note has a quote from the texts, so the texts were shown instead.");
  }

  @Test
  void thereAreAsManyRoundsAsTheOptionSays() {
    Play three =
        play(
            "resp:k=1", NOTHING, next("Keeper1?"), NOTHING, next("Keeper2?"), NOTHING, "NOT FOUND");
    assertThat(three.roles())
        .containsExactly("reader", "planner", "reader", "planner", "reader", "agent");
    assertThat(three.answer().outcome()).isEqualTo(Outcome.NOT_FOUND);
    Play one = play("resp:k=1,rounds=1", NOTHING, "NOT FOUND");
    assertThat(one.roles()).containsExactly("reader", "agent");
  }

  @Test
  void aRepeatedQuestionEndsTheSearch() {
    Play play = play("resp", NOTHING, next("where was the designer of the OLD bridge born"), "x");
    assertThat(play.roles()).containsExactly("reader", "planner", "agent");
  }

  @Test
  void enoughEndsTheSearchEvenWithAnotherQuestion() {
    String plan = "{\"enough\":true,\"next\":\"" + SUBQUESTION + "\"}";
    Play play = play("resp:k=1", reading(DESIGNER, "null"), plan, "NOT FOUND");
    assertThat(play.roles()).containsExactly("reader", "planner", "agent");
  }

  @Test
  void aSearchWithoutNewTextsIsTheLastOne() {
    Play play = play("resp:k=1", NOTHING, next("What is the Old Bridge?"), NOTHING, "NOT FOUND");
    assertThat(play.roles()).containsExactly("reader", "planner", "reader", "agent");
    assertThat(play.chunksIn(2)).hasSameElementsAs(play.chunksIn(0));
  }

  @Test
  void unreadableNotesAndPlansGiveWarnings() {
    Play play = play("resp", "no", "no again", "?", "still no", "NOT FOUND");
    assertThat(play.warnings())
        .contains(
            "resp: the notes of a search could not be read.",
            "resp: a plan could not be read, so the search ended.",
            "resp: no note has a quote from the texts, so the texts were shown instead.");
    assertThat(play.roles()).containsOnly("reader", "planner", "agent");
  }

  @Test
  void theBudgetEndsTheRounds() {
    Play play =
        Play.of(
            OtherStrategies.all().named("resp"),
            corpus,
            Towns.QUESTION,
            Play.script(reading("", BORN), Towns.ANSWER),
            agent -> agent.budget(Budget.builder().maxModelCalls(3).build()));
    assertThat(play.roles()).containsExactly("reader", "agent");
    assertThat(play.warnings()).contains("resp: the budget allowed 1 of 3 rounds.");
  }

  @Test
  void selfAskBeginsWithAPlanAndKeepsOnlyAnswers() {
    Play play =
        play(
            "resp:form=self-ask",
            next("Who designed the Old Bridge?"),
            reading(BORN, DESIGNER),
            next(SUBQUESTION),
            reading("", BORN),
            ENOUGH,
            Towns.ANSWER);
    assertThat(play.roles())
        .containsExactly("planner", "reader", "planner", "reader", "planner", "agent");
    assertThat(corpus.searches()).containsExactly("Who designed the Old Bridge?", SUBQUESTION);
    assertThat(play.request(2))
        .contains("Evidence:\n(none)", "- Who designed the Old Bridge? The designer is Mira Voss");
    assertThat(play.chunksIn(5)).containsExactly("bridge", "voss");
  }

  @Test
  void selfAskSearchesForTheQuestionIfThereIsNoSubQuestion() {
    Play play = play("resp:form=self-ask", ENOUGH, reading("", BORN), ENOUGH, Towns.ANSWER);
    assertThat(corpus.searches()).containsExactly(Towns.QUESTION);
    assertThat(play.roles()).containsExactly("planner", "reader", "planner", "agent");
  }

  @Test
  void theNameContainsTheOptions() {
    String name = "resp:form=self-ask,rounds=2,k=4,search=hybrid";
    assertThat(OtherStrategies.all().named(name).name()).isEqualTo(name);
    assertThat(OtherStrategies.all().named("resp:rounds=3,k=3").name()).isEqualTo("resp");
    assertThat(OtherStrategies.all().named("resp:form=self-ask,rounds=5").name())
        .isEqualTo("resp:form=self-ask");
  }

  @Test
  void aSubQuestionWithoutWordsEndsTheSearch() {
    Play play = play("resp", reading("", BORN), next("\\u200b"), Towns.ANSWER);
    assertThat(play.roles()).containsExactly("reader", "planner", "agent");
  }

  @Test
  void quotedPassagesThatDoNotFitAreLeftOut() {
    List<Document> documents =
        IntStream.range(0, 3)
            .mapToObj(i -> Document.of("d" + i, ("Fish" + i + " swim near the mill. ").repeat(110)))
            .toList();
    String[] replies = new String[6];
    for (int i = 0; i < 3; i++) {
      String quote = ("Fish" + i + " swim near the mill. ").repeat(110).strip();
      replies[2 * i] = reading(finding("Fish swim", "d" + i, quote), "null");
      replies[2 * i + 1] = i == 2 ? Towns.ANSWER : next("Where does Fish" + (i + 1) + " swim?");
    }
    Play play =
        Play.of(
            OtherStrategies.all().named("resp:k=1,search=keyword"),
            InMemoryCorpus.of(new HashEmbedder(64), documents),
            "Where does Fish0 swim?",
            Play.script(replies),
            agent -> agent.budget(Budget.builder().contextTokens(3_150).build()));
    assertThat(play.roles())
        .containsExactly("reader", "planner", "reader", "planner", "reader", "agent");
    assertThat(play.chunksIn(5)).containsExactly("d0", "d1");
    assertThat(play.warnings())
        .contains("1 of 3 quoted passages did not fit the request for the final answer.");
  }
}
