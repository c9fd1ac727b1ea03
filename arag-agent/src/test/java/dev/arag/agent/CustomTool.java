package dev.arag.agent;

import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolArguments;
import java.util.List;
import java.util.function.Supplier;

/** A custom tool without parameters. Tests of other modules use it, too. */
public record CustomTool(String name, Supplier<Observation> result) implements RetrievalTool {
  /** Returns a tool that does some work and finds "1". */
  static CustomTool running(String name, Runnable work) {
    return new CustomTool(
        name,
        () -> {
          work.run();
          return new Observation.Found("1", List.of());
        });
  }

  @Override
  public String description() {
    return "A tool of the application.";
  }

  @Override
  public String parameters() {
    return "{\"type\":\"object\",\"properties\":{}}";
  }

  @Override
  public Observation call(ToolArguments arguments, ContextTracker context) {
    return result.get();
  }
}
