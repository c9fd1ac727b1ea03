package dev.arag.mcp.internal.wire;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a server offers.
 *
 * @param instructions returns a text for the model on the documents and how to use the tools
 * @param tools in the order in which they are listed, with different names
 */
public record ServerDescription(
    String name, String version, Supplier<String> instructions, List<SyncToolSpecification> tools) {
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
