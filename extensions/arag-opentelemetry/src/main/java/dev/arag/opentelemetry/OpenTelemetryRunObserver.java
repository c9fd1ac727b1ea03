package dev.arag.opentelemetry;

import dev.arag.agent.event.RunObserver;
import dev.arag.opentelemetry.internal.RunInstruments;
import dev.arag.opentelemetry.internal.RunSpans;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.function.Supplier;

/**
 * Supplies run observers that report spans and metrics to OpenTelemetry. The names follow
 * OpenTelemetry's semantic conventions for generative AI, version 0.1.0, which are still in
 * development.
 *
 * <pre>{@code
 * Agent.builder(index, llm).observer(OpenTelemetryRunObserver.of(openTelemetry)).build()
 * }</pre>
 *
 * <p>Spans:
 *
 * <ul>
 *   <li>{@code invoke_agent} for each run. The parent is the span that is current on the thread
 *       that starts the run.
 *   <li>{@code chat MODEL} for each attempt at a model call. The parent is the span of the run. The
 *       span is current on the thread that calls the model, so an instrumented HTTP client creates
 *       its spans as children.
 *   <li>{@code execute_tool TOOL} for each tool call. The parent is the span of the run. The span
 *       is current while the tool runs.
 *   <li>{@code retrieval} for each call of the tools {@code keyword_search} and {@code
 *       semantic_search}. The parent is the span of the tool call.
 * </ul>
 *
 * <p>A span has the attribute {@code error.type} if its operation failed, was cancelled or exceeded
 * the deadline. For a model call, the value is {@link dev.arag.agent.model.ModelException#type()}.
 * For a tool call that the model must correct, it is {@code rejected}. For a run without an answer,
 * it is the stop reason in lower case. If the corpus or a strategy throws an exception, it is the
 * class name of the exception.
 *
 * <p>Metrics: {@code gen_ai.client.inference.duration} for each attempt at a model call, {@code
 * gen_ai.client.inference.operation.input_tokens} and {@code
 * gen_ai.client.inference.operation.output_tokens} if the server reports token counts, {@code
 * gen_ai.execute_tool.duration} for each tool call, {@code gen_ai.retrieval.duration} for each
 * search and {@code gen_ai.invoke_agent.duration} for each run.
 *
 * <p>Questions, document texts, tool arguments and answers are reported only after {@link
 * #withContent()}. API keys are never reported. Immutable and thread-safe. This class does not
 * close the {@link OpenTelemetry} instance; the caller must do that. Requires opentelemetry-api on
 * the class path.
 */
public final class OpenTelemetryRunObserver implements Supplier<RunObserver> {
  private static final String SCOPE = "dev.arag.agent";

  private final Tracer tracer;
  private final RunInstruments instruments;
  private final String agent;
  private final String dataSource;
  private final boolean isWithContent;

  private OpenTelemetryRunObserver(
      Tracer tracer,
      RunInstruments instruments,
      String agent,
      String dataSource,
      boolean isWithContent) {
    this.tracer = tracer;
    this.instruments = instruments;
    this.agent = agent;
    this.dataSource = dataSource;
    this.isWithContent = isWithContent;
  }

  /** Returns a supplier of observers that report runs without their content. */
  public static OpenTelemetryRunObserver of(OpenTelemetry telemetry) {
    return new OpenTelemetryRunObserver(
        telemetry.getTracer(SCOPE), new RunInstruments(telemetry.getMeter(SCOPE)), "", "", false);
  }

  /**
   * Returns a copy with an agent name ({@code gen_ai.agent.name}).
   *
   * @param agent a name such as {@code handbook}; use few distinct names, because each one makes
   *     separate time series in the metrics
   */
  public OpenTelemetryRunObserver named(String agent) {
    return new OpenTelemetryRunObserver(tracer, instruments, agent, dataSource, isWithContent);
  }

  /**
   * Returns a copy with a name of the corpus ({@code gen_ai.data_source.id}) for its searches.
   *
   * @param dataSource a name such as {@code handbook}; use few distinct names, as for the agent
   */
  public OpenTelemetryRunObserver dataSource(String dataSource) {
    return new OpenTelemetryRunObserver(tracer, instruments, agent, dataSource, isWithContent);
  }

  /**
   * Returns a copy that adds message content to the spans, as the attributes {@code
   * gen_ai.system_instructions}, {@code gen_ai.input.messages}, {@code gen_ai.output.messages},
   * {@code gen_ai.tool.call.arguments}, {@code gen_ai.tool.call.result}, {@code
   * gen_ai.retrieval.query.text} and {@code gen_ai.retrieval.documents}. The traces then contain
   * text from the indexed documents. Metrics never contain such text.
   */
  public OpenTelemetryRunObserver withContent() {
    return new OpenTelemetryRunObserver(tracer, instruments, agent, dataSource, true);
  }

  /**
   * Creates the observer of one run. The span that is current on this thread becomes the parent of
   * the run's span.
   */
  @Override
  public RunObserver get() {
    return new RunSpans(tracer, instruments, agent, dataSource, isWithContent, Context.current());
  }
}
