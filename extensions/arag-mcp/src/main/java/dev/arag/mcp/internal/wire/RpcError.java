package dev.arag.mcp.internal.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * An error of JSON-RPC.
 *
 * @param message a fixed text, which contains neither text of the request nor of an exception
 * @param data details for the client; null if there are none
 */
record RpcError(int code, String message, @Nullable ObjectNode data) {
  static final int PARSE_ERROR = -32700;
  static final int INVALID_REQUEST = -32600;
  static final int METHOD_NOT_FOUND = -32601;
  static final int INVALID_PARAMS = -32602;
  static final int INTERNAL_ERROR = -32603;
  static final int BUSY = -32000;
  static final int HEADER_MISMATCH = -32020;
  static final int UNSUPPORTED_VERSION = -32022;

  RpcError(int code, String message) {
    this(code, message, null);
  }

  static RpcError invalidParams(String message) {
    return new RpcError(INVALID_PARAMS, message);
  }

  static RpcError methodNotFound() {
    return new RpcError(METHOD_NOT_FOUND, "Method not found.");
  }

  static RpcError headerMismatch(String header) {
    return new RpcError(
        HEADER_MISMATCH, "The header " + header + " is missing or differs from the body.");
  }

  static RpcError unsupportedVersion(String requested) {
    ObjectNode data = Json.object();
    ProtocolVersion.addTo(data, "supported");
    int length = Math.min(requested.length(), ClientMessage.MAX_ID_LENGTH);
    data.put("requested", requested.substring(0, length));
    return new RpcError(UNSUPPORTED_VERSION, "Unsupported protocol version.", data);
  }
}
