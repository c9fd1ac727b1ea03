package dev.arag.opentelemetry;

import dev.arag.agent.RunObserver;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.function.Supplier;

/**
 * Spans and metrics of runs, after OpenTelemetry's conventions for generative AI (in development as
 * of November 2026).
 *
 * <pre>{@code
 * Agent.builder(index, llm).observer(OpenTelemetryRuns.of(openTelemetry)).build()
 * }</pre>
 *
 * <p>A run is a span {@code invoke_agent}, a child of what is current on the thread that asks.
 * Below it stand a span {@code chat MODEL} for each attempt to ask a model, which is current on the
 * thread that asks the model, so that a traced HTTP client's spans stand below it; and a span
 * {@code execute_tool TOOL} for each tool call, current while the tool runs. What failed, was left
 * at the deadline or cancelled has {@code error.type}: the words of {@link
 * dev.arag.agent.model.ModelException#type()}, {@code rejected} for a tool call the model must
 * correct, the stop reason in small letters for a run without an answer, or the class of an
 * exception of the corpus or a strategy.
 *
 * <p>Metrics: {@code gen_ai.client.operation.duration} of each attempt, {@code
 * gen_ai.client.token.usage} where the server counts tokens, {@code gen_ai.execute_tool.duration}
 * and {@code gen_ai.invoke_agent.duration}.
 *
 * <p>No question, text, argument or answer is told, but with {@link #withContent()}; keys never.
 * Immutable, and safe for use by several threads. Owns nothing: who made the OpenTelemetry closes
 * it. Needs opentelemetry-api on the class path.
 */
public final class OpenTelemetryRuns implements Supplier<RunObserver> {
  private static final String SCOPE = "dev.arag.agent";

  private final Tracer tracer;
  private final RunInstruments instruments;
  private final String agent;
  private final boolean isWithContent;

  private OpenTelemetryRuns(
      Tracer tracer, RunInstruments instruments, String agent, boolean isWithContent) {
    this.tracer = tracer;
    this.instruments = instruments;
    this.agent = agent;
    this.isWithContent = isWithContent;
  }

  /** Tells this OpenTelemetry of runs, without their content. */
  public static OpenTelemetryRuns of(OpenTelemetry telemetry) {
    return new OpenTelemetryRuns(
        telemetry.getTracer(SCOPE), new RunInstruments(telemetry.getMeter(SCOPE)), "", false);
  }

  /**
   * The same, naming the agent ({@code gen_ai.agent.name}).
   *
   * @param agent a name such as {@code handbook}; one of few, as metrics carry it
   */
  public OpenTelemetryRuns named(String agent) {
    return new OpenTelemetryRuns(tracer, instruments, agent, isWithContent);
  }

  /**
   * The same, with all that is asked, sent, found and answered in the attributes of the spans:
   * {@code gen_ai.system_instructions}, {@code gen_ai.input.messages}, {@code
   * gen_ai.output.messages}, {@code gen_ai.tool.call.arguments} and {@code
   * gen_ai.tool.call.result}. Whoever reads the traces reads the documents, then. Metrics stay as
   * they are.
   */
  public OpenTelemetryRuns withContent() {
    return new OpenTelemetryRuns(tracer, instruments, agent, true);
  }

  /** The observer of one run; the current span becomes the parent of the run's. */
  @Override
  public RunObserver get() {
    return new RunSpans(tracer, instruments, agent, isWithContent, Context.current());
  }
}
