package dev.arag.strategies.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.OtherStrategies;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The rules that do not depend on the corpus, and those that do with a corpus in memory. */
class ConformanceTest extends StrategyContract {
  private static final int PARALLEL_CALLS = 4;

  private static final Corpus CORPUS = InMemoryCorpus.of(new HashEmbedder(256), Texts.ALL);

  @Override
  protected Corpus corpus() {
    return CORPUS;
  }

  @Override
  protected Corpus emptyCorpus() {
    return InMemoryCorpus.of(new HashEmbedder(256), List.of());
  }

  @Test
  void everyNameIsTested() {
    Set<String> tested =
        CASTS.stream().map(cast -> cast.name().split("[+:]")[0]).collect(Collectors.toSet());
    assertThat(tested).containsAll(OtherStrategies.all().names());
    assertThat(tested).containsAll(OtherStrategies.all().wrappers());
  }

  @ParameterizedTest
  @FieldSource("CASTS")
  void usesTheRolesOfItsCast(Cast cast) {
    assertThat(rolesOf(cast)).containsAll(cast.roles().keySet());
  }

  /** Rule a. */
  @ParameterizedTest
  @FieldSource("CASTS")
  void answersWithABudgetOfOneCall(Cast cast) {
    Agent agent =
        agent(cast, corpus()).budget(Budget.builder().maxTurns(1).maxModelCalls(1).build()).build();
    requests.clear();
    Answer answer = agent.ask(Texts.QUESTION);
    assertThat(answer.text()).isNotBlank();
    assertThat(requests).hasSizeBetween(1, 2);
    assertThat(answer.citations()).allMatch(each -> each.verdict() == Verdict.SUPPORTED);
  }

  @Test
  void aTextThatWasNotShownIsFound() {
    Strategy pasting =
        (question, run) -> {
          String text = run.corpus().read(ChunkId.of("voss")).orElseThrow().text();
          return run.complete("[voss] " + text + "\n" + question);
        };
    Answer answer = agent(CASTS.get(0), corpus()).strategy(pasting).build().ask(Texts.QUESTION);
    assertThat(unrecorded(answer.trajectory())).hasSize(2);
  }

  /** Rule f. */
  @ParameterizedTest
  @FieldSource("CASTS")
  void endsWithAWarningAfterUnreadableReplies(Cast cast) {
    Set<String> roles = rolesOf(cast);
    for (String role : roles) {
      assertThat(endingAfter("#?!", role, cast, roles)).as(role).isNotEmpty();
    }
    int number = Math.max(0, CASTS.indexOf(cast));
    boolean isProse = number % 2 == 0;
    String reply = isProse ? "I would rather talk about the weather." : "";
    endingAfter(reply, List.copyOf(roles).get(number % roles.size()), cast, roles);
  }

  /** Returns the warnings of the answer; the message if there is no answer. */
  private List<String> endingAfter(String reply, String role, Cast cast, Set<String> roles) {
    requests.clear();
    try {
      List<String> warnings =
          agent(cast.role(role, reply), corpus(), roles).build().ask(Texts.QUESTION).warnings();
      assertThat(requests).hasSizeLessThanOrEqualTo(Budget.defaults().maxModelCalls() + 1);
      return warnings;
    } catch (NoAnswerException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  /** Rule g. The run is cancelled in its first call, in one in the middle, and in its last. */
  @ParameterizedTest
  @FieldSource("CASTS")
  void endsAtOnceWhenItIsCancelled(Cast cast) throws InterruptedException {
    cancel(cast, 2);
  }

  @Tag("full")
  @ParameterizedTest
  @FieldSource("CASTS")
  void endsAtOnceWhenItIsCancelledInAnyCall(Cast cast) throws InterruptedException {
    cancel(cast, Integer.MAX_VALUE);
  }

  private void cancel(Cast cast, int parts) throws InterruptedException {
    Set<String> roles = rolesOf(cast);
    requests.clear();
    agent(cast, corpus(), roles).build().ask(Texts.QUESTION);
    int calls = requests.size();
    int steps = Math.max(1, Math.min(parts, calls - 1));
    for (int i = 0; i <= steps; i++) {
      assertEndsAfterCancelInCall(1 + i * (calls - 1) / steps, cast, roles);
    }
  }

  private void assertEndsAfterCancelInCall(int last, Cast cast, Set<String> roles)
      throws InterruptedException {
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch reached = new CountDownLatch(1);
    Run run =
        cast.agent(
                corpus(),
                roles,
                (role, request) -> {
                  if (calls.incrementAndGet() >= last) {
                    reached.countDown();
                    sleepUntilInterrupted();
                  }
                })
            .build()
            .start(Texts.QUESTION);
    assertThat(reached.await(20, TimeUnit.SECONDS)).isTrue();
    long start = System.nanoTime();
    run.cancel();
    NoAnswerException end = catchThrowableOfType(NoAnswerException.class, run::answer);
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    assertThat(end.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(elapsed).isLessThan(Duration.ofSeconds(5));
    assertThat(calls.get()).isLessThan(last + PARALLEL_CALLS);
  }

  private static void sleepUntilInterrupted() {
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @FieldSource("CASTS")
  void aNameFindsAnEqualStrategy(Cast cast) {
    Strategy strategy = cast.strategy();
    assertThat(cast.names().named(strategy.name())).isEqualTo(strategy);
  }
}
