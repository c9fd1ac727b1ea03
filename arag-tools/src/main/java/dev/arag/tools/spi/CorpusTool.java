package dev.arag.tools.spi;

import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.internal.context.BuiltInTools;

/**
 * A tool of this library or of one of its extensions that shows text of a corpus. Unlike a custom
 * tool, it receives the {@link CallContext} and encloses corpus text in marker lines itself, see
 * {@link CallContext#fence}.
 */
public interface CorpusTool extends RetrievalTool {
  /** The name, description and parameters of the tool, as sent to the model. */
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
   * Runs a call. Implementations must not catch the exceptions of {@link ToolArguments}, because
   * their messages tell the model how to correct the call. Any other exception ends the run.
   *
   * @throws IllegalArgumentException if the arguments are invalid
   */
  Observation call(ToolArguments arguments, CallContext call);

  /**
   * Returns a text that is equal for equivalent arguments. Missing arguments are equivalent to
   * their default values.
   *
   * @throws IllegalArgumentException if the arguments are invalid, as {@link #call(ToolArguments,
   *     CallContext)}
   */
  String canonicalize(ToolArguments arguments);

  @Override
  default Observation call(ToolArguments arguments, ContextTracker context) {
    return call(
        arguments,
        new CallContext(context, null, BuiltInTools.MAX_RESULT_TOKENS, BuiltInTools.NAMES));
  }
}
