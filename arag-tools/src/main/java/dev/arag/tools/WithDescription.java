package dev.arag.tools;

/** Tools under other words of their user's. */
final class WithDescription {
  private WithDescription() {}

  static RetrievalTool of(RetrievalTool tool, String description) {
    return tool instanceof CorpusTool ours
        ? new Ours(ours, description)
        : new Foreign(tool, description);
  }

  private record Ours(CorpusTool tool, String description) implements CorpusTool {
    @Override
    public ToolText text() {
      return tool.text();
    }

    @Override
    public String example() {
      return tool.example();
    }

    @Override
    public String asked(Arguments arguments) {
      return tool.asked(arguments);
    }

    @Override
    public Observation call(Arguments arguments, CallContext turn) {
      return tool.call(arguments, turn);
    }
  }

  private record Foreign(RetrievalTool tool, String description) implements RetrievalTool {
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
    public Observation call(Arguments arguments, ContextTracker context) {
      return tool.call(arguments, context);
    }
  }
}
