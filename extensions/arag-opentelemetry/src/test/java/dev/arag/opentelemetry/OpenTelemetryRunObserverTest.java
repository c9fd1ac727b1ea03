package dev.arag.opentelemetry;

import static dev.arag.opentelemetry.InMemoryTelemetry.attribute;
import static dev.arag.opentelemetry.InMemoryTelemetry.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolArguments;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks the spans and metrics that complete runs report to the OpenTelemetry SDK. */
@Timeout(60)
@SuppressWarnings("try") // The scope variables are only needed to close the scopes.
class OpenTelemetryRunObserverTest {
  private static final String CANARY = "Mira Voss";

  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  private static final String QUESTION = "Where was Mira Voss, the designer, born?";
  private final InMemoryTelemetry telemetry = new InMemoryTelemetry();

  @AfterEach
  void close() {
    telemetry.close();
  }

  private Agent.Builder agent(ChatModel model) {
    return Agent.builder(CORPUS, model).observer(OpenTelemetryRunObserver.of(telemetry.sdk));
  }

  private static ScriptedChatModel twoHops() {
    return ScriptedChatModel.script()
        .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
        .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
        .answer("In Tarn [k2: \"born in Tarn\"].");
  }

  private static ChatResponse response(String text) {
    return ChatResponse.builder()
        .aiMessage(AiMessage.from(text))
        .tokenUsage(new TokenUsage(120, 7))
        .build();
  }

  private static void assertWithin(SpanData child, SpanData parent) {
    assertThat(child.getTraceId()).isEqualTo(parent.getTraceId());
    assertThat(child.getParentSpanId()).isEqualTo(parent.getSpanId());
    assertThat(child.getStartEpochNanos()).isGreaterThanOrEqualTo(parent.getStartEpochNanos());
    assertThat(child.getEndEpochNanos()).isLessThanOrEqualTo(parent.getEndEpochNanos());
  }

