package dev.arag.spring.ai.internal;

import dev.arag.agent.Agent;
import dev.arag.core.error.AragException;
import dev.arag.langchain4j.AgentTool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;

/**
 * A tool that asks an agent.
 *
 * @param tool the same tool for LangChain4j, which writes the texts that the model reads
 */
public record AgentCallback(Agent agent, AgentTool tool) implements ToolCallback {
  @Override
  public ToolDefinition getToolDefinition() {
    return ToolDefinitions.of(tool.specification());
  }

  @Override
  public String call(String input) {
    return call(input, null);
  }

  @Override
  public String call(String input, @Nullable ToolContext context) {
    Agent asked =
        ContextScope.restrict(
            agent, context == null ? Map.of() : context.getContext(), agent::within);
    String name = tool.specification().name();
    String description = tool.specification().description();
    try {
      return AgentTool.of(asked)
          .named(name, description)
          .executor()
          .execute(ToolExecutionRequest.builder().name(name).arguments(input).build(), name);
    } catch (dev.langchain4j.exception.ToolExecutionException e) {
      // Its cause has a message for the model, without details.
      throw new ToolExecutionException(
          getToolDefinition(),
          Objects.requireNonNullElseGet(
              e.getCause(), () -> new AragException("The documents could not be searched.", e)));
    }
  }
}
