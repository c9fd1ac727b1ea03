package dev.arag.opentelemetry;

import dev.arag.agent.RunEvent;
import dev.arag.agent.RunObserver;
import dev.arag.agent.model.Reply;
import dev.arag.agent.model.Tokens;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.agent.trajectory.Usage;
import dev.arag.tools.Observation;
import dev.arag.tools.ToolCall;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The spans and measurements of one run. */
final class RunSpans implements RunObserver {
  private static final String NONE = "_OTHER";

  private final Tracer tracer;
  private final RunInstruments instruments;
  private final String agent;
  private final boolean isWithContent;
  private final OpenSpan run;
  private RunEvent.TurnStarted turn = new RunEvent.TurnStarted(0, "", "", "other");
  private List<String> offered = List.of();
  private @Nullable OpenSpan attempt;
  private boolean isAsked;
  private @Nullable OpenSpan tool;
  private @Nullable Scope toolScope;

  RunSpans(
      Tracer tracer,
      RunInstruments instruments,
      String agent,
      boolean isWithContent,
      Context parent) {
    this.tracer = tracer;
    this.instruments = instruments;
    this.agent = agent;
    this.isWithContent = isWithContent;
    run = new OpenSpan(span(Names.INVOKE_AGENT, agent, SpanKind.INTERNAL), parent);
  }

  private SpanBuilder span(String operation, String what, SpanKind kind) {
    SpanBuilder span =
        tracer
            .spanBuilder(what.isEmpty() ? operation : operation + " " + what)
            .setSpanKind(kind)
            .setAttribute(Names.OPERATION, operation);
    return agent.isEmpty() ? span : span.setAttribute(Names.AGENT, agent);
  }

  @Override
  public void onEvent(RunEvent event) {
    if (event instanceof RunEvent.TurnStarted started) {
      turn = started;
      isAsked = false;
    } else if (event instanceof RunEvent.ToolCalled called) {
      begin(called);
    } else if (event instanceof RunEvent.Stepped stepped) {
      end(stepped.step());
    } else if (event instanceof RunEvent.Finished finished) {
      end(finished.trajectory());
    }
  }

  @Override
  public Runnable wrap(Runnable work) {
    if (tool != null) {
      return tool.context().wrap(work);
    }
    isAsked = true;
    attempt = chat();
    return attempt.context().wrap(work);
  }

  private OpenSpan chat() {
    SpanBuilder span =
        span(Names.CHAT, turn.model(), SpanKind.CLIENT)
            .setAttribute(Names.PROVIDER, turn.provider())
            .setAttribute(Names.TURN, (long) turn.turn())
            .setAttribute(Names.ROLE, turn.role());
    if (!turn.model().isEmpty()) {
      span.setAttribute(Names.REQUEST_MODEL, turn.model());
    }
    return new OpenSpan(span, run.context());
  }

  private void end(Step step) {
    if (step instanceof Step.ModelCall call) {
      offered = call.tools();
      end(call);
    } else if (step instanceof Step.Retry retry) {
      fail(retry.errorType());
    } else if (step instanceof Step.ModelFailure failure) {
      fail(failure.errorType());
    } else if (step instanceof Step.ToolUse use) {
      end(use);
    }
  }

  /** The attempt that ends now; none if the last one has ended, and nothing was asked since. */
  private @Nullable OpenSpan takeAttempt() {
    OpenSpan ended = attempt == null && !isAsked ? chat() : attempt;
    attempt = null;
    return ended;
  }

  private void fail(String errorType) {
    OpenSpan ended = takeAttempt();
    if (ended != null) {
      String type = errorType.isEmpty() ? NONE : errorType;
      ended.fail(type);
      instruments.chat(ended.end(), chatAttributes().put(Names.ERROR, type).build());
    }
  }

  private void end(Step.ModelCall call) {
    OpenSpan ended = takeAttempt();
    if (ended == null) {
      return;
    }
    describe(ended, call);
    AttributesBuilder attributes = chatAttributes();
    if (!call.reply().model().isEmpty()) {
      attributes.put(Names.RESPONSE_MODEL, call.reply().model());
    }
    Attributes all = attributes.build();
    instruments.chat(ended.end(), all);
    Tokens tokens = call.tokens();
    if (!tokens.isEstimated()) {
      instruments.tokens(tokens.input(), tokens.output(), all);
    }
  }

  private AttributesBuilder chatAttributes() {
    AttributesBuilder attributes =
        Attributes.builder().put(Names.OPERATION, Names.CHAT).put(Names.PROVIDER, turn.provider());
    return turn.model().isEmpty() ? attributes : attributes.put(Names.REQUEST_MODEL, turn.model());
  }

