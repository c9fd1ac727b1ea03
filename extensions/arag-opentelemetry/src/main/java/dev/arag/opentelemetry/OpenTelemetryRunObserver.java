package dev.arag.opentelemetry;

import dev.arag.agent.RunObserver;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.function.Supplier;

/**
 * Supplier of run observers that report spans and metrics to OpenTelemetry. The names follow the
 * semantic conventions for generative AI (in development as of November 2026).
 *
 * <pre>{@code
 * Agent.builder(index, llm).observer(OpenTelemetryRunObserver.of(openTelemetry)).build()
 * }</pre>
 *
 * <p>Spans:
 *
 * <ul>
 *   <li>{@code invoke_agent} for a run. Its parent is the current span of the thread that starts
 *       the run.
 *   <li>{@code chat MODEL} for each attempt of a model call, a child of the run. It is current on
 *       the thread that calls the model, so it is the parent of the spans of a traced HTTP client.
 *   <li>{@code execute_tool TOOL} for each tool call, a child of the run. It is current while the
 *       tool runs.
 * </ul>
 *
 * <p>Spans that failed, were cancelled or exceeded the deadline have {@code error.type}: the value
 * of {@link dev.arag.agent.model.ModelException#type()}, {@code rejected} for a tool call the model
 * must correct, the stop reason in lower case for a run without an answer, or the class of an
 * exception thrown by the corpus or a strategy.
 *
 * <p>Metrics: {@code gen_ai.client.operation.duration} of each attempt, {@code
 * gen_ai.client.token.usage} if the server reports token counts, {@code
 * gen_ai.execute_tool.duration} and {@code gen_ai.invoke_agent.duration}.
 *
 * <p>Questions, texts, arguments and answers are only reported with {@link #withContent()}; API
 * keys are never reported. Immutable and safe for use by several threads. The caller closes the
 * {@link OpenTelemetry}. Requires opentelemetry-api on the class path.
 */
public final class OpenTelemetryRunObserver implements Supplier<RunObserver> {
  private static final String SCOPE = "dev.arag.agent";

  private final Tracer tracer;
  private final RunInstruments instruments;
  private final String agent;
  private final boolean isWithContent;

  private OpenTelemetryRunObserver(
      Tracer tracer, RunInstruments instruments, String agent, boolean isWithContent) {
    this.tracer = tracer;
    this.instruments = instruments;
    this.agent = agent;
    this.isWithContent = isWithContent;
  }

  /** Returns a supplier of observers that report runs without their content. */
  public static OpenTelemetryRunObserver of(OpenTelemetry telemetry) {
    return new OpenTelemetryRunObserver(
        telemetry.getTracer(SCOPE), new RunInstruments(telemetry.getMeter(SCOPE)), "", false);
  }

  /**
   * Returns a copy with an agent name ({@code gen_ai.agent.name}).
   *
   * @param agent a name such as {@code handbook}; use few distinct names, since metrics contain
   *     them
   */
  public OpenTelemetryRunObserver named(String agent) {
    return new OpenTelemetryRunObserver(tracer, instruments, agent, isWithContent);
  }

  /**
   * Returns a copy that adds message content to the spans, as the attributes {@code
   * gen_ai.system_instructions}, {@code gen_ai.input.messages}, {@code gen_ai.output.messages},
   * {@code gen_ai.tool.call.arguments} and {@code gen_ai.tool.call.result}. The traces then contain
   * text of the documents. Metrics are unaffected.
   */
  public OpenTelemetryRunObserver withContent() {
    return new OpenTelemetryRunObserver(tracer, instruments, agent, true);
  }

  /** Creates the observer of one run; the current span becomes the parent of the run's span. */
  @Override
  public RunObserver get() {
    return new RunSpans(tracer, instruments, agent, isWithContent, Context.current());
  }
}
