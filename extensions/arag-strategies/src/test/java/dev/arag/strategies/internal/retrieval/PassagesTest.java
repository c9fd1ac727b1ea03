package dev.arag.strategies.internal.retrieval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.budget.Budget;
import dev.arag.strategies.OtherStrategies;
import dev.arag.strategies.fixture.Play;
import dev.arag.strategies.fixture.Towns;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PassagesTest {
  @Test
  void numberedPassagesThatDoNotFitAreLeftOut() {
    String grades =
        IntStream.rangeClosed(1, 44)
            .mapToObj(i -> i + ": " + (i == 1 ? 10 : 0))
            .collect(Collectors.joining("\n"));
    Play play =
        Play.of(
            OtherStrategies.all().named("graded+naive-rag:k=100"),
            Towns.CORPUS,
            Towns.QUESTION,
            Play.script(grades, "The Old Bridge.", "SUPPORTED"),
            agent ->
                agent.budget(Budget.builder().contextTokens(Budget.MIN_CONTEXT_TOKENS).build()));
    assertThat(play.roles()).containsExactly("grader", "agent", "checker");
    assertThat(play.request(0)).contains("Passage 5\n").doesNotContain("Passage 44\n");
  }
}
