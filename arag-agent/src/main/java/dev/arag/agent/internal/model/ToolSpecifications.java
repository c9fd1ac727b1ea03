package dev.arag.agent.internal.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.tools.call.RetrievalTool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonSchema;

/** Converts tools to LangChain4j's tool specifications. */
final class ToolSpecifications {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ToolSpecifications() {}

  static ToolSpecification specification(RetrievalTool tool) {
    return specification(tool.name(), tool.description(), tool.parameters());
  }

  /**
   * Returns the response format for a JSON schema. The schema is converted in the same way as the
   * parameters of a tool.
   */
  static ResponseFormat responseFormat(String name, String schema) {
    JsonSchema format =
        JsonSchema.builder()
            .name(name)
            .rootElement(specification(name, "", schema).parameters())
            .build();
    return ResponseFormat.builder().type(ResponseFormatType.JSON).jsonSchema(format).build();
  }

  private static ToolSpecification specification(
      String name, String description, String parameters) {
    ObjectNode specification = JSON.createObjectNode();
    specification.put("name", name);
    specification.put("description", description);
    try {
      specification.set("parameters", JSON.readTree(parameters));
      return ToolSpecification.fromJson(JSON.writeValueAsString(specification));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "The parameters of tool '" + name + "' must be a JSON schema of type object.", e);
    }
  }
}
