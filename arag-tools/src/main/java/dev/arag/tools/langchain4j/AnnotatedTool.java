package dev.arag.tools.langchain4j;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.ContextTracker;
import dev.arag.tools.Observation;
import dev.arag.tools.RetrievalTool;
import dev.arag.tools.Snippet;
import dev.arag.tools.ToolArguments;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.service.tool.ToolExecutor;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import java.util.Objects;

/**
 * A tool that calls a {@code @Tool} method. Each result gets an id, so that an answer can cite the
 * result as a source.
 */
record AnnotatedTool(String name, String description, String parameters, ToolExecutor executor)
    implements RetrievalTool {
  private static final ObjectMapper JSON = new ObjectMapper();

  static AnnotatedTool of(ToolSpecification specification, ToolExecutor executor) {
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
    ChunkId id = ChunkId.of("tool#" + context.calls());
    String text = result(arguments);
    Location location = Location.builder(name).title(name).build();
    int tokens = TokenCounter.o200k().count(text);
    Snippet snippet = new Snippet(id, location, text, 0, tokens, true);
    return new Observation.Found("[" + id + "] " + name + "\n" + text, List.of(snippet));
  }

  private String result(ToolArguments arguments) {
    ToolExecutionRequest request =
        ToolExecutionRequest.builder().name(name).arguments(arguments.json()).build();
    try {
      return Objects.requireNonNullElse(executor.execute(request, "default"), "").strip();
    } catch (ToolArgumentsException e) {
      throw new IllegalArgumentException("These arguments cannot be used.", e);
    } catch (ToolExecutionException e) {
      // The method failed. The cause must not be thrown itself, because Toolbox shows the model the
      // message of an IllegalArgumentException and lets a CorpusException end the run.
      throw new UndeclaredThrowableException(Objects.requireNonNullElse(e.getCause(), e));
    }
  }
}
