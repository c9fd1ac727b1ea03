package dev.arag.opentelemetry.internal;

import dev.arag.agent.event.RunEvent;
import dev.arag.agent.event.RunObserver;
import dev.arag.agent.model.Reply;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.Usage;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.call.ToolCall;
import dev.arag.tools.spi.TopKRange;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Records the spans and metrics of one run. */
public final class RunSpans implements RunObserver {
  private static final String OTHER = "_OTHER";
  private static final Set<String> SEARCHES = Set.of("keyword_search", "semantic_search");

  private final Tracer tracer;
  private final RunInstruments instruments;
  private final String agent;
  private final String dataSource;
  private final boolean isWithContent;
  private final TimedSpan run;

  /** The calls that have started, by the number of their turn. */
  private final Map<Integer, RunEvent.TurnStarted> turns = new HashMap<>();

  private final Map<Integer, TimedSpan> attempts = new HashMap<>();
  private RunEvent.TurnStarted turn = new RunEvent.TurnStarted(0, "", null, "other");
  private List<String> offeredTools = List.of();
  private boolean isCallMade;
  private @Nullable TimedSpan tool;

  /** The search of the current tool call; null if the tool does not search. */
  private @Nullable TimedSpan retrieval;

  private @Nullable Scope toolScope;

  public RunSpans(
      Tracer tracer,
      RunInstruments instruments,
      String agent,
      String dataSource,
      boolean isWithContent,
      Context parent) {
    this.tracer = tracer;
    this.instruments = instruments;
    this.agent = agent;
    this.dataSource = dataSource;
    this.isWithContent = isWithContent;
    run = new TimedSpan(span(GenAiAttributes.INVOKE_AGENT, agent, SpanKind.INTERNAL), parent);
  }

  private SpanBuilder span(String operation, @Nullable String what, SpanKind kind) {
    SpanBuilder span =
        tracer
            .spanBuilder(what == null || what.isEmpty() ? operation : operation + " " + what)
            .setSpanKind(kind)
            .setAttribute(GenAiAttributes.OPERATION, operation);
    return agent.isEmpty() ? span : span.setAttribute(GenAiAttributes.AGENT, agent);
  }

  @Override
  public void onEvent(RunEvent event) {
    if (event instanceof RunEvent.TurnStarted started) {
      turn = started;
      turns.put(started.turn(), started);
      isCallMade = false;
    } else if (event instanceof RunEvent.ToolCalled called) {
      begin(called);
    } else if (event instanceof RunEvent.StepCompleted completed) {
      end(completed.step());
    } else if (event instanceof RunEvent.Finished finished) {
      end(finished.trajectory());
    }
  }

  @Override
  public Runnable wrap(Runnable work) {
    TimedSpan innermost = retrieval == null ? tool : retrieval;
    if (innermost != null) {
      return innermost.context().wrap(work);
    }
    isCallMade = true;
    TimedSpan attempt = chat();
    attempts.put(turn.turn(), attempt);
    return attempt.context().wrap(work);
  }

  private TimedSpan chat() {
    SpanBuilder span =
        span(GenAiAttributes.CHAT, turn.model(), SpanKind.CLIENT)
            .setAttribute(GenAiAttributes.PROVIDER, turn.provider())
            .setAttribute(GenAiAttributes.TURN, (long) turn.turn())
            .setAttribute(GenAiAttributes.ROLE, turn.role());
    if (turn.model() != null) {
      span.setAttribute(GenAiAttributes.REQUEST_MODEL, turn.model());
    }
    return new TimedSpan(span, run.context());
  }

  private void end(Step step) {
    if (step instanceof Step.ModelCall call) {
      offeredTools = call.request().tools();
      turn = turns.getOrDefault(call.turn(), turn);
      end(call);
    } else if (step instanceof Step.Retry retry) {
      fail(retry.turn(), retry.errorType());
    } else if (step instanceof Step.ModelFailure failure) {
      fail(failure.turn(), failure.errorType());
    } else if (step instanceof Step.ToolUse use && !use.isShow()) {
      end(use);
    }
  }

  /**
   * Returns the span of the attempt of the current turn that ends now, and removes it. Returns null
   * if the last attempt has already ended and no call was made since.
   */
  private @Nullable TimedSpan takeAttempt() {
    TimedSpan attempt = attempts.remove(turn.turn());
    return attempt == null && !isCallMade ? chat() : attempt;
  }

