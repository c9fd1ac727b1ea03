package dev.arag.mcp.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The versions of the protocol. Requests of the modern era repeat the version in {@code _meta};
 * requests without it belong to the era before.
 */
final class ProtocolVersion {
  static final String MODERN = "2026-07-28";

  /** The versions that begin with {@code initialize}, newest first. */
  static final List<String> LEGACY =
      List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

  /** All versions, newest first. */
  private static final List<String> SUPPORTED =
      Stream.concat(Stream.of(MODERN), LEGACY.stream()).toList();

  /** The version of a client that names none, by the specification of 2025-06-18. */
  static final String UNNAMED = "2025-03-26";

  /** The first version with titles and structured results. */
  private static final String STRUCTURED = "2025-06-18";

  private static final String META = "_meta";
  private static final String VERSION = "io.modelcontextprotocol/protocolVersion";
  private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

  private ProtocolVersion() {}

  /** The version for a client that asked for another one in {@code initialize}. */
  static String negotiate(String requested) {
    return LEGACY.contains(requested) ? requested : LEGACY.get(0);
  }

  /** Adds all versions to a result or an error. Clients compare these two lists. */
  static void addTo(ObjectNode target, String key) {
    ArrayNode versions = target.putArray(key);
    SUPPORTED.forEach(versions::add);
  }

  static boolean isModern(String version) {
    return version.equals(MODERN);
  }

  /** Whether tools have titles and output schemas, and results structured content. */
  static boolean isStructured(String version) {
    return version.compareTo(STRUCTURED) >= 0;
  }

  /** Whether a message names a version, which only the modern era does. */
  static boolean isNamedIn(ObjectNode params) {
    return params.path(META).has(VERSION);
  }

  /** The version that a message names; empty if there is none, or it is not a text. */
  static Optional<String> in(ObjectNode params) {
    JsonNode version = params.path(META).path(VERSION);
    return version.isTextual() ? Optional.of(version.textValue()) : Optional.empty();
  }

  /**
   * Requires what each request of the modern era contains.
   *
   * @throws RpcException if something is missing or the version is not supported
   */
  static void requireModern(ObjectNode params) {
    String version = in(params).orElseThrow(() -> missing(VERSION));
    if (!params.path(META).path(CAPABILITIES).isObject()) {
      throw missing(CAPABILITIES);
    }
    if (!version.equals(MODERN)) {
      throw new RpcException(RpcError.unsupportedVersion(version));
    }
  }

  private static RpcException missing(String key) {
    return new RpcException(
        RpcError.invalidParams("params._meta must contain a valid " + key + "."));
  }
}
