package dev.arag.strategies.search;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.strategy.RunContext;
import dev.arag.tools.Observation;
import dev.arag.tools.ToolCall;
import java.util.Map;

/**
 * Searches something else than the corpus, such as the web. Implementations are thread-safe.
 *
 * <p>An answer can cite the text that a search found only if a tool of the run returned it, as with
 * {@link #tool}. Text from elsewhere can be read by the model, but its quotes cannot be checked.
 */
@FunctionalInterface
public interface ExternalSearcher {
  /**
   * Searches once.
   *
   * @param query the query, not blank
   * @param run the run, whose tools may be called
   * @return the text found; a {@link Observation.Rejected} if the search failed
   */
  Observation search(String query, RunContext run);

  /**
   * Returns a searcher that calls a custom tool of the agent. The call counts against the budget of
   * tool calls, and its text is fenced and can be cited if the tool returns {@link
   * Observation.Sources}.
   *
   * <pre>{@code
   * ExternalSearcher web = ExternalSearcher.tool("web_search", "query");
   * Agent.builder(index, model)
   *     .tools(corpus -> Toolbox.over(corpus).with(webSearchTool))
   *     .strategy(Strategies.levelRag(web))
   * }</pre>
   *
   * @param name the name of the tool
   * @param argument the name of the argument that takes the query
   */
  static ExternalSearcher tool(String name, String argument) {
    requireNonNull(name, "name");
    requireNonNull(argument, "argument");
    return (query, run) -> run.call(ToolCall.of(name, Map.of(argument, query)));
  }
}
