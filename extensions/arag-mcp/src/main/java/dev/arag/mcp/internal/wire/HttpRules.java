package dev.arag.mcp.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rules for headers of requests over HTTP. */
final class HttpRules {
  private static final String VERSION = "MCP-Protocol-Version";
  private static final String METHOD = "Mcp-Method";
  private static final String NAME = "Mcp-Name";
  private static final String BASE64_START = "=?base64?";
  private static final String BASE64_END = "?=";

  private HttpRules() {}

  /**
   * Returns the version of the protocol. In the modern era, headers repeat parts of the body.
   *
   * @throws RpcException if the headers or the parameters are not valid for their era
   */
  static String requireVersion(Headers headers, ClientMessage.Request request) {
    ObjectNode params = request.params();
    Optional<String> header = single(headers, VERSION);
    boolean isModern =
        ProtocolVersion.isNamedIn(params)
            || header.filter(ProtocolVersion.MODERN::equals).isPresent();
    if (isModern) {
      requireModern(headers, request);
      return ProtocolVersion.MODERN;
    }
    if (header.isPresent() && !ProtocolVersion.LEGACY.contains(header.get())) {
      throw new RpcException(RpcError.unsupportedVersion(header.get()));
    }
    return header.orElse(ProtocolVersion.UNNAMED);
  }

  private static void requireModern(Headers headers, ClientMessage.Request request) {
    ObjectNode params = request.params();
    Optional<String> version = ProtocolVersion.in(params);
    if (version.isPresent()) {
      requireEqual(VERSION, single(headers, VERSION), version.get());
    }
    ProtocolVersion.requireModern(params);
    requireEqual(METHOD, single(headers, METHOD), request.method());
    JsonNode name = params.path("name");
    if (request.method().equals(Methods.TOOLS_CALL) && name.isTextual()) {
      requireEqual(NAME, single(headers, NAME).flatMap(HttpRules::decode), name.textValue());
    }
  }

  private static void requireEqual(String name, Optional<String> header, String body) {
    if (!header.filter(body::equals).isPresent()) {
      throw new RpcException(RpcError.headerMismatch(name));
    }
  }

  /** Returns the value of a header; empty if there is none or several. */
  static Optional<String> single(Headers headers, String name) {
    @Nullable List<String> values = headers.get(name);
    return values == null || values.size() != 1
        ? Optional.empty()
        : Optional.of(values.get(0).strip());
  }

  /** Decodes a value that may be in base 64; empty if it is not valid base 64. */
  private static Optional<String> decode(String value) {
    if (!value.startsWith(BASE64_START) || !value.endsWith(BASE64_END)) {
      return Optional.of(value);
    }
    String encoded = value.substring(BASE64_START.length(), value.length() - BASE64_END.length());
    try {
      return Optional.of(new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  static boolean acceptsStream(Headers headers) {
    return accept(headers).contains("text/event-stream");
  }

  static boolean acceptsJson(Headers headers) {
    String accept = accept(headers);
    return accept.isBlank()
        || accept.contains("application/json")
        || accept.contains("application/*")
        || accept.contains("*/*");
  }

  private static String accept(Headers headers) {
    List<String> values = headers.getOrDefault("Accept", List.of());
    return String.join(",", values).toLowerCase(Locale.ROOT);
  }
}
