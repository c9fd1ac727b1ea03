package dev.arag.tools.call;

import static java.util.Objects.requireNonNull;

import dev.arag.tools.internal.argument.ArgumentSchema;
import java.util.Optional;
import java.util.function.Function;

/**
 * A tool that the model may call. A tool that is not a {@link dev.arag.tools.spi.CorpusTool} is a
 * custom tool. Implementations must be thread-safe and must not change any data. The state of a
 * conversation is stored in its {@link ContextTracker}, not in the tool.
 */
public interface RetrievalTool {
  /**
   * Returns a tool whose calls are answered by a function. If the function returns {@link
   * Observation#source}, an answer can cite its result.
   *
   * <pre>{@code
   * RetrievalTool rates = RetrievalTool.of("exchange_rate", "Today's rate of a currency in euros.",
   *     schema, call -> Observation.source("ECB", "1 USD = " + rate(call.text("currency")) + " EUR"));
   * }</pre>
   *
   * @param name the name of the tool: 1 to 64 letters, digits, underscores or dashes
   * @param description the description for the model, see {@link #description()}; not blank
   * @param parameters the JSON schema of the arguments, see {@link #parameters()}
   * @param function runs one call, like {@link #call}; must be thread-safe
   * @throws IllegalArgumentException if the name is not allowed, the description is blank, or the
   *     parameters are not a JSON schema of type object
   */
  static RetrievalTool of(
      String name,
      String description,
      String parameters,
      Function<ToolArguments, Observation> function) {
    requireNonNull(name, "name");
    requireNonNull(description, "description");
    requireNonNull(parameters, "parameters");
    requireNonNull(function, "function");
    if (!name.matches("[A-Za-z0-9_-]{1,64}")) {
      throw new IllegalArgumentException(
          "name must be 1 to 64 letters, digits, underscores or dashes, was \"" + name + "\"");
    }
    if (description.isBlank()) {
      throw new IllegalArgumentException("description must not be blank");
    }
    ArgumentSchema.of(name, parameters);
    record FunctionTool(
        String name,
        String description,
        String parameters,
        Function<ToolArguments, Observation> function)
        implements RetrievalTool {
      @Override
      public Observation call(ToolArguments arguments, ContextTracker context) {
        return function.apply(arguments);
      }
    }
    return new FunctionTool(name, description, parameters, function);
  }

  /** The name of the tool: 1 to 64 letters, digits, underscores or dashes. */
  String name();

  /** The description for the model, which says what the tool does and when to use it. */
  String description();

  /**
   * The JSON schema of the arguments, which must be of type object. Calls with arguments that the
   * schema does not declare are rejected.
   */
  String parameters();

  /**
   * The arguments of a correct call, as JSON. When a call is rejected, this example is shown to the
   * model. By default, there is no example.
   */
  default Optional<String> example() {
    return Optional.empty();
  }

  /**
   * Runs one call. The toolbox then completes the result: it gives an id to each source of an
   * {@link Observation.Sources}, encloses the text in marker lines, which show the model where
   * untrusted text begins and ends, and records the snippets in the tracker.
   *
   * @throws IllegalArgumentException if the arguments are invalid. The message is one sentence that
   *     tells the model how to correct them; {@link dev.arag.tools.Toolbox} converts it to an
   *     {@link Observation.Rejected}.
   */
  Observation call(ToolArguments arguments, ContextTracker context);
}
