package dev.arag.tools;

import static java.util.Objects.requireNonNull;

import dev.arag.tools.internal.argument.ArgumentSchema;
import java.util.function.Function;
import java.util.regex.Pattern;

/** A custom tool whose calls are answered by a function. */
record FunctionTool(
    String name,
    String description,
    String parameters,
    Function<ToolArguments, Observation> function)
    implements RetrievalTool {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  FunctionTool {
    requireNonNull(name, "name");
    requireNonNull(description, "description");
    requireNonNull(parameters, "parameters");
    requireNonNull(function, "function");
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "name must be 1 to 64 letters, digits, underscores or dashes, was \"" + name + "\"");
    }
    if (description.isBlank()) {
      throw new IllegalArgumentException("description must not be blank");
    }
    ArgumentSchema.of(name, parameters);
  }

  @Override
  public Observation call(ToolArguments arguments, ContextTracker context) {
    return function.apply(arguments);
  }
}
