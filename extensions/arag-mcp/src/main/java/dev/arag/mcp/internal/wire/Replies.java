package dev.arag.mcp.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Creates the messages of the server. */
final class Replies {
  private Replies() {}

  static ObjectNode result(JsonNode id, ObjectNode result) {
    ObjectNode reply = message();
    reply.set("id", id);
    reply.set("result", result);
    return reply;
  }

  static ObjectNode error(JsonNode id, RpcError error) {
    ObjectNode reply = message();
    reply.set("id", id);
    ObjectNode details = reply.putObject("error");
    details.put("code", error.code()).put("message", error.message());
    if (error.data() != null) {
      details.set("data", error.data());
    }
    return reply;
  }

  static ObjectNode progress(JsonNode token, int step, String text) {
    ObjectNode notification = message();
    notification.put("method", "notifications/progress");
    ObjectNode params = notification.putObject("params");
    params.set("progressToken", token);
    params.put("progress", step).put("message", text);
    return notification;
  }

  private static ObjectNode message() {
    return Json.object().put("jsonrpc", "2.0");
  }
}
