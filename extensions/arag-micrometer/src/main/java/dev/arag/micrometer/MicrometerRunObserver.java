package dev.arag.micrometer;

import dev.arag.agent.event.RunObserver;
import dev.arag.micrometer.internal.RunMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Supplies run observers that record metrics in a Micrometer registry. The tags follow
 * OpenTelemetry's conventions for generative AI, which are still in development as of November
 * 2026. The names have the prefix {@code arag} instead of {@code gen_ai}: LangChain4j and Spring AI
 * use the names {@code gen_ai.client...} with other tags, and a Prometheus registry keeps only the
 * first of two meters with the same name and different tags.
 *
 * <pre>{@code
 * Agent.builder(index, llm).observer(MicrometerRunObserver.of(registry)).build()
 * }</pre>
 *
 * <ul>
 *   <li>{@code arag.client.operation.duration}, a timer for each attempt at a model call
 *   <li>{@code arag.client.token.usage}, a distribution summary of token counts, if the server
 *       reported them; the tag {@code gen_ai.token.type} is {@code input} or {@code output}
 *   <li>{@code arag.execute_tool.duration}, a timer for each tool call, with the tag {@code
 *       gen_ai.tool.name}
 *   <li>{@code arag.invoke_agent.duration}, a timer for each run, with the tags {@code
 *       arag.stop_reason} and {@code arag.outcome}, which is {@code none} without an answer
 * </ul>
 *
 * <p>The tag {@code error.type} is {@code none} if nothing failed. For a failed model call, the
 * value is {@link dev.arag.agent.model.ModelException#type()}. For a tool call that the model must
 * correct, it is {@code rejected}. For a run without an answer, it is the stop reason in lower
 * case. For a run that ended with an exception, it is the class name of the exception. A tag whose
 * value is not known has the value {@code unknown}, so that each meter always has the same set of
 * tags. No tag contains text from a question, document or answer.
 *
 * <p>Immutable and thread-safe. This class does not close the registry; the caller must do that.
 * Requires micrometer-core on the class path.
 */
public final class MicrometerRunObserver implements Supplier<RunObserver> {
  private final MeterRegistry registry;

  private MicrometerRunObserver(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Returns a supplier of observers that record metrics in this registry. */
  public static MicrometerRunObserver of(MeterRegistry registry) {
    return new MicrometerRunObserver(Objects.requireNonNull(registry, "registry"));
  }

  /** Creates the observer of one run. */
  @Override
  public RunObserver get() {
    return new RunMeters(registry);
  }
}
