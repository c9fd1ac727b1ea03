package dev.arag.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.agent.strategy.Strategy;
import dev.arag.paper.PaperStrategies;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrategiesTest {
  static List<String> names() {
    return Stream.of(Strategy.names(), PaperStrategies.names(), Strategies.names())
        .flatMap(List::stream)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("names")
  void aStrategyHasTheNameThatFindsIt(String name) {
    assertThat(Strategies.named(name).name()).isEqualTo(name);
  }

  @Test
  void optionsOfBuiltInStrategiesArePassedOn() {
    assertThat(Strategies.named("naive-rag:k=10").name()).isEqualTo("naive-rag:k=10");
  }

  @Test
  void anUnknownNameIsRejectedWithTheListOfNames() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Strategies.named("none"))
        .withMessageStartingWith("There is no strategy 'none'. The strategies are direct, ")
        .withMessageContaining(String.join(", ", names()))
        .withMessageNotContaining("\n");
  }

  @Test
  void anUnknownWrapperIsRejectedWithTheListOfWrappers() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Strategies.named("naive-rag+arag"))
        .withMessageStartingWith("There is no strategy 'naive-rag' that can stand before '+'.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "adaptive:multi=(graded+arag)",
        "adaptive:none=hybrid-rag,single=naive-rag:k=9,multi=(graded:fallback=web+naive-rag:k=3)",
        "retrying+adaptive:multi=(adaptive:none=hybrid-rag,multi=(rewrite+ircot:k=3,sentences=2))"
      })
  void aStrategyInParenthesesIsTheValueOfAnOption(String name) {
    assertThat(Strategies.named(name).name()).isEqualTo(name);
    assertThat(Strategies.named(name)).isEqualTo(Strategies.named(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"adaptive:multi=(arag", "adaptive:multi=arag)", "(arag", ")(", "a)+(arag"})
  void aParenthesisWithoutCounterpartIsRejected(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Strategies.named(name))
        .withMessage("The parentheses in '" + name + "' have no counterpart.");
  }
}
