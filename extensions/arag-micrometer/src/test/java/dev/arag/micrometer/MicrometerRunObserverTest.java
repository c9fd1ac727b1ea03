package dev.arag.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks the metrics that complete runs record in a Micrometer registry. */
@Timeout(60)
class MicrometerRunObserverTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k2", "Mira Voss was born in Tarn in 1881."));
  private static final String QUESTION = "Where was Mira Voss born?";

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private Agent agent(ChatModel model) {
    return Agent.builder(CORPUS, model).observer(MicrometerRunObserver.of(registry)).build();
  }

  private static ScriptedChatModel oneHop() {
    return ScriptedChatModel.script()
        .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
        .reply(
            request ->
                ChatResponse.builder()
                    .aiMessage(AiMessage.from("In Tarn [k2: \"born in Tarn\"]."))
                    .tokenUsage(new TokenUsage(120, 7))
                    .modelName("tiny-1-0815")
                    .build());
  }

  private long count(String meter, String... tags) {
    return registry.get(meter).tags(tags).timers().stream().mapToLong(Timer::count).sum();
  }

  @Test
  void recordsARun() {
    agent(oneHop()).ask(QUESTION);
    assertThat(count("arag.client.operation.duration", "error.type", "none")).isEqualTo(2);
    assertThat(count("arag.execute_tool.duration", "gen_ai.tool.name", "chunk_read")).isEqualTo(1);
    assertThat(count("arag.invoke_agent.duration", "arag.stop_reason", "answered")).isEqualTo(1);
    assertThat(count("arag.invoke_agent.duration", "arag.outcome", "answered")).isEqualTo(1);
    assertThat(
            registry
                .get("arag.client.token.usage")
                .tags("gen_ai.token.type", "input", "gen_ai.response.model", "tiny-1-0815")
                .summary()
                .totalAmount())
        .isEqualTo(120);
    assertThat(registry.getMetersAsString()).doesNotContain("Mira", "Tarn");
  }

  @Test
  void textShownByTheStrategyIsNoToolCall() {
    ScriptedChatModel model = ScriptedChatModel.script().answer("In Tarn [k2].");
    Answer answer = agent(model).toBuilder().strategy(Strategies.allIn()).build().ask(QUESTION);
    assertThat(answer.usage().retrievedTokens()).isPositive();
    assertThat(registry.find("arag.execute_tool.duration").timers()).isEmpty();
    assertThat(count("arag.client.operation.duration", "error.type", "none")).isEqualTo(1);
    assertThat(count("arag.invoke_agent.duration", "arag.stop_reason", "answered")).isEqualTo(1);
  }

  @Test
  void recordsEachOfSeveralCallsAtTheSameTime() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .answer("a")
            .fail(new RateLimitException("slow"))
            .answer("b")
            .fail(new AuthenticationException("no"))
            .answer("c");
    Strategy strategy =
        (question, run) -> {
          run.as("reader").completeAll(List.of("p1", "p2", "p3", "p4"));
          return "Done.";
        };
    agent(model).toBuilder().strategy(strategy).build().ask(QUESTION);
    assertThat(count("arag.client.operation.duration", "error.type", "none")).isEqualTo(3);
    assertThat(count("arag.client.operation.duration", "error.type", "rate_limit")).isEqualTo(1);
    assertThat(count("arag.client.operation.duration", "error.type", "authentication"))
        .isEqualTo(1);
  }

  @Test
  void recordsFailuresByType() {
    ScriptedChatModel passing = ScriptedChatModel.script().fail(new RateLimitException("slow"));
    passing.call("Mira", Map.of()).answer("x").answer("In Tarn.");
    agent(passing).ask(QUESTION);
    assertThat(count("arag.client.operation.duration", "error.type", "rate_limit")).isEqualTo(1);
    assertThat(count("arag.execute_tool.duration", "gen_ai.tool.name", "unknown")).isEqualTo(1);
    ChatModel refusing = ScriptedChatModel.script().fail(new AuthenticationException("no"));
    catchThrowableOfType(NoAnswerException.class, () -> agent(refusing).ask(QUESTION));
    assertThat(count("arag.client.operation.duration", "error.type", "authentication"))
        .isEqualTo(1);
    assertThat(count("arag.invoke_agent.duration", "error.type", "model_failed")).isEqualTo(1);
  }

  @Test
  void recordsFiftyConcurrentRuns() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(50);
    CountDownLatch begin = new CountDownLatch(1);
    List<Future<Answer>> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(
          pool.submit(
              () -> {
                begin.await();
                return agent(oneHop()).ask(QUESTION);
              }));
    }
    begin.countDown();
    for (Future<Answer> each : all) {
      assertThat(each.get(50, TimeUnit.SECONDS).warnings()).isEmpty();
    }
    pool.shutdown();
    assertThat(count("arag.client.operation.duration")).isEqualTo(100);
    assertThat(count("arag.execute_tool.duration")).isEqualTo(50);
    assertThat(count("arag.invoke_agent.duration")).isEqualTo(50);
    assertThat(registry.get("arag.client.token.usage").summaries())
        .allSatisfy(each -> assertThat(each.count()).isEqualTo(50));
  }

  @Test
  void completesARunIfTheRegistryFails() {
    SimpleMeterRegistry broken =
        new SimpleMeterRegistry() {
          @Override
          protected Timer newTimer(
              Meter.Id id, DistributionStatisticConfig configuration, PauseDetector detector) {
            throw new IllegalStateException("registry is full");
          }
        };
    Answer answer =
        Agent.builder(CORPUS, oneHop())
            .observer(MicrometerRunObserver.of(broken))
            .build()
            .ask(QUESTION);
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(answer.warnings()).singleElement().asString().contains("registry is full");
  }
}
