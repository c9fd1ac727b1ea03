package dev.arag.tools;

import dev.arag.tools.internal.argument.InvalidArgumentException;

/** A tool of this library. It fences corpus text itself and takes the call context into account. */
interface BuiltInTool extends RetrievalTool {
  /** Default limit on the corpus text in one result, in o200k tokens. */
  int DEFAULT_MAX_RESULT_TOKENS = 6_000;

  /** Name, description and parameters of the tool, as the model reads them. */
  ToolDefinition definition();

  @Override
  default String name() {
    return definition().name();
  }

  @Override
  default String description() {
    return definition().description();
  }

  @Override
  default String parameters() {
    return definition().parameters();
  }

  /**
   * @throws InvalidArgumentException if the model can correct the call
   */
  Observation call(ToolArguments arguments, CallContext call);

  /**
   * Returns the canonical form of the arguments, with defaults filled in.
   *
   * @throws InvalidArgumentException if the model can correct the call
   */
  String canonicalize(ToolArguments arguments);

  @Override
  default Observation call(ToolArguments arguments, ContextTracker context) {
    return call(arguments, new CallContext(context, null, DEFAULT_MAX_RESULT_TOKENS));
  }
}
