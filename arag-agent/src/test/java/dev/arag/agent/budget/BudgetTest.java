package dev.arag.agent.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class BudgetTest {
  @Test
  void hasTheDefaultsOfThePaperAndTheDesign() {
    Budget budget = Budget.defaults();
    assertThat(budget.maxTurns()).isEqualTo(15);
    assertThat(budget.maxModelCalls()).isEqualTo(60);
    assertThat(budget.maxToolCalls()).isEqualTo(50);
    assertThat(budget.contextTokens()).isEqualTo(128_000);
    assertThat(budget.reservedTokens()).isEqualTo(16_384);
    assertThat(budget.totalTokens()).isEmpty();
    assertThat(budget.timeout()).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void reservesAQuarterOfASmallWindowForTheReply() {
    assertThat(Budget.builder().contextTokens(8_192).build().reservedTokens()).isEqualTo(2_048);
  }

  @Test
  void usesADefaultContextWindowOnlyIfNoneWasSet() {
    Budget left = Budget.builder().maxTurns(3).build().withDefaultContextTokens(4_096);
    assertThat(left.contextTokens()).isEqualTo(4_096);
    assertThat(left.maxTurns()).isEqualTo(3);
    Budget set = Budget.builder().contextTokens(128_000).build();
    assertThat(set.withDefaultContextTokens(4_096).contextTokens()).isEqualTo(128_000);
  }

  @Test
  void returnsNoNegativeRemainingBudget() {
    Budget left =
        Budget.builder()
            .maxTurns(3)
            .totalTokens(100)
            .cost(1.5, Prices.perMillion(2, 1, 8))
            .maxToolCalls("chunk_read", 4)
            .build()
            .minus(
                new Budget.Spent(
                    2, 61, Map.of("chunk_read", 3, "x", 48), 1_000, 2.0, Duration.ofMinutes(6)));
    assertThat(left.maxTurns()).isEqualTo(1);
    assertThat(left.maxModelCalls()).isZero();
    assertThat(left.maxToolCalls()).isZero();
    assertThat(left.maxToolCalls("chunk_read")).isZero();
    assertThat(left.totalTokens()).hasValue(0);
    assertThat(left.cost()).hasValue(0);
    assertThat(left.timeout()).isZero();
  }

  @Test
  void dividesWhatCanBeUsedUpByCalls() {
    Budget part =
        Budget.builder()
            .maxTurns(3)
            .maxModelCalls(11)
            .maxToolCalls(8)
            .totalTokens(101)
            .cost(1.5, Prices.perMillion(2, 1, 8))
            .maxToolCalls("chunk_read", 3)
            .contextTokens(4_096)
            .build()
            .dividedBy(2);
    assertThat(part.maxModelCalls()).isEqualTo(5);
    assertThat(part.maxToolCalls()).isEqualTo(4);
    assertThat(part.maxToolCalls("chunk_read")).isEqualTo(1);
    assertThat(part.totalTokens()).hasValue(50);
    assertThat(part.cost()).hasValue(0.75);
    assertThat(part.prices()).isPresent();
    assertThat(part.maxTurns()).isEqualTo(3);
    assertThat(part.contextTokens()).isEqualTo(4_096);
    assertThat(part.timeout()).isEqualTo(Duration.ofMinutes(5));
    assertThat(Budget.defaults().dividedBy(100).maxModelCalls()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Budget.defaults().dividedBy(0))
        .withMessage("parts must be >= 1, was 0");
  }

  @Test
  void appliesSeparatePricesToCachedTokensAndRoles() {
    Prices prices = Prices.perMillion(2.0, 0.5, 8.0).role("checker", 1.0, 1.0, 1.0);
    assertThat(prices.of("agent", 1_000_000, 400_000, 500_000)).isEqualTo(1.2 + 0.2 + 4.0);
    assertThat(prices.of("checker", 1_000_000, 400_000, 500_000)).isEqualTo(1.5);
    assertThat(prices.of("agent", 10, 20, 0)).isGreaterThanOrEqualTo(0);
  }

  @Test
  void rejectsLimitsBelowTheMinimum() {
    assertRejects("maxTurns", builder -> builder.maxTurns(0));
    assertRejects("maxModelCalls", builder -> builder.maxModelCalls(0));
    assertRejects("maxToolCalls", builder -> builder.maxToolCalls(0));
    assertRejects("contextTokens", builder -> builder.contextTokens(2_047));
    assertRejects("totalTokens", builder -> builder.totalTokens(0));
    assertRejects("maxToolCalls of x", builder -> builder.maxToolCalls("x", 0));
    assertRejects("cost", builder -> builder.cost(0, Prices.perMillion(1, 1, 1)));
    assertRejects("cost", builder -> builder.cost(Double.NaN, Prices.perMillion(1, 1, 1)));
    assertRejects("price of output", builder -> builder.cost(1, Prices.perMillion(1, 1, -1)));
    assertRejects("timeout", builder -> builder.timeout(Duration.ZERO));
    assertRejects("timeout", builder -> builder.timeout(Duration.ofSeconds(-1)));
  }

  private static void assertRejects(String name, Consumer<Budget.Builder> setting) {
    assertThatThrownBy(() -> setting.accept(Budget.builder()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name);
  }
}
