package dev.arag.strategies.internal.iterative;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.strategies.OtherStrategies;
import dev.arag.strategies.fixture.Play;
import dev.arag.strategies.fixture.RecordingCorpus;
import dev.arag.strategies.fixture.Towns;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the steps of ircot. */
class IrcotTest {
  private static final String FIRST_SEARCH = "[designer, Old, Bridge, born]";

  private final RecordingCorpus corpus = RecordingCorpus.of(Towns.CORPUS);

  private Play play(String strategy, String... replies) {
    return Play.of(OtherStrategies.all().named(strategy), corpus, Towns.QUESTION, replies);
  }

  @Test
  void eachSentenceIsAQueryThatAddsTexts() {
    Play play =
        play(
            "ircot:k=2",
            "The Old Bridge was designed by Mr. Holm of the U.S. Army, builder of the mill. More.",
            "- Tarn is a town in the north.",
            "FINAL: Tarn",
            Towns.ANSWER);
    assertThat(play.roles()).containsExactly("reasoner", "reasoner", "reasoner", "agent");
    assertThat(corpus.searches())
        .containsExactly(
            FIRST_SEARCH,
            "[Old, Bridge, designed, Mr, Holm, U.S, Army, builder, mill]",
            "[Tarn, town, north]");
    assertThat(play.chunksIn(0)).hasSize(2);
    assertThat(play.request(0)).contains("Steps so far:\n(none)");
    assertThat(play.request(1)).contains("Steps so far:\nThe Old Bridge was designed by Mr. Holm");
    assertThat(play.request(1)).doesNotContain("More.");
    assertThat(play.chunksIn(2)).containsAll(play.chunksIn(1)).containsAll(play.chunksIn(0));
    assertThat(play.chunksIn(3)).isEqualTo(play.chunksIn(2)).contains("voss");
    assertThat(play.lastRequest()).doesNotContain("Steps so far", "U.S. Army");
    assertThat(play.answer().citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.SUPPORTED);
    assertThat(play.warnings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Thus the mill of Tarn is old.",
        "So it is the mill.",
        "therefore the mill.",
        "Hence the mill.",
        "The mill is 1904 - 1881 years younger."
      })
  void aConclusionIsNotSearchedFor(String sentence) {
    Play play = play("ircot", sentence, "FINAL: x", Towns.ANSWER);
    assertThat(corpus.searches()).containsExactly(FIRST_SEARCH);
    assertThat(play.request(1)).contains("Steps so far:\n" + sentence);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FINAL: In Tarn.",
        "**FINAL**: In Tarn.",
        "So the answer is Tarn.",
        "Zebras eat grass." // finds nothing
      })
  void theLastStepIsFollowedByTheAnswer(String step) {
    Play play = play("ircot", step, Towns.ANSWER);
    assertThat(play.roles()).containsExactly("reasoner", "agent");
    assertThat(play.warnings()).isEmpty();
  }

  @Test
  void aRepeatedSentenceEndsTheReasoning() {
    Play play =
        play("ircot", "Mira Voss was born in Tarn.", "MIRA VOSS was born in Tarn!", Towns.ANSWER);
    assertThat(play.roles()).containsExactly("reasoner", "reasoner", "agent");
    assertThat(corpus.searches()).hasSize(2);
  }

  @Test
  void thereAreAtMostTenSentences() {
    List<String> replies =
        new ArrayList<>(IntStream.range(0, 10).mapToObj(i -> "So point " + i + ".").toList());
    replies.add(Towns.ANSWER);
    Play play = play("ircot", replies.toArray(String[]::new));
    assertThat(play.roles()).hasSize(11).endsWith("agent");
    Play three = play("ircot:sentences=3", "So a.", "So b.", "So c.", Towns.ANSWER);
    assertThat(three.roles()).containsExactly("reasoner", "reasoner", "reasoner", "agent");
  }

  @Test
  void thereAreAtMostFifteenTexts() {
    String[] replies =
        IntStream.range(0, 9)
            .mapToObj(i -> i < 8 ? "The keeper of Village" + i * 5 + " and its inn." : Towns.ANSWER)
            .toArray(String[]::new);
    ScriptedChatModel script = Play.script(replies);
    Play play =
        Play.of(
            OtherStrategies.all().named("ircot:k=15"),
            corpus,
            Towns.QUESTION,
            script,
            agent -> agent);
    int last = play.roles().size() - 1;
    assertThat(play.roles().get(last)).isEqualTo("agent");
    assertThat(play.chunksIn(last)).hasSize(15);
    assertThat(last).isLessThan(8);
  }

  @Test
  void anUnreadableStepEndsTheReasoningWithAWarning() {
    Play play = play("ircot", "...", Towns.ANSWER);
    assertThat(play.roles()).containsExactly("reasoner", "agent");
    assertThat(play.warnings())
        .containsExactly(
            "ircot: the reply for reasoning step 1 has no sentence, so the chain of thought ended.");
  }

  @Test
  void theBudgetEndsTheReasoning() {
    Play play =
        Play.of(
            OtherStrategies.all().named("ircot"),
            corpus,
            Towns.QUESTION,
            Play.script("So one.", "So two.", Towns.ANSWER),
            agent -> agent.budget(Budget.builder().maxModelCalls(3).build()));
    assertThat(play.roles()).containsExactly("reasoner", "reasoner", "agent");
    assertThat(play.answer().stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(play.warnings())
        .containsExactly("ircot: the budget allowed only 2 of 10 reasoning steps.");
  }
}