  private void fail(int number, String errorType) {
    turn = turns.getOrDefault(number, turn);
    TimedSpan ended = takeAttempt();
    if (ended != null) {
      ended.fail(errorType);
      instruments.chat(ended.end(), chatAttributes().put(GenAiAttributes.ERROR, errorType).build());
    }
  }

  private void end(Step.ModelCall call) {
    TimedSpan attempt = takeAttempt();
    // A retried attempt of a call that was made at the same time as others has no span yet.
    TimedSpan ended = attempt == null ? chat() : attempt;
    describe(ended, call);
    AttributesBuilder attributes = chatAttributes();
    if (call.reply().model() != null) {
      attributes.put(GenAiAttributes.RESPONSE_MODEL, call.reply().model());
    }
    Attributes all = attributes.build();
    instruments.chat(ended.end(), all);
    Reply.Tokens tokens = call.tokens();
    if (!tokens.isEstimated()) {
      instruments.tokens(tokens.input(), tokens.output(), all);
    }
  }

  private AttributesBuilder chatAttributes() {
    AttributesBuilder attributes =
        Attributes.builder()
            .put(GenAiAttributes.OPERATION, GenAiAttributes.CHAT)
            .put(GenAiAttributes.PROVIDER, turn.provider());
    return turn.model() == null
        ? attributes
        : attributes.put(GenAiAttributes.REQUEST_MODEL, turn.model());
  }

  private void describe(TimedSpan span, Step.ModelCall call) {
    Reply reply = call.reply();
    Reply.Tokens tokens = call.tokens();
    span.set(GenAiAttributes.INPUT_TOKENS, tokens.input());
    span.set(GenAiAttributes.CACHED_TOKENS, tokens.cachedInput());
    span.set(GenAiAttributes.OUTPUT_TOKENS, tokens.output());
    span.set(GenAiAttributes.FINISH_REASONS, List.of(finish(reply)));
    if (reply.model() != null) {
      span.set(GenAiAttributes.RESPONSE_MODEL, reply.model());
    }
    if (!reply.form().leftOut().isEmpty()) {
      span.set(GenAiAttributes.LEFT_OUT, reply.form().leftOut());
    }
    if (reply.form().closing() != null) {
      span.set(GenAiAttributes.CLOSING_FORM, reply.form().closing());
    }
    if (isWithContent) {
      span.set(GenAiAttributes.SYSTEM, MessageJson.system(call.messages()));
      span.set(GenAiAttributes.INPUT, MessageJson.conversation(call.messages()));
      span.set(GenAiAttributes.OUTPUT, MessageJson.reply(reply.message(), finish(reply)));
    }
  }

  private static String finish(Reply reply) {
    String word = reply.form().finishWord();
    return word == null ? reply.finish().name().toLowerCase(Locale.ROOT) : word;
  }

  // The scope is closed when the tool call or the run ends.
  @SuppressWarnings("MustBeClosedChecker")
  private void begin(RunEvent.ToolCalled called) {
    endTool(OTHER);
    ToolCall call = called.call();
    String name = toolName(call);
    SpanBuilder span =
        span(GenAiAttributes.EXECUTE_TOOL, name, SpanKind.INTERNAL)
            .setAttribute(GenAiAttributes.TOOL, name)
            .setAttribute(GenAiAttributes.TOOL_TYPE, "datastore")
            .setAttribute(GenAiAttributes.CALL_ID, call.id())
            .setAttribute(GenAiAttributes.TURN, (long) called.turn());
    tool = new TimedSpan(span, run.context());
    retrieval = SEARCHES.contains(name) ? retrieval(call, tool.context()) : null;
    toolScope = (retrieval == null ? tool : retrieval).context().makeCurrent();
  }

  private TimedSpan retrieval(ToolCall call, Context parent) {
    SpanBuilder span =
        span(GenAiAttributes.RETRIEVAL, null, SpanKind.INTERNAL).setAllAttributes(dataSource());
    try {
      ToolArguments arguments = call.parseArguments();
      span.setAttribute(GenAiAttributes.TOP_K, (long) TopKRange.of(arguments).topK());
      if (isWithContent) {
        String query =
            arguments.has("query")
                ? arguments.text("query")
                : String.join(" ", arguments.texts("keywords"));
        span.setAttribute(GenAiAttributes.QUERY, query);
      }
    } catch (IllegalArgumentException e) {
      // The tool rejects the call.
    }
    return new TimedSpan(span, parent);
  }

