package dev.arag.tools;

/** Wraps a tool to replace its description. */
final class DescriptionOverride {
  private DescriptionOverride() {}

  static RetrievalTool apply(RetrievalTool tool, String description) {
    return tool instanceof CorpusTool ofCorpus
        ? new OfCorpus(ofCorpus, description)
        : new Custom(tool, description);
  }

  private record OfCorpus(CorpusTool tool, String description) implements CorpusTool {
    @Override
    public ToolDefinition definition() {
      return tool.definition();
    }

    @Override
    public String example() {
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
    public String example() {
      return tool.example();
    }

    @Override
    public Observation call(ToolArguments arguments, ContextTracker context) {
      return tool.call(arguments, context);
    }
  }
}
