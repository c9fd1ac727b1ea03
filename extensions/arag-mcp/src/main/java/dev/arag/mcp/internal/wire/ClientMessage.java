package dev.arag.mcp.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** A message of a client. */
sealed interface ClientMessage {
  /**
   * A message that is answered with exactly one reply, unless it is cancelled.
   *
   * @param id a text or a number
   */
  record Request(JsonNode id, String method, ObjectNode params) implements ClientMessage {}

  /** A message that is never answered. */
  record Notification(String method, ObjectNode params) implements ClientMessage {}

  /** A reply of the client. The server sends no requests, so replies are ignored. */
  record Reply() implements ClientMessage {}

  /**
   * A message that is answered with an error.
   *
   * @param id the id of the message; JSON null if it has no valid id
   */
  record Invalid(JsonNode id, RpcError error) implements ClientMessage {}

  /** Replies repeat ids, so a long one would make long replies. */
  int MAX_ID_LENGTH = 256;

  /** Whether a value can be the id of a request, or the token of its progress. */
  static boolean isId(JsonNode value) {
    return value.isNumber() || (value.isTextual() && value.textValue().length() <= MAX_ID_LENGTH);
  }

  /** Reads a message. */
  static ClientMessage read(byte[] bytes) {
    JsonNode json;
    try {
      json = Json.read(bytes);
    } catch (IOException e) {
      return invalid(NullNode.instance, RpcError.PARSE_ERROR, "The message is not valid JSON.");
    }
    return json instanceof ObjectNode object ? of(object) : notAnObject(json);
  }

  private static ClientMessage notAnObject(JsonNode json) {
    return json.isArray()
        ? invalid(
            NullNode.instance,
            RpcError.INVALID_REQUEST,
            "Batches are not supported. Send each message by itself.")
        : invalid(NullNode.instance, RpcError.INVALID_REQUEST, "A message is a JSON object.");
  }

  private static ClientMessage of(ObjectNode message) {
    JsonNode method = message.path("method");
    if (method.isMissingNode() && (message.has("result") || message.has("error"))) {
      return new Reply();
    }
    JsonNode id = message.path("id");
    boolean isValidId = isId(id);
    boolean isValid = isValidId || id.isMissingNode();
    if (!isValid || !method.isTextual() || !"2.0".equals(message.path("jsonrpc").textValue())) {
      return invalid(
          isValidId ? id : NullNode.instance,
          RpcError.INVALID_REQUEST,
          "A request has jsonrpc \"2.0\", a method, and an id that is a number or a string of at most "
              + MAX_ID_LENGTH
              + " characters.");
    }
    JsonNode params = message.path("params");
    boolean isAbsent = params.isMissingNode() || params.isNull();
    ObjectNode object = params instanceof ObjectNode given ? given : Json.object();
    if (id.isMissingNode()) {
      return new Notification(method.textValue(), object);
    }
    return isAbsent || params.isObject()
        ? new Request(id, method.textValue(), object)
        : invalid(id, RpcError.INVALID_PARAMS, "params must be a JSON object.");
  }

  private static ClientMessage invalid(JsonNode id, int code, String message) {
    return new Invalid(id, new RpcError(code, message));
  }
}
