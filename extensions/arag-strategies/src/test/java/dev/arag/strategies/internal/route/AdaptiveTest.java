package dev.arag.strategies.internal.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Strategies;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.spi.Strategy;
import dev.arag.strategies.OtherStrategies;
import dev.arag.strategies.fixture.Play;
import dev.arag.strategies.fixture.Towns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the choice of adaptive. */
class AdaptiveTest {
  private static Strategy replying(String text) {
    return (question, run) -> text + " " + question;
  }

  private static final Strategy STRATEGY =
      OtherStrategies.adaptive(replying("none"), replying("single"), replying("multi"));

  @ParameterizedTest
  @CsvSource({"NONE, none", "single, single", "I choose **MULTI** here., multi"})
  void theModelChooses(String reply, String chosen) {
    Play play = Play.of(STRATEGY, Towns.CORPUS, Towns.QUESTION, reply);
    assertThat(play.answer().text()).isEqualTo(chosen + " " + Towns.QUESTION);
    assertThat(play.roles()).containsExactly("router");
    assertThat(play.request(0)).endsWith("Question: " + Towns.QUESTION);
    assertThat(play.warnings()).noneMatch(warning -> warning.startsWith("adaptive"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"?", "I do not know."})
  void anUnreadableChoiceIsTheStrategyForSeveralSearches(String reply) {
    Play play = Play.of(STRATEGY, Towns.CORPUS, Towns.QUESTION, reply);
    assertThat(play.answer().text()).startsWith("multi");
    assertThat(play.warnings())
        .contains(
            "adaptive: the choice could not be read, so the strategy for several searches ran.");
  }

  @Test
  void withoutBudgetThereIsNoChoice() {
    Play play =
        Play.of(
            STRATEGY,
            Towns.CORPUS,
            Towns.QUESTION,
            Play.script(),
            agent -> agent.budget(Budget.builder().maxModelCalls(1).maxTurns(1).build()));
    assertThat(play.roles()).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void theDefaultsAreDirectNaiveRagAndArag() {
    assertThat(OtherStrategies.adaptive())
        .isEqualTo(
            OtherStrategies.adaptive(
                Strategies.direct(), Strategies.naiveRag(5), Strategies.arag()));
    assertThat(OtherStrategies.adaptive().name()).isEqualTo("adaptive");
    String name = "adaptive:none=naive-rag,single=hybrid-rag:k=7,multi=ircot";
    assertThat(OtherStrategies.all().named(name).name()).isEqualTo(name);
    assertThat(OtherStrategies.all().named(name)).isEqualTo(OtherStrategies.all().named(name));
  }
}
