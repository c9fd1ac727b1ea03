package dev.arag.agent.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.tools.RetrievalTool;
import dev.langchain4j.agent.tool.ToolSpecification;

/** Our tools as LangChain4j describes tools to a model. */
final class LangChain4jTools {
  private static final ObjectMapper JSON = new ObjectMapper();

  private LangChain4jTools() {}

  static ToolSpecification specification(RetrievalTool tool) {
    ObjectNode specification = JSON.createObjectNode();
    specification.put("name", tool.name());
    specification.put("description", tool.description());
    try {
      specification.set("parameters", JSON.readTree(tool.parameters()));
      return ToolSpecification.fromJson(JSON.writeValueAsString(specification));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "The parameters of tool '" + tool.name() + "' must be a JSON schema of type object.", e);
    }
  }
}
