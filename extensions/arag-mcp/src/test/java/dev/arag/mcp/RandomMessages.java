package dev.arag.mcp;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Random lines for a server, with the id of the reply that each must get. */
final class RandomMessages {
  static final byte[] INVALID_UTF8 = {'"', (byte) 0xC3, (byte) 0x28, '"'};

  private static final List<String> VALID_IDS =
      List.of(
          "0",
          "1",
          "-7",
          "9007199254740993",
          "123456789012345678901234567890",
          "2.5",
          "1E+400",
          "1E+999999999",
          "\"\"",
          "\"1\"",
          "\"a b\"",
          "\"Zoë 你好\"",
          "\"\\uD800\"",
          "\"\\\"quoted\\\"\"");
  private static final List<String> INVALID_IDS =
      List.of("null", "true", "false", "{}", "[]", "[1]", "{\"id\":1}");
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1e400",
          "1E+999999999",
          "99999999999999999999999999",
          "\"\"",
          "\"fail\"",
          "\"k1\"",
          "\"\\uDC00\"",
          "[]",
          "[[]]",
          "{}",
          "[null,1,{}]",
          "{\"keywords\":{}}",
          "[\"Tarn\",\"fail\"]",
          nested(60));
  private static final List<String> NAMES =
      List.of(
          "keywords",
          "chunk_ids",
          "query",
          "quotes",
          "chunk_id",
          "quote",
          "top_k",
          "offset",
          "neighbors",
          "x");
  private static final List<String> METHODS =
      List.of("ping", "initialize", "tools/list", "server/discover", "tools/call", "no/such", "");

  private final Random random;

  RandomMessages(Random random) {
    this.random = random;
  }

  /**
   * @param answeredId the id of the reply as JSON; empty if there must be none
   */
  record Line(byte[] bytes, Optional<String> answeredId) {}

  Line next() {
    return switch (random.nextInt(10)) {
      case 0 -> garbage();
      case 1 -> notification();
      case 2 -> wrongShape();
      case 3 -> blank();
      case 4 -> damaged();
      default -> request();
    };
  }

  private Line request() {
    String id = any(VALID_IDS);
    return line(message("\"id\":" + id + ","), id);
  }

  private Line notification() {
    return random.nextBoolean()
        ? line(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
                + any(List.of("\"no such id\"", "null", "{}", "77777", "8e999999999"))
                + "}}",
            null)
        : line(message(""), null);
  }

  private String message(String id) {
    String params = random.nextInt(6) == 0 ? any(VALUES) : params();
    String space = any(List.of("", " ", "\t"));
    return "{"
        + space
        + id
        + "\"jsonrpc\":\"2.0\","
        + space
        + "\"method\":\""
        + (random.nextBoolean() ? "tools/call" : any(METHODS))
        + "\""
        + (random.nextInt(8) == 0 ? "" : ",\"params\":" + params)
        + "}"
        + space;
  }

  private String params() {
    String tool =
        any(
            List.of(
                "\"keyword_search\"",
                "\"semantic_search\"",
                "\"chunk_read\"",
                "\"check_quotes\"",
                "\"rm -rf\"",
                any(VALUES)));
    String arguments = random.nextInt(5) == 0 ? any(VALUES) : arguments();
    return "{\"name\":" + tool + ",\"arguments\":" + arguments + meta() + "}";
  }

  private String arguments() {
    StringBuilder object = new StringBuilder("{");
    for (int i = random.nextInt(4); i >= 0; i--) {
      object.append('"').append(any(NAMES)).append("\":").append(any(VALUES));
      object.append(i == 0 ? "" : ",");
    }
    return object.append('}').toString();
  }

  private String meta() {
    return switch (random.nextInt(6)) {
      case 0 -> ",\"_meta\":" + any(VALUES);
      case 1 -> ",\"_meta\":{\"progressToken\":" + any(VALUES) + "}";
      case 2 -> ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":" + any(VALUES) + "}";
      case 3 ->
          ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
              + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
      default -> "";
    };
  }

  /** An object with a valid id that is not a valid request, and others without a valid id. */
  private Line wrongShape() {
    String id = any(VALID_IDS);
    return switch (random.nextInt(6)) {
      case 0 -> line("{\"jsonrpc\":\"1.0\",\"id\":" + id + ",\"method\":\"ping\"}", id);
      case 1 -> line("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":3}", id);
      case 2 -> line("{\"jsonrpc\":\"2.0\",\"id\":" + id + "}", id);
      case 3 ->
          line("{\"jsonrpc\":\"2.0\",\"id\":" + any(INVALID_IDS) + ",\"method\":\"ping\"}", "null");
      case 4 -> line("[" + message("\"id\":" + id + ",") + "]", "null");
      default -> line("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}", null);
    };
  }

  private Line blank() {
    return line(any(List.of("", " ", "\r", " \t \r")), null);
  }

  private Line garbage() {
    byte[] bytes = new byte[1 + random.nextInt(30)];
    random.nextBytes(bytes);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = bytes[i] == '\n' ? (byte) 'n' : bytes[i];
    }
    // Random bytes must be neither blank nor JSON.
    bytes[0] = '!';
    return switch (random.nextInt(4)) {
      case 0 -> line(INVALID_UTF8, "null");
      case 1 -> line(nested(10_000), "null");
      case 2 -> line("1".repeat(2_000), "null");
      default -> line(bytes, "null");
    };
  }

  /** A request that was cut, so that it is not JSON. */
  private Line damaged() {
    String whole = message("\"id\":1,").strip();
    return line(whole.substring(0, 1 + random.nextInt(whole.length() - 1)), "null");
  }

  private static String nested(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }

  private String any(List<String> values) {
    return values.get(random.nextInt(values.size()));
  }

  private static Line line(String text, String id) {
    return line(text.getBytes(StandardCharsets.UTF_8), id);
  }

  private static Line line(byte[] bytes, String id) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    line.writeBytes(bytes);
    line.write('\n');
    return new Line(line.toByteArray(), Optional.ofNullable(id));
  }
}
