package dev.arag.langchain4j.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.tools.call.RetrievalTool;
import dev.langchain4j.agent.tool.ToolSpecification;

/** Converts tools to tool specifications of LangChain4j. */
final class SpecificationMapper {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private SpecificationMapper() {}

  static ToolSpecification toSpecification(RetrievalTool tool) {
    try {
      ObjectNode json = MAPPER.createObjectNode();
      json.put("name", tool.name());
      json.put("description", tool.description());
      json.set("parameters", MAPPER.readTree(tool.parameters()));
      return ToolSpecification.fromJson(json.toString());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "The parameters of " + tool.name() + " are not valid JSON.", e);
    }
  }
}
