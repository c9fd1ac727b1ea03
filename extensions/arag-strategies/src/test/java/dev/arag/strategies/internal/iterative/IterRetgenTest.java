package dev.arag.strategies.internal.iterative;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.Hit;
import dev.arag.strategies.OtherStrategies;
import dev.arag.strategies.fixture.Play;
import dev.arag.strategies.fixture.RecordingCorpus;
import dev.arag.strategies.fixture.Towns;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the rounds of iter-retgen. */
class IterRetgenTest {
  private static final String FIRST =
      "NOT FOUND\nThe designer Mira Voss [bridge] liked cats; she was born in 1881 in some place.\n\n"
          + "Evidence:\n[bridge] \"designed by Mira Voss\"";
  private static final String SECOND_QUERY =
      Towns.QUESTION + " The designer Mira Voss  liked cats; she was born in 1881 in some place.";

  private final RecordingCorpus corpus = RecordingCorpus.of(Towns.CORPUS);

  private Play play(String strategy, String... replies) {
    return Play.of(OtherStrategies.all().named(strategy), corpus, Towns.QUESTION, replies);
  }

  @Test
  void theSecondSearchHasTheQuestionAndTheFirstAnswer() {
    Play play = play("iter-retgen:k=1", FIRST, Towns.ANSWER);
    assertThat(corpus.searches()).containsExactly(Towns.QUESTION, SECOND_QUERY);
    assertThat(play.roles()).containsExactly("agent", "agent");
    assertThat(play.answer().shortAnswer()).isEqualTo("In Tarn");
    assertThat(play.answer().citations())
        .extracting(Citation::verdict)
        .containsExactly(Verdict.SUPPORTED);
    assertThat(play.warnings()).isEmpty();
  }

  @Test
  void eachRoundShowsOnlyItsOwnTexts() {
    Play play = play("iter-retgen:k=1", FIRST, Towns.ANSWER);
    for (int round = 0; round < 2; round++) {
      assertThat(play.chunksIn(round))
          .isEqualTo(
              Towns.CORPUS.semanticSearch(corpus.searches().get(round), 1).stream()
                  .map(Hit::chunkId)
                  .map(Object::toString)
                  .toList());
      assertThat(play.request(round)).endsWith("\n\nQuestion: " + Towns.QUESTION);
    }
    assertThat(play.chunksIn(1)).isNotEqualTo(play.chunksIn(0));
    assertThat(play.request(1)).doesNotContain("some place");
  }

  @Test
  void thereAreAsManyRoundsAsTheOptionSays() {
    Play play =
        play(
            "iter-retgen:rounds=3,k=1",
            FIRST,
            "Keeper17 lives there.",
            "The mill of Tarn was built by Anders Holm [mill: \"built by Anders Holm\"].");
    assertThat(play.roles()).hasSize(3);
    assertThat(corpus.searches()).hasSize(3);
    assertThat(corpus.searches().get(2)).isEqualTo(Towns.QUESTION + " Keeper17 lives there.");
    assertThat(play("iter-retgen:rounds=1,k=1", FIRST).roles()).hasSize(1);
  }

  @Test
  void endsIfASearchFindsTheSameTexts() {
    Play play = play("iter-retgen:k=1,rounds=5", "Old Bridge [bridge: \"Old Bridge\"]", "unused");
    assertThat(corpus.searches()).hasSize(2);
    assertThat(play.roles()).hasSize(1);
    assertThat(play.answer().shortAnswer()).isEqualTo("Old Bridge");
  }

  @Test
  void endsWithTheLastAnswerIfTheBudgetEnds() {
    Play play =
        Play.of(
            OtherStrategies.all().named("iter-retgen:k=1,rounds=3"),
            corpus,
            Towns.QUESTION,
            Play.script(FIRST, Towns.ANSWER, "unused"),
            agent -> agent.budget(Budget.builder().maxTurns(2).build()));
    assertThat(play.roles()).hasSize(2);
    assertThat(play.answer().stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(play.warnings()).containsExactly("iter-retgen: the budget allowed 2 of 3 rounds.");
  }

  @Test
  void theSearchIsAnOption() {
    play("iter-retgen:rounds=1,search=keyword", "NOT FOUND");
    play("iter-retgen:rounds=1,search=hybrid", "NOT FOUND");
    assertThat(corpus.searches())
        .isEqualTo(
            List.of(
                "[designer, Old, Bridge, born]", Towns.QUESTION, "[designer, Old, Bridge, born]"));
  }

  @Test
  void wordsOfAnyScriptStayInTheQuery() {
    Play unused = play("iter-retgen:k=1", "NOT FOUND: мост", Towns.ANSWER);
    assertThat(corpus.searches()).last().isEqualTo(Towns.QUESTION + " мост");
  }
}
