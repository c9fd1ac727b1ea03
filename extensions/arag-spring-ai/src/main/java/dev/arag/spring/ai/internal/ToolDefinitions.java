package dev.arag.spring.ai.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.util.Objects;
import org.springframework.ai.tool.definition.ToolDefinition;

/** Converts tool specifications and JSON schemas of LangChain4j. */
final class ToolDefinitions {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ToolDefinitions() {}

  static ToolDefinition of(ToolSpecification specification) {
    return ToolDefinition.builder()
        .name(specification.name())
        .description(Objects.requireNonNullElse(specification.description(), ""))
        .inputSchema(schema(specification))
        .build();
  }

  /** Returns a schema as JSON. */
  static String schema(JsonObjectSchema schema) {
    return schema(ToolSpecification.builder().name("schema").parameters(schema).build());
  }

  private static String schema(ToolSpecification specification) {
    try {
      JsonNode schema = JSON.readTree(specification.toJson()).path("parameters");
      return schema.isObject() ? schema.toString() : "{\"type\":\"object\",\"properties\":{}}";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("LangChain4j wrote a schema that is not valid JSON.", e);
    }
  }
}
