package dev.arag.mcp.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.mcp.internal.tool.ProgressListener;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The methods of the protocol. Immutable and thread-safe. */
final class Methods {
  static final String INITIALIZE = "initialize";
  static final String TOOLS_CALL = "tools/call";
  static final String CANCELLED = "notifications/cancelled";

  /** How long a client may use the list of tools, which is constant while the process runs. */
  private static final int TTL_MILLIS = 300_000;

  private final ServerDescription server;
  private final Map<String, SyncToolSpecification> tools = new LinkedHashMap<>();

  Methods(ServerDescription server) {
    this.server = server;
    server.tools().forEach(tool -> tools.put(tool.tool().name(), tool));
  }

  /**
   * Answers a request that needs no tool.
   *
   * @param version the version of the protocol
   * @throws RpcException if the request is answered with an error
   */
  ObjectNode answer(ClientMessage.Request request, String version) {
    return ProtocolVersion.isModern(version) ? modern(request) : legacy(request, version);
  }

  private ObjectNode legacy(ClientMessage.Request request, String version) {
    return switch (request.method()) {
      case INITIALIZE -> initialize(request.params());
      case "ping" -> Json.object();
      case "tools/list" -> listTools(version);
      default -> throw new RpcException(RpcError.methodNotFound());
    };
  }

  private ObjectNode modern(ClientMessage.Request request) {
    return switch (request.method()) {
      case "server/discover" -> cacheable(discover());
      case "tools/list" -> cacheable(listTools(ProtocolVersion.MODERN));
      default -> throw new RpcException(RpcError.methodNotFound());
    };
  }

  private ObjectNode initialize(ObjectNode params) {
    JsonNode version = params.path("protocolVersion");
    if (!version.isTextual()) {
      throw new RpcException(RpcError.invalidParams("params.protocolVersion must be a string."));
    }
    ObjectNode result = Json.object();
    result.put("protocolVersion", ProtocolVersion.negotiate(version.textValue()));
    result.putObject("capabilities").putObject("tools");
    result.set("serverInfo", server.info());
    return result.put("instructions", server.instructions().get());
  }

  private ObjectNode discover() {
    ObjectNode result = Json.object();
    ProtocolVersion.addTo(result, "supportedVersions");
    result.putObject("capabilities").putObject("tools");
    return result.put("instructions", server.instructions().get());
  }

  private ObjectNode listTools(String version) {
    ObjectNode result = Json.object();
    var list = result.putArray("tools");
    for (SyncToolSpecification tool : server.tools()) {
      ObjectNode description = Json.tree(tool.tool());
      if (!ProtocolVersion.isStructured(version)) {
        description.remove(List.of("title", "outputSchema"));
      }
      list.add(description);
    }
    return result;
  }

  private ObjectNode cacheable(ObjectNode result) {
    return complete(result.put("ttlMs", TTL_MILLIS).put("cacheScope", "private"));
  }

  /** Adds what each result of the modern era contains. */
  private ObjectNode complete(ObjectNode result) {
    result.put("resultType", "complete");
    result.putObject("_meta").set(ProtocolVersion.SERVER_INFO, server.info());
    return result;
  }

  /**
   * Requires that a tool can be called with the parameters.
   *
   * @throws RpcException if not
   */
  void requireCallable(ObjectNode params) {
    tool(params);
    JsonNode arguments = params.path("arguments");
    if (!arguments.isObject() && !arguments.isMissingNode() && !arguments.isNull()) {
      throw new RpcException(RpcError.invalidParams("params.arguments must be a JSON object."));
    }
  }

  private SyncToolSpecification tool(ObjectNode params) {
    SyncToolSpecification tool = tools.get(params.path("name").asText());
    if (tool == null) {
      throw new RpcException(
          RpcError.invalidParams(
              "params.name must be one of " + String.join(", ", tools.keySet()) + "."));
    }
    return tool;
  }

  /** Runs a tool. */
  ObjectNode call(ObjectNode params, String version, ProgressListener progress) {
    SyncToolSpecification tool = tool(params);
    CallToolRequest request =
        CallToolRequest.builder(tool.tool().name())
            .arguments(Json.map(params.path("arguments")))
            .meta(Json.map(params.path("_meta")))
            .build();
    McpTransportContext context =
        McpTransportContext.create(Map.of(ProgressListener.class.getName(), progress));
    ObjectNode result = Json.tree(tool.callHandler().apply(context, request));
    if (!ProtocolVersion.isStructured(version)) {
      result.remove("structuredContent");
    }
    return ProtocolVersion.isModern(version) ? complete(result) : result;
  }
}
