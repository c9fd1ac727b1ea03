package dev.arag.tools;

/** A tool of this house. It fences what it quotes by itself, and knows what the model has. */
interface CorpusTool extends RetrievalTool {
  /** The most text a result holds where nothing is known of the model, in o200k tokens. */
  int MAX_RESULT_TOKENS = 6_000;

  /** What the model is told of it. */
  ToolText text();

  @Override
  default String name() {
    return text().name();
  }

  @Override
  default String description() {
    return text().description();
  }

  @Override
  default String parameters() {
    return text().parameters();
  }

  /**
   * @throws ArgumentException for what the model can correct
   */
  Observation call(Arguments arguments, CallContext turn);

  /**
   * What a call asks for, defaults filled in.
   *
   * @throws ArgumentException for what the model can correct
   */
  String asked(Arguments arguments);

  @Override
  default Observation call(Arguments arguments, ContextTracker context) {
    return call(arguments, new CallContext(context, null, MAX_RESULT_TOKENS));
  }
}
