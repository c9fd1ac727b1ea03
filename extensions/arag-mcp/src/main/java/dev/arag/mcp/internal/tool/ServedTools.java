package dev.arag.mcp.internal.tool;

import dev.arag.agent.Agent;
import dev.arag.core.corpus.Corpus;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Creates the tools of a server. */
public final class ServedTools {
  private ServedTools() {}

  /**
   * Returns the tools in the order in which hosts list them.
   *
   * @param toolbox creates the tools of a corpus
   * @param checksQuotes whether there is a tool that checks quotes
   * @param agent answers questions; null if there is no such tool
   */
  public static List<ServedTool> of(
      Corpus corpus,
      Function<Corpus, Toolbox> toolbox,
      ToolNames names,
      boolean checksQuotes,
      @Nullable Agent agent) {
    List<ServedTool> tools = new ArrayList<>(ServedCorpusTool.all(corpus, toolbox, names));
    if (checksQuotes) {
      tools.add(new CheckQuotesTool(corpus, names));
    }
    if (agent != null) {
      tools.add(new AskTool(agent, names));
    }
    return List.copyOf(tools);
  }
}
