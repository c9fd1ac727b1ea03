package dev.arag.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks what a Prometheus server reads. A Prometheus registry drops a meter whose name is used
 * with other tag keys, and logs only one warning. Other libraries use the names of OpenTelemetry's
 * conventions.
 */
@Timeout(60)
class PrometheusTest {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  private void ask() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
            .reply(
                request ->
                    ChatResponse.builder()
                        .aiMessage(AiMessage.from("In Tarn [k2: \"Born in Tarn\"]."))
                        .tokenUsage(new TokenUsage(120, 7))
                        .build());
    Agent.builder(InMemoryCorpus.of(Document.of("k2", "Born in Tarn.")), model)
        .observer(MicrometerRunObserver.of(registry))
        .build()
        .ask("Where?");
  }

  /**
   * Records what LangChain4j's listeners for Micrometer record: {@code
   * MicrometerMetricsChatModelListener} a call and its tokens, and with other tags {@code
   * ObservationChatModelListener} a call. The artifacts with these listeners are still betas.
   */
  private void recordLikeLangChain4j(MeterRegistry meters) {
    Tags call = Tags.of("gen_ai.operation.name", "chat", "gen_ai.provider.name", "openai");
    Tags models = call.and("gen_ai.request.model", "tiny", "gen_ai.response.model", "tiny-1");
    Timer.builder("gen_ai.client.operation.duration")
        .tags(models.and("outcome", "SUCCESS"))
        .register(meters)
        .record(Duration.ofMillis(5));
    DistributionSummary.builder("gen_ai.client.token.usage")
        .baseUnit("tokens")
        .tags(call.and("gen_ai.token.type", "input"))
        .register(meters)
        .record(3);
  }

  private Stream<String> metrics(String prefix) {
    return registry.scrape().lines().filter(line -> line.startsWith(prefix));
  }

  private void assertBothAreScraped() {
    assertThat(metrics("gen_ai_client_operation_duration_seconds_count")).hasSize(1);
    assertThat(metrics("gen_ai_client_token_usage_tokens_count")).hasSize(1);
    assertThat(metrics("arag_client_operation_duration_seconds_count"))
        .singleElement()
        .asString()
        .endsWith(" 2");
    assertThat(metrics("arag_client_token_usage_tokens_count")).hasSize(2);
    assertThat(metrics("arag_execute_tool_duration_seconds_count")).hasSize(1);
    assertThat(metrics("arag_invoke_agent_duration_seconds_count")).hasSize(1);
  }

  @Test
  void ourMetersRegisteredBeforeThoseOfLangChain4jAreScraped() {
    ask();
    recordLikeLangChain4j(registry);
    assertBothAreScraped();
  }

  @Test
  void ourMetersRegisteredAfterThoseOfLangChain4jAreScraped() {
    recordLikeLangChain4j(registry);
    ask();
    assertBothAreScraped();
  }
}