  private Attributes dataSource() {
    return dataSource.isEmpty()
        ? Attributes.empty()
        : Attributes.of(GenAiAttributes.DATA_SOURCE, dataSource);
  }

  /**
   * Replaces tool names that the model invented, because attributes must have few distinct values.
   */
  private String toolName(ToolCall call) {
    return offeredTools.contains(call.name()) ? call.name() : OTHER;
  }

  private void end(Step.ToolUse use) {
    if (tool != null && isWithContent) {
      tool.set(GenAiAttributes.ARGUMENTS, use.call().arguments());
      tool.set(GenAiAttributes.RESULT, use.observation().text());
    }
    if (retrieval != null && isWithContent) {
      retrieval.set(GenAiAttributes.DOCUMENTS, MessageJson.documents(use.observation().shown()));
    }
    boolean isRejected = use.observation() instanceof Observation.Rejected;
    AttributesBuilder attributes =
        Attributes.builder().put(GenAiAttributes.TOOL, toolName(use.call()));
    if (!agent.isEmpty()) {
      attributes.put(GenAiAttributes.AGENT, agent);
    }
    if (isRejected) {
      attributes.put(GenAiAttributes.ERROR, "rejected");
    }
    instruments.tool(endTool(isRejected ? "rejected" : ""), attributes.build());
  }

  /**
   * @param errorType the error type, or an empty string if the call did not fail
   */
  private long endTool(String errorType) {
    if (toolScope != null) {
      toolScope.close();
      toolScope = null;
    }
    endRetrieval(errorType);
    TimedSpan ended = tool;
    tool = null;
    if (ended == null) {
      return 0;
    }
    if (!errorType.isEmpty()) {
      ended.fail(errorType);
    }
    return ended.end();
  }

  private void endRetrieval(String errorType) {
    TimedSpan ended = retrieval;
    retrieval = null;
    if (ended == null) {
      return;
    }
    AttributesBuilder attributes =
        dataSource().toBuilder().put(GenAiAttributes.OPERATION, GenAiAttributes.RETRIEVAL);
    if (!errorType.isEmpty()) {
      ended.fail(errorType);
      attributes.put(GenAiAttributes.ERROR, errorType);
    }
    instruments.retrieval(ended.end(), attributes.build());
  }

  private void end(Trajectory trajectory) {
    Usage usage = trajectory.usage();
    run.set(GenAiAttributes.STOP_REASON, trajectory.stopReason().name());
    trajectory.outcome().ifPresent(each -> run.set(GenAiAttributes.OUTCOME, each.name()));
    run.set(GenAiAttributes.TURNS, (long) usage.turns());
    run.set(GenAiAttributes.MODEL_CALLS, (long) usage.modelCalls());
    run.set(GenAiAttributes.TOOL_CALLS, (long) usage.toolCalls());
    run.set(GenAiAttributes.RETRIEVED_TOKENS, usage.retrievedTokens());
    run.set(GenAiAttributes.INPUT_TOKENS, usage.inputTokens());
    run.set(GenAiAttributes.OUTPUT_TOKENS, usage.outputTokens());
    if (isWithContent) {
      run.set(GenAiAttributes.INPUT, MessageJson.question(trajectory.question()));
      trajectory
          .answer()
          .ifPresent(text -> run.set(GenAiAttributes.OUTPUT, MessageJson.answer(text)));
    }
    boolean isAnswered = trajectory.answer().isPresent();
    endRun(isAnswered ? "" : trajectory.stopReason().name().toLowerCase(Locale.ROOT));
  }

  @Override
  public void failed(Throwable failure) {
    endRun(failure.getClass().getName());
  }

  private void endRun(String errorType) {
    String open = errorType.isEmpty() ? OTHER : errorType;
    endTool(open);
    for (int number : List.copyOf(new TreeSet<>(attempts.keySet()))) {
      fail(number, open);
    }
    AttributesBuilder attributes = Attributes.builder();
    if (!agent.isEmpty()) {
      attributes.put(GenAiAttributes.AGENT, agent);
    }
    if (!errorType.isEmpty()) {
      run.fail(errorType);
      attributes.put(GenAiAttributes.ERROR, errorType);
    }
    instruments.run(run.end(), attributes.build());
  }
}