  private void ask(OpenTelemetryRunObserver runs, int number) {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("Old Bridge")));
    if (number % 2 == 0) {
      model.fail(new RateLimitException("slow down"));
    }
    model
        .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
        .answer("In Tarn [k2: \"born in Tarn\"].");
    Agent agent = Agent.builder(CORPUS, model).observer(runs).build();
    Span request = telemetry.sdk.getTracer("test").spanBuilder("request " + number).startSpan();
    try (Scope scope = request.makeCurrent()) {
      Answer answer = number % 3 == 0 ? agent.start(QUESTION).answer() : agent.ask(QUESTION);
      assertThat(answer.warnings()).isEmpty();
    } finally {
      request.end();
    }
  }

  @Nested
  class SpanTree {
    @Test
    void reportsARunAsASpanTreeUnderTheCurrentSpan() {
      Span request = telemetry.sdk.getTracer("test").spanBuilder("GET /answer").startSpan();
      try (Scope scope = request.makeCurrent()) {
        agent(twoHops()).build().ask(QUESTION);
      }
      request.end();
      SpanData run = telemetry.span("invoke_agent");
      assertWithin(run, telemetry.span("GET"));
      assertThat(run.getKind()).isEqualTo(SpanKind.INTERNAL);
      assertThat(run.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
      assertThat(attribute(run, "gen_ai.operation.name")).isEqualTo("invoke_agent");
      assertThat(attribute(run, "arag.stop_reason")).isEqualTo("ANSWERED");
      assertThat(attribute(run, "arag.outcome")).isEqualTo("ANSWERED");
      assertThat(number(run, "arag.turns")).isEqualTo(3);
      assertThat(number(run, "arag.tool_calls")).isEqualTo(2);
      assertThat(number(run, "gen_ai.usage.input_tokens")).isPositive();
      assertThat(telemetry.spans("chat")).hasSize(3).allSatisfy(each -> assertWithin(each, run));
      SpanData search = telemetry.span("execute_tool keyword_search");
      assertWithin(search, run);
      assertThat(attribute(search, "gen_ai.tool.name")).isEqualTo("keyword_search");
      assertThat(attribute(search, "gen_ai.operation.name")).isEqualTo("execute_tool");
      assertWithin(telemetry.span("execute_tool chunk_read"), run);
      SpanData retrieval = telemetry.span("retrieval");
      assertWithin(retrieval, search);
      assertThat(retrieval.getName()).isEqualTo("retrieval");
      assertThat(retrieval.getKind()).isEqualTo(SpanKind.INTERNAL);
      assertThat(attribute(retrieval, "gen_ai.operation.name")).isEqualTo("retrieval");
      assertThat(number(retrieval, "gen_ai.retrieval.top_k")).isEqualTo(5);
      assertThat(attribute(retrieval, "gen_ai.data_source.id")).isNull();
      assertThat(telemetry.points("gen_ai.retrieval.duration")).hasSize(1);
      assertThat(telemetry.spans()).hasSize(8);
      assertThat(Span.fromContextOrNull(Context.current())).isNull();
    }

    @Test
    void usesTheSpanThatIsCurrentWhenARunStartsAsItsParent() {
      Span request = telemetry.sdk.getTracer("test").spanBuilder("GET /answer").startSpan();
      Run run;
      try (Scope scope = request.makeCurrent()) {
        run = agent(twoHops()).build().start(QUESTION);
      }
      run.answer();
      request.end();
      assertWithin(telemetry.span("invoke_agent"), telemetry.span("GET"));
    }

    @Test
    void makesSpansOfTheModelClientAndOfToolsChildSpans() {
      ChatModel model =
          ScriptedChatModel.script()
              .call("look", Map.of())
              .reply(
                  request -> {
                    telemetry.sdk.getTracer("http").spanBuilder("POST").startSpan().end();
                    return response("In Tarn.");
                  })
              .answer("In Tarn.");
      agent(model).tools(corpus -> Toolbox.empty().with(new TracedTool())).build().ask(QUESTION);
      SpanData http = telemetry.span("POST");
      assertThat(telemetry.spans("chat"))
          .filteredOn(chat -> chat.getSpanId().equals(http.getParentSpanId()))
          .singleElement()
          .satisfies(chat -> assertWithin(http, chat));
      assertWithin(telemetry.span("SELECT"), telemetry.span("execute_tool look"));
    }

    private final class TracedTool implements RetrievalTool {
      @Override
      public String name() {
        return "look";
      }

      @Override
      public String description() {
        return "Looks.";
      }

      @Override
      public String parameters() {
        return "{\"type\":\"object\",\"properties\":{}}";
      }

      @Override
      public Observation call(ToolArguments arguments, ContextTracker context) {
        telemetry.sdk.getTracer("db").spanBuilder("SELECT").startSpan().end();
        return new Observation.Found("nothing", List.of());
      }
    }

    /**
     * In half of the runs, one model call fails and is retried. Each trace must contain the spans
     * of exactly one request.
     */
    @Test
    void reportsFiftyConcurrentRunsAsFiftySpanTrees() throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(50);
      CountDownLatch begin = new CountDownLatch(1);
      OpenTelemetryRunObserver runs = OpenTelemetryRunObserver.of(telemetry.sdk);
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        int number = i;
        all.add(
            pool.submit(
                () -> {
                  begin.await();
                  ask(runs, number);
                  return null;
                }));
      }
      begin.countDown();
      for (Future<?> each : all) {
        each.get(50, TimeUnit.SECONDS);
      }
      pool.shutdown();
      List<SpanData> requests = telemetry.spans("request");
      assertThat(requests).hasSize(50);
      requests.forEach(this::assertTree);
      assertThat(telemetry.spans()).hasSize(50 * 7 + 50 + 25);
      assertThat(telemetry.points("gen_ai.invoke_agent.duration"))
          .singleElement()
          .satisfies(point -> assertThat(point.getCount()).isEqualTo(50));
      assertThat(telemetry.points("gen_ai.execute_tool.duration"))
          .allSatisfy(point -> assertThat(point.getCount()).isEqualTo(50));
    }

    private void assertTree(SpanData request) {
      int number = Integer.parseInt(request.getName().substring("request ".length()));
      List<SpanData> tree =
          telemetry.spans().stream()
              .filter(each -> each.getTraceId().equals(request.getTraceId()))
              .toList();
      SpanData run =
          tree.stream()
              .filter(each -> each.getName().equals("invoke_agent"))
              .findFirst()
              .orElseThrow();
      assertWithin(run, request);
      List<SpanData> children =
          tree.stream()
              .filter(each -> each != run && each != request)
              .filter(each -> !each.getName().equals("retrieval"))
              .toList();
      assertThat(tree).hasSize(children.size() + 3);
      assertThat(children).hasSize(number % 2 == 0 ? 6 : 5);
      assertThat(children).allSatisfy(each -> assertWithin(each, run));
      assertThat(children)
          .filteredOn(each -> each.getName().startsWith("chat"))
          .hasSize(number % 2 == 0 ? 4 : 3);
    }
  }

  @Nested
  class Calls {
    @Test
    void textShownByTheStrategyIsNoToolCall() {
      ScriptedChatModel model = ScriptedChatModel.script().answer("In Tarn [k2].");
      agent(model).strategy(Strategies.allIn()).build().ask(QUESTION);
      SpanData run = telemetry.span("invoke_agent");
      assertThat(number(run, "arag.tool_calls")).isZero();
      assertThat(number(run, "arag.retrieved_tokens")).isPositive();
      assertThat(telemetry.spans()).hasSize(2);
    }

    /** Of four prompts, the second one is retried and the third one fails. */
    @Test
    void reportsEachOfSeveralCallsAtTheSameTime() {
      AtomicBoolean isRetried = new AtomicBoolean();
      Map<String, String> spanOfPrompt = new ConcurrentHashMap<>();
      ChatModel model =
          new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
              String prompt = ((UserMessage) request.messages().get(0)).singleText();
              spanOfPrompt.putIfAbsent(prompt, Span.current().getSpanContext().getSpanId());
              if (prompt.equals("p2") && !isRetried.getAndSet(true)) {
                throw new RateLimitException("slow down");
              }
              if (prompt.equals("p3")) {
                throw new AuthenticationException("no key");
              }
              return response(prompt);
            }
          };
      Strategy strategy =
          (question, run) -> {
            run.as("reader").completeAll(List.of("p1", "p2", "p3", "p4"));
            return "Done.";
          };
      agent(model).strategy(strategy).build().ask(QUESTION);
      SpanData run = telemetry.span("invoke_agent");
      assertThat(number(run, "arag.turns")).isZero();
      assertThat(number(run, "arag.model_calls")).isEqualTo(4);
      assertThat(telemetry.spans("chat")).hasSize(5).allSatisfy(each -> assertWithin(each, run));
      assertThat(telemetry.spans("chat"))
          .extracting(each -> number(each, "arag.turn") + " " + attribute(each, "error.type"))
          .containsExactlyInAnyOrder(
              "1 null", "2 rate_limit", "2 null", "3 authentication", "4 null");
      assertThat(telemetry.spans("chat"))
          .filteredOn(each -> number(each, "arag.turn") == 4)
          .extracting(SpanData::getSpanId)
          .containsExactly(spanOfPrompt.get("p4"));
    }

    @Test
    void reportsASpanForEachAttempt() {
      ChatModel model =
          ScriptedChatModel.script()
              .fail(new RateLimitException("slow down, " + CANARY))
              .reply(request -> response("In Tarn."));
      Answer answer =
          agent(model).strategy((question, run) -> run.complete(question)).build().ask("Where?");
      assertThat(answer.text()).isEqualTo("In Tarn.");
      List<SpanData> chats = telemetry.spans("chat");
      assertThat(chats).hasSize(2).allSatisfy(each -> assertWithin(each, telemetry.span("invoke")));
      assertThat(attribute(chats.get(0), "error.type")).isEqualTo("rate_limit");
      assertThat(chats.get(0).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
      assertThat(attribute(chats.get(1), "error.type")).isNull();
      assertThat(number(chats.get(1), "gen_ai.usage.input_tokens")).isEqualTo(120);
      assertThat(chats.get(1).getStartEpochNanos())
          .isGreaterThanOrEqualTo(chats.get(0).getEndEpochNanos());
      assertThat(telemetry.spans().toString()).doesNotContain(CANARY);
      assertThat(telemetry.points("gen_ai.client.inference.duration")).hasSize(2);
      assertThat(telemetry.points("gen_ai.client.inference.operation.input_tokens"))
          .singleElement()
          .satisfies(point -> assertThat(point.getSum()).isEqualTo(120));
      assertThat(telemetry.points("gen_ai.client.inference.operation.output_tokens")).hasSize(1);
      assertThat(telemetry.metrics())
          .doesNotContain("token.usage", "token.type", "client.operation.duration");
      assertThat(telemetry.points("gen_ai.invoke_agent.duration"))
          .singleElement()
          .satisfies(point -> assertThat(point.getCount()).isEqualTo(1));
    }

    @Test
    void replacesAToolNameThatTheModelInvented() {
      ChatModel model =
          ScriptedChatModel.script().call(CANARY, Map.of()).answer("a").answer("In Tarn.");
      agent(model).build().ask(QUESTION);
      SpanData tool = telemetry.span("execute_tool");
      assertThat(tool.getName()).isEqualTo("execute_tool _OTHER");
      assertThat(attribute(tool, "error.type")).isEqualTo("rejected");
      assertThat(telemetry.metrics()).doesNotContain(CANARY);
    }
  }

  @Nested
  class Retrievals {
    @Test
    void reportsTheQueryAndTheChunksIfContentIsEnabled() {
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .call("semantic_search", Map.of("query", "Where was she born?", "top_k", 1))
              .call("keyword_search", Map.of("keywords", List.of("Mira", "Old Bridge")))
              .answer("In Tarn [k2].");
      OpenTelemetryRunObserver open =
          OpenTelemetryRunObserver.of(telemetry.sdk).dataSource("handbook").withContent();
      Agent.builder(CORPUS, model).observer(open).build().ask(QUESTION);
      List<SpanData> searches = telemetry.spans("retrieval");
      assertThat(searches)
          .extracting(each -> attribute(each, "gen_ai.retrieval.query.text"))
          .containsExactly("Where was she born?", "Mira Old Bridge");
      assertThat(searches)
          .extracting(each -> number(each, "gen_ai.retrieval.top_k"))
          .containsExactly(1L, 5L);
      assertThat(attribute(searches.get(0), "gen_ai.retrieval.documents"))
          .isEqualTo("[{\"id\":\"k2\"}]");
      assertThat(attribute(searches.get(1), "gen_ai.retrieval.documents"))
          .isEqualTo("[{\"id\":\"k1\"},{\"id\":\"k2\"}]");
      assertThat(searches)
          .allMatch(each -> "handbook".equals(attribute(each, "gen_ai.data_source.id")));
      assertThat(telemetry.points("gen_ai.retrieval.duration"))
          .singleElement()
          .satisfies(point -> assertThat(point.getCount()).isEqualTo(2));
    }

    @Test
    void reportsARejectedSearchAsAnError() {
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .call("keyword_search", Map.of("keywords", List.of()))
              .answer("a")
              .answer("In Tarn.");
      agent(model).build().ask(QUESTION);
      SpanData search = telemetry.span("retrieval");
      assertThat(attribute(search, "error.type")).isEqualTo("rejected");
      assertThat(search.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
      assertThat(telemetry.points("gen_ai.retrieval.duration"))
          .singleElement()
          .satisfies(
              point ->
                  assertThat(point.getAttributes().asMap().values())
                      .containsExactlyInAnyOrder("retrieval", "rejected"));
    }
  }

  @Nested
  class EndOfRuns {
    /** A model whose call blocks until the test releases it. The call ignores interrupts. */
    private static final class UninterruptibleModel implements ChatModel {
      private final CountDownLatch called = new CountDownLatch(1);
      private final CountDownLatch end = new CountDownLatch(1);

      @Override
      public ChatResponse doChat(ChatRequest request) {
        called.countDown();
        while (true) {
          try {
            end.await();
            return response("too late");
          } catch (InterruptedException e) {
            // The loop waits again, because this model simulates a client that ignores interrupts.
          }
        }
      }
    }

    @Test
    void endsTheSpanOfATimedOutCallAtTheDeadline() {
      UninterruptibleModel model = new UninterruptibleModel();
      Budget budget = Budget.builder().timeout(Duration.ofSeconds(3)).build();
      NoAnswerException end =
          catchThrowableOfType(
              NoAnswerException.class, () -> agent(model).budget(budget).build().ask(QUESTION));
      assertThat(end.stopReason()).isEqualTo(StopReason.DEADLINE);
      assertThat(telemetry.spans("chat"))
          .isNotEmpty()
          .allSatisfy(
              chat -> {
                assertWithin(chat, telemetry.span("invoke_agent"));
                assertThat(attribute(chat, "error.type")).isEqualTo("timeout");
              });
      assertThat(attribute(telemetry.span("invoke_agent"), "error.type")).isEqualTo("deadline");
      int spans = telemetry.spans().size();
      model.end.countDown();
      assertThat(telemetry.spans()).hasSize(spans);
    }

    @Test
    void endsAllSpansOfACancelledRun() throws Exception {
      UninterruptibleModel model = new UninterruptibleModel();
      Run run = agent(model).build().start(QUESTION);
      assertThat(model.called.await(10, TimeUnit.SECONDS)).isTrue();
      run.cancel();
      catchThrowableOfType(NoAnswerException.class, run::answer);
      assertThat(attribute(telemetry.span("chat"), "error.type")).isEqualTo("cancelled");
      assertThat(attribute(telemetry.span("invoke_agent"), "error.type")).isEqualTo("cancelled");
      model.end.countDown();
    }

    @Test
    void endsTheRunSpanIfTheStrategyThrows() {
      Agent agent =
          agent(twoHops())
              .strategy(
                  (question, run) -> {
                    run.complete(question);
                    throw new IllegalStateException(CANARY);
                  })
              .build();
      assertThat(catchThrowableOfType(IllegalStateException.class, () -> agent.ask(QUESTION)))
          .hasMessage(CANARY);
      SpanData run = telemetry.span("invoke_agent");
      assertThat(attribute(run, "error.type")).isEqualTo("java.lang.IllegalStateException");
      assertThat(telemetry.spans().toString()).doesNotContain(CANARY);
    }

    /** Throws an exception when a chat span starts, and when any span ends. */
    private static final class FailingProcessor implements SpanProcessor {
      @Override
      public void onStart(Context parent, ReadWriteSpan span) {
        if (span.getName().startsWith("chat")) {
          throw new IllegalStateException("broken at the start");
        }
      }

      @Override
      public boolean isStartRequired() {
        return true;
      }

      @Override
      public void onEnd(ReadableSpan span) {
        throw new NoSuchMethodError("broken at the end");
      }

      @Override
      public boolean isEndRequired() {
        return true;
      }

      @Override
      public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
      }
    }

    @Test
    void completesARunIfTelemetryFails() {
      OpenTelemetrySdk sdk =
          OpenTelemetrySdk.builder()
              .setTracerProvider(
                  SdkTracerProvider.builder().addSpanProcessor(new FailingProcessor()).build())
              .setMeterProvider(SdkMeterProvider.builder().build())
              .build();
      Answer answer =
          Agent.builder(CORPUS, twoHops())
              .observer(OpenTelemetryRunObserver.of(sdk))
              .observer(
                  () -> {
                    throw new IllegalStateException("no observer");
                  })
              .build()
              .ask(QUESTION);
      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
      assertThat(answer.warnings()).singleElement().asString().contains("listener");
    }
  }

  @Nested
  class Content {
    @Test
    void reportsContentOnlyIfEnabled() {
      agent(twoHops()).build().ask(QUESTION);
      assertThat(telemetry.spans().toString() + telemetry.metrics())
          .doesNotContain(CANARY, "Old Bridge", "Tarn", "You answer questions");
      OpenTelemetryRunObserver open =
          OpenTelemetryRunObserver.of(telemetry.sdk).withContent().named("handbook");
      Agent.builder(CORPUS, twoHops()).observer(open).build().ask(QUESTION);
      SpanData run = telemetry.span("invoke_agent handbook");
      assertThat(attribute(run, "gen_ai.input.messages")).contains(QUESTION);
      assertThat(attribute(run, "gen_ai.output.messages")).contains("In Tarn");
      SpanData read = telemetry.spans("execute_tool chunk_read").get(1);
      assertThat(attribute(read, "gen_ai.tool.call.arguments")).contains("k2");
      assertThat(attribute(read, "gen_ai.tool.call.result")).contains("1881");
      SpanData last = telemetry.spans("chat").get(5);
      assertThat(attribute(last, "gen_ai.system_instructions")).contains("You answer questions");
      assertThat(attribute(last, "gen_ai.input.messages"))
          .contains("\"role\":\"tool\"", "tool_call_response", "\"type\":\"tool_call\"", "1881");
      assertThat(telemetry.metrics()).doesNotContain(CANARY, "Old Bridge", "Tarn");
    }

    @Test
    void reportsSpansOfAReplayedRun() {
      Answer first = Agent.builder(CORPUS, twoHops()).build().ask(QUESTION);
      agent(first.trajectory().replay()).build().ask(QUESTION);
      assertThat(telemetry.spans("chat")).hasSize(3);
      assertThat(telemetry.spans("execute_tool")).hasSize(2);
      assertThat(telemetry.spans("invoke_agent")).hasSize(1);
    }
  }
}
