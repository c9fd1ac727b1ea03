package dev.arag.mcp.internal.wire;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import java.util.List;

/**
 * What a server offers.
 *
 * @param instructions a text for the model on how to use the tools
 * @param tools in the order in which they are listed, with different names
 */
public record ServerDescription(
    String name, String version, String instructions, List<SyncToolSpecification> tools) {
  public ServerDescription {
    requireNonNull(name, "name");
    requireNonNull(version, "version");
    requireNonNull(instructions, "instructions");
    tools = List.copyOf(requireNonNull(tools, "tools"));
  }

  ObjectNode info() {
    return Json.object().put("name", name).put("version", version);
  }
}
