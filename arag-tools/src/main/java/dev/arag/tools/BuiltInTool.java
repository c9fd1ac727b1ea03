package dev.arag.tools;

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
   * @throws ArgumentException if the model can correct the call
   */
  Observation call(Arguments arguments, CallContext call);

  /**
   * Returns the canonical form of the arguments, with defaults filled in.
   *
   * @throws ArgumentException if the model can correct the call
   */
  String canonicalize(Arguments arguments);

  @Override
  default Observation call(Arguments arguments, ContextTracker context) {
    return call(arguments, new CallContext(context, null, DEFAULT_MAX_RESULT_TOKENS));
  }
}
