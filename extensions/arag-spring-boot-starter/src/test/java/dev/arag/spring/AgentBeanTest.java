package dev.arag.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The agent asks the model of the application with the properties of the application. */
class AgentBeanTest {
  @TempDir Path folder;

  @BeforeEach
  void writeDocuments() {
    Starter.write(folder.resolve("docs"), "a.md", "The head of finance approves invoices.\n");
  }

  private ApplicationContextRunner starter() {
    return Starter.with(folder.resolve("index"))
        .withPropertyValues("arag.sources[0].path=" + folder.resolve("docs"));
  }

  private static Answer ask(org.springframework.context.ApplicationContext context) {
    Starter.await(() -> context.getBean(Index.class).documentIds().size() == 1);
    return context.getBean(Agent.class).ask(Starter.QUESTION);
  }

  @Test
  void answersWithCheckedCitations() {
    starter()
        .withBean(ChatModel.class, ExtractiveChatModel::new)
        .run(
            context -> {
              Answer answer = ask(context);
              assertThat(answer.text()).contains("head of finance");
              assertThat(answer.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
            });
  }

  @Test
  void usesTheStrategyOfTheProperty() {
    ScriptedChatModel model = ScriptedChatModel.script().answer("No documents are needed.");
    starter()
        .withBean(ChatModel.class, () -> model)
        .withPropertyValues("arag.strategy=direct")
        .run(context -> assertThat(ask(context).view().strategy()).isEqualTo("direct"));
  }

  @Test
  void usesTheStrategyBean() {
    Strategy own = (question, run) -> "It is " + run.complete(question);
    starter()
        .withBean(ChatModel.class, () -> ScriptedChatModel.script().answer("forty-two."))
        .withBean(Strategy.class, () -> own)
        .run(context -> assertThat(ask(context).text()).isEqualTo("It is forty-two."));
  }

  @Test
  void appliesLimitsInstructionsAndCustomizers() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", "{\"keywords\": [\"invoices\"]}")
            .answer("The head of finance.");
    List<RunEvent> events = new CopyOnWriteArrayList<>();
    starter()
        .withBean(ChatModel.class, () -> model)
        .withBean(AgentCustomizer.class, () -> agent -> agent.listener(events::add))
        .withPropertyValues("arag.agent.max-turns=1", "arag.agent.instructions=Answer in German.")
        .run(
            context -> {
              Answer answer = ask(context);
              assertThat(answer.stopReason().name()).isEqualTo("TURN_LIMIT");
              assertThat(model.requests().get(0).messages().get(0).toString())
                  .contains("Answer in German.");
              assertThat(events).isNotEmpty();
            });
  }

  @Test
  void prefersTheStreamingModel() {
    StreamingChatModel streaming =
        new StreamingChatModel() {
          @Override
          public void doChat(
              dev.langchain4j.model.chat.request.ChatRequest request,
              StreamingChatResponseHandler handler) {
            handler.onPartialResponse("Streamed ");
            handler.onPartialResponse("text.");
            handler.onCompleteResponse(
                dev.langchain4j.model.chat.response.ChatResponse.builder()
                    .aiMessage(dev.langchain4j.data.message.AiMessage.from("Streamed text."))
                    .build());
          }
        };
    starter()
        .withBean(ChatModel.class, ExtractiveChatModel::new)
        .withBean(StreamingChatModel.class, () -> streaming)
        .withPropertyValues("arag.strategy=direct")
        .run(
            context -> {
              Run run = context.getBean(Agent.class).start(Starter.QUESTION);
              StringBuilder text = new StringBuilder();
              run.forEach(
                  event -> {
                    if (event instanceof RunEvent.TextDelta delta) {
                      text.append(delta.text());
                    }
                  });
              assertThat(text).hasToString("Streamed text.");
            });
  }

  /** A test of an application replaces its LLM in this way. */
  @Test
  void prefersAModelBeanToTheProperties() {
    ScriptedChatModel model = ScriptedChatModel.script().answer("Scripted.");
    starter()
        .withBean(ChatModel.class, () -> model)
        .withPropertyValues(
            "arag.openai.base-url=http://127.0.0.1:1/v1",
            "arag.openai.model=small",
            "arag.strategy=direct")
        .run(context -> assertThat(ask(context).text()).isEqualTo("Scripted."));
    assertThat(model.requests()).hasSize(1);
  }

  @Test
  void asksTheEndpointOfTheProperties() throws IOException {
    List<String> keys = new CopyOnWriteArrayList<>();
    List<String> bodies = new CopyOnWriteArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/chat/completions",
        exchange -> {
          keys.add(exchange.getRequestHeaders().getFirst("Authorization"));
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          byte[] reply =
              ("{\"id\":\"1\",\"object\":\"chat.completion\",\"model\":\"m\",\"choices\":[{\"index\":0,"
                      + "\"message\":{\"role\":\"assistant\",\"content\":\"It works.\"},"
                      + "\"finish_reason\":\"stop\"}]}")
                  .getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, reply.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(reply);
          }
        });
    server.start();
    try {
      starter()
          .withPropertyValues(
              "arag.openai.base-url=http://127.0.0.1:" + server.getAddress().getPort() + "/v1",
              "arag.openai.model=small",
              "arag.openai.api-key=sk-0123456789abcdef",
              "arag.openai.temperature=0",
              "arag.openai.streaming=false",
              "arag.strategy=direct")
          .run(context -> assertThat(ask(context).text()).isEqualTo("It works."));
    } finally {
      server.stop(0);
    }
    assertThat(keys).containsExactly("Bearer sk-0123456789abcdef");
    assertThat(bodies.get(0)).contains("\"model\":\"small\"").contains("\"temperature\":0.0");
  }

  @Test
  void recordsMetrics() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    starter()
        .withBean(ChatModel.class, ExtractiveChatModel::new)
        .withBean(MeterRegistry.class, () -> registry)
        .run(
            context -> {
              Answer answer = ask(context);
              assertThat(answer.warnings()).isEmpty();
              assertThat(registry.get("arag.invoke_agent.duration").timer().count()).isOne();
              assertThat(registry.getMeters())
                  .anyMatch(
                      each -> each.getId().getName().equals("arag.client.operation.duration"));
            });
  }

  @Test
  void tracesHaveContentOnRequestOnly() {
    for (boolean content : new boolean[] {false, true}) {
      InMemorySpanExporter spans = InMemorySpanExporter.create();
      OpenTelemetrySdk sdk =
          OpenTelemetrySdk.builder()
              .setTracerProvider(
                  SdkTracerProvider.builder()
                      .addSpanProcessor(SimpleSpanProcessor.create(spans))
                      .build())
              .build();
      starter()
          .withBean(ChatModel.class, ExtractiveChatModel::new)
          .withBean(OpenTelemetry.class, () -> sdk)
          .withPropertyValues(
              "spring.application.name=handbook", "arag.observability.content=" + content)
          .run(
              context -> {
                assertThat(ask(context).warnings()).isEmpty();
                String all = spans.getFinishedSpanItems().toString();
                assertThat(all).contains("invoke_agent handbook");
                assertThat(all.contains("approves invoices")).isEqualTo(content);
              });
    }
  }
}
