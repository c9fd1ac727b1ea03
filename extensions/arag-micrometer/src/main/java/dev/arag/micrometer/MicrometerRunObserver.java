package dev.arag.micrometer;

import dev.arag.agent.RunObserver;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Supplier of run observers that record metrics in a Micrometer registry. The names follow
 * OpenTelemetry's conventions for generative AI (in development as of November 2026).
 *
 * <pre>{@code
 * Agent.builder(index, llm).observer(MicrometerRunObserver.of(registry)).build()
 * }</pre>
 *
 * <ul>
 *   <li>{@code gen_ai.client.operation.duration}, a timer of each attempt of a model call
 *   <li>{@code gen_ai.client.token.usage}, a summary of tokens, if the server reports them; {@code
 *       gen_ai.token.type} is {@code input} or {@code output}
 *   <li>{@code gen_ai.execute_tool.duration}, a timer of each tool call, by {@code
 *       gen_ai.tool.name}
 *   <li>{@code gen_ai.invoke_agent.duration}, a timer of each run, by {@code arag.stop_reason}
 * </ul>
 *
 * <p>{@code error.type} is {@code none} without a failure. Otherwise it is the value of {@link
 * dev.arag.agent.model.ModelException#type()}, {@code rejected} for a tool call the model must
 * correct, the stop reason in lower case for a run without an answer, or the class of an exception.
 * An unknown value is {@code unknown}, so each meter always has the same tags. No text of a
 * question, document or answer is used as a tag.
 *
 * <p>Immutable and safe for use by several threads. The caller closes the registry. Requires
 * micrometer-core on the class path.
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
