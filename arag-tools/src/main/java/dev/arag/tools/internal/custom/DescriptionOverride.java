package dev.arag.tools.internal.custom;

import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.CorpusTool;
import dev.arag.tools.spi.ToolDefinition;
import java.util.Optional;

/** Wraps a tool to replace its description. */
public final class DescriptionOverride {
  private DescriptionOverride() {}

  public static RetrievalTool apply(RetrievalTool tool, String description) {
    return tool instanceof CorpusTool ofCorpus
        ? new OfCorpus(ofCorpus, new ToolDefinition(tool.name(), description, tool.parameters()))
        : new Custom(tool, description);
  }

  private record OfCorpus(CorpusTool tool, ToolDefinition definition) implements CorpusTool {
    @Override
    public Optional<String> example() {
      return tool.example();
    }

    @Override
    public String canonicalize(ToolArguments arguments) {
      return tool.canonicalize(arguments);
    }

    @Override
    public Observation call(ToolArguments arguments, CallContext call) {
      return tool.call(arguments, call);
    }
  }

  private record Custom(RetrievalTool tool, String description) implements RetrievalTool {
    @Override
    public String name() {
      return tool.name();
    }

    @Override
    public String parameters() {
      return tool.parameters();
    }

    @Override
    public Optional<String> example() {
      return tool.example();
    }

    @Override
    public Observation call(ToolArguments arguments, ContextTracker context) {
      return tool.call(arguments, context);
    }
  }
}
