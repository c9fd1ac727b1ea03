package dev.arag.micrometer;

import dev.arag.agent.RunObserver;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Metrics of runs in a Micrometer registry, under the names of OpenTelemetry's conventions for
 * generative AI (in development as of November 2026).
 *
 * <pre>{@code
 * Agent.builder(index, llm).observer(MicrometerRuns.of(registry)).build()
 * }</pre>
 *
 * <ul>
 *   <li>{@code gen_ai.client.operation.duration}, a timer of each attempt to ask a model
 *   <li>{@code gen_ai.client.token.usage}, a summary of tokens, where the server counts them;
 *       {@code gen_ai.token.type} is {@code input} or {@code output}
 *   <li>{@code gen_ai.execute_tool.duration}, a timer of each tool call, by {@code
 *       gen_ai.tool.name}
 *   <li>{@code gen_ai.invoke_agent.duration}, a timer of each run, by {@code arag.stop_reason}
 * </ul>
 *
 * <p>{@code error.type} is {@code none} where nothing failed, else as {@link
 * dev.arag.agent.model.ModelException#type()} has it, {@code rejected} for a tool call the model
 * must correct, the stop reason in small letters for a run without an answer, or the class of an
 * exception. What is not known is {@code unknown}, so that each meter always has the same tags. No
 * text of a question, document or answer becomes a tag.
 *
 * <p>Immutable, and safe for use by several threads. Owns nothing: the registry stays the caller's.
 * Needs micrometer-core on the class path.
 */
public final class MicrometerRuns implements Supplier<RunObserver> {
  private final MeterRegistry registry;

  private MicrometerRuns(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Counts runs in this registry. */
  public static MicrometerRuns of(MeterRegistry registry) {
    return new MicrometerRuns(Objects.requireNonNull(registry, "registry"));
  }

  /** The observer of one run. */
  @Override
  public RunObserver get() {
    return new RunMeters(registry);
  }
}
