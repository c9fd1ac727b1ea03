package dev.arag.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.agent.Strategies;
import dev.arag.paper.PaperStrategies;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OtherStrategiesTest {
  static List<String> names() {
    return OtherStrategies.all().names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void aStrategyHasTheNameThatFindsIt(String name) {
    assertThat(OtherStrategies.all().named(name).name()).isEqualTo(name);
  }

  @Test
  void theNamesBeginWithThoseOfTheOtherModules() {
    assertThat(names())
        .containsSubsequence(PaperStrategies.addTo(Strategies.builtIn()).names())
        .hasSize(17)
        .doesNotHaveDuplicates();
  }

  @Test
  void optionsOfBuiltInStrategiesArePassedOn() {
    assertThat(OtherStrategies.all().named("naive-rag:k=10").name()).isEqualTo("naive-rag:k=10");
  }

  @Test
  void anUnknownNameIsRejectedWithTheNearestNames() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OtherStrategies.all().named("naive-rig:k=5"))
        .withMessage(
            "There is no strategy 'naive-rig:k=5'. Did you mean naive-rag? For all names, see"
                + " Strategies.names.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OtherStrategies.all().named("no-such"))
        .withMessage("There is no strategy 'no-such'. For all names, see Strategies.names.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OtherStrategies.all().named("naive-rag:k=0"))
        .withMessageStartingWith(
            "There is no strategy 'naive-rag:k=0'. naive-rag has no such option; naive-rag and");
  }

  @Test
  void anUnknownWrapperIsRejectedWithTheListOfWrappers() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OtherStrategies.all().named("naive-rag+arag"))
        .withMessageStartingWith("There is no wrapper 'naive-rag' to put before '+'.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "adaptive:multi=(graded+arag)",
        "adaptive:none=hybrid-rag,single=naive-rag:k=9,multi=(graded:fallback=web+naive-rag:k=3)",
        "retrying+adaptive:multi=(adaptive:none=hybrid-rag,multi=(rewrite+ircot:k=3,sentences=2))"
      })
  void aStrategyInParenthesesIsTheValueOfAnOption(String name) {
    assertThat(OtherStrategies.all().named(name).name()).isEqualTo(name);
    assertThat(OtherStrategies.all().named(name)).isEqualTo(OtherStrategies.all().named(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"adaptive:multi=(arag", "adaptive:multi=arag)", "(arag", ")(", "a)+(arag"})
  void aParenthesisWithoutCounterpartIsRejected(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OtherStrategies.all().named(name))
        .withMessage("The opening and closing parentheses in '" + name + "' do not match.");
  }
}