  private void describe(OpenSpan span, Step.ModelCall call) {
    Reply reply = call.reply();
    Tokens tokens = call.tokens();
    span.set(Names.INPUT_TOKENS, tokens.input());
    span.set(Names.CACHED_TOKENS, tokens.cachedInput());
    span.set(Names.OUTPUT_TOKENS, tokens.output());
    span.set(Names.FINISH_REASONS, List.of(finish(reply)));
    if (!reply.model().isEmpty()) {
      span.set(Names.RESPONSE_MODEL, reply.model());
    }
    if (!reply.form().leftOut().isEmpty()) {
      span.set(Names.LEFT_OUT, reply.form().leftOut());
    }
    if (!reply.form().closing().isEmpty()) {
      span.set(Names.CLOSING_FORM, reply.form().closing());
    }
    if (isWithContent) {
      span.set(Names.SYSTEM, MessageJson.system(call.messages()));
      span.set(Names.INPUT, MessageJson.conversation(call.messages()));
      span.set(Names.OUTPUT, MessageJson.reply(reply.message(), finish(reply)));
    }
  }

  private static String finish(Reply reply) {
    String word = reply.form().finishWord();
    return word.isEmpty() ? reply.finish().name().toLowerCase(Locale.ROOT) : word;
  }

  // The scope is closed when the tool has been called, or the run ends.
  @SuppressWarnings("MustBeClosedChecker")
  private void begin(RunEvent.ToolCalled called) {
    endTool(NONE);
    ToolCall call = called.call();
    String name = toolName(call);
    SpanBuilder span =
        span(Names.EXECUTE_TOOL, name, SpanKind.INTERNAL)
            .setAttribute(Names.TOOL, name)
            .setAttribute(Names.TOOL_TYPE, "datastore")
            .setAttribute(Names.CALL_ID, call.id())
            .setAttribute(Names.TURN, (long) called.turn());
    tool = new OpenSpan(span, run.context());
    toolScope = tool.context().makeCurrent();
  }

  /** A name that the model made up may be anything, and there is no end of them. */
  private String toolName(ToolCall call) {
    return offered.contains(call.name()) ? call.name() : NONE;
  }

  private void end(Step.ToolUse use) {
    if (tool != null && isWithContent) {
      tool.set(Names.ARGUMENTS, use.call().arguments());
      tool.set(Names.RESULT, use.observation().text());
    }
    boolean isRejected = use.observation() instanceof Observation.Rejected;
    AttributesBuilder attributes = Attributes.builder().put(Names.TOOL, toolName(use.call()));
    if (!agent.isEmpty()) {
      attributes.put(Names.AGENT, agent);
    }
    if (isRejected) {
      attributes.put(Names.ERROR, "rejected");
    }
    instruments.tool(endTool(isRejected ? "rejected" : ""), attributes.build());
  }

  /**
   * @param errorType empty if it did not fail
   */
  private long endTool(String errorType) {
    if (toolScope != null) {
      toolScope.close();
      toolScope = null;
    }
    OpenSpan ended = tool;
    tool = null;
    if (ended == null) {
      return 0;
    }
    if (!errorType.isEmpty()) {
      ended.fail(errorType);
    }
    return ended.end();
  }

  private void end(Trajectory trajectory) {
    Usage usage = trajectory.usage();
    run.set(Names.STOP_REASON, trajectory.stopReason().name());
    run.set(Names.TURNS, (long) usage.turns());
    run.set(Names.TOOL_CALLS, (long) usage.toolCalls());
    run.set(Names.RETRIEVED_TOKENS, usage.retrievedTokens());
    run.set(Names.INPUT_TOKENS, usage.inputTokens());
    run.set(Names.CACHED_TOKENS, usage.cachedInputTokens());
    run.set(Names.OUTPUT_TOKENS, usage.outputTokens());
    if (isWithContent) {
      run.set(Names.INPUT, MessageJson.question(trajectory.question()));
      trajectory.answer().ifPresent(text -> run.set(Names.OUTPUT, MessageJson.answer(text)));
    }
    boolean isAnswered = trajectory.answer().isPresent();
    endRun(isAnswered ? "" : trajectory.stopReason().name().toLowerCase(Locale.ROOT));
  }

  @Override
  public void failed(Throwable failure) {
    endRun(failure.getClass().getName());
  }

  private void endRun(String errorType) {
    String open = errorType.isEmpty() ? NONE : errorType;
    endTool(open);
    if (attempt != null) {
      fail(open);
    }
    AttributesBuilder attributes = Attributes.builder();
    if (!agent.isEmpty()) {
      attributes.put(Names.AGENT, agent);
    }
    if (!errorType.isEmpty()) {
      run.fail(errorType);
      attributes.put(Names.ERROR, errorType);
    }
    instruments.run(run.end(), attributes.build());
  }
}
