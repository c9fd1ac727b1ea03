package dev.arag.langchain4j.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolArguments;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Objects;

/**
 * A tool that calls a {@code @Tool} method. An answer can cite each result as a source. A method
 * can also return an {@link Observation}, for example to name its sources.
 */
public record AnnotatedTool(
    String name, String description, String parameters, ToolExecutor executor)
    implements RetrievalTool {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final InvocationContext INVOCATION =
      InvocationContext.builder().chatMemoryId("default").build();

  public static AnnotatedTool of(ToolSpecification specification, ToolExecutor executor) {
    return new AnnotatedTool(
        specification.name(),
        Objects.requireNonNullElse(specification.description(), ""),
        parameters(specification),
        executor);
  }

  private static String parameters(ToolSpecification specification) {
    try {
      JsonNode parameters = JSON.readTree(specification.toJson()).path("parameters");
      return parameters.isObject()
          ? parameters.toString()
          : "{\"type\":\"object\",\"properties\":{}}";
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "The parameters of tool " + specification.name() + " are not a JSON schema.", e);
    }
  }

  @Override
  public Observation call(ToolArguments arguments, ContextTracker context) {
    ToolExecutionRequest request =
        ToolExecutionRequest.builder().name(name).arguments(arguments.json()).build();
    try {
      ToolExecutionResult result = executor.executeWithContext(request, INVOCATION);
      return result.result() instanceof Observation own
          ? own
          : Observation.source(name, Objects.requireNonNullElse(result.resultText(), ""));
    } catch (ToolArgumentsException e) {
      throw new IllegalArgumentException("These arguments cannot be used.", e);
    } catch (ToolExecutionException e) {
      // The method failed. The cause must not be thrown itself, because Toolbox shows the model the
      // message of an IllegalArgumentException and lets a CorpusException end the run.
      throw new UndeclaredThrowableException(Objects.requireNonNullElse(e.getCause(), e));
    }
  }
}
