package dev.arag.agent.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class BudgetTest {
  @Test
  void defaultsAreThoseOfThePaperAndTheDesign() {
    Budget budget = Budget.defaults();
    assertThat(budget.maxTurns()).isEqualTo(15);
    assertThat(budget.maxToolCalls()).isEqualTo(50);
    assertThat(budget.contextTokens()).isEqualTo(128_000);
    assertThat(budget.reservedTokens()).isEqualTo(16_384);
    assertThat(budget.totalTokens()).isEmpty();
    assertThat(budget.timeout()).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void aSmallWindowReservesAQuarterForTheReply() {
    assertThat(Budget.builder().contextTokens(8_192).build().reservedTokens()).isEqualTo(2_048);
  }

  @Test
  void whatIsLeftNeverFallsBelowZero() {
    Budget left =
        Budget.builder()
            .maxTurns(3)
            .totalTokens(100)
            .build()
            .minus(2, 51, 1_000, Duration.ofMinutes(6));
    assertThat(left.maxTurns()).isEqualTo(1);
    assertThat(left.maxToolCalls()).isZero();
    assertThat(left.totalTokens()).hasValue(0);
    assertThat(left.timeout()).isZero();
  }

  @Test
  void refusesLimitsThatAllowNothing() {
    refuses("maxTurns", builder -> builder.maxTurns(0));
    refuses("maxToolCalls", builder -> builder.maxToolCalls(0));
    refuses("contextTokens", builder -> builder.contextTokens(2_047));
    refuses("totalTokens", builder -> builder.totalTokens(0));
    refuses("timeout", builder -> builder.timeout(Duration.ZERO));
    refuses("timeout", builder -> builder.timeout(Duration.ofSeconds(-1)));
  }

  private static void refuses(String name, Consumer<Budget.Builder> setting) {
    assertThatThrownBy(() -> setting.accept(Budget.builder()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name);
  }
}
