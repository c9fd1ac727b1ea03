package dev.arag.mcp.internal.tool;

import dev.arag.agent.Agent;
import dev.arag.core.corpus.Corpus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates the tools of a server. */
public final class ServedTools {
  private ServedTools() {}

  /**
   * Returns the tools in the order in which hosts list them.
   *
   * @param checksQuotes whether there is a tool that checks quotes
   * @param agent answers questions; null if there is no such tool
   */
  public static List<ServedTool> of(
      Corpus corpus, ToolNames names, boolean checksQuotes, @Nullable Agent agent) {
    List<ServedTool> tools = new ArrayList<>(ServedCorpusTool.all(corpus, names));
    if (checksQuotes) {
      tools.add(new CheckQuotesTool(corpus, names));
    }
    if (agent != null) {
      tools.add(new AskTool(agent, names));
    }
    return List.copyOf(tools);
  }
}
