package dev.arag.web.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A request that has passed all checks, and its response. */
final class Request {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final HttpExchange exchange;
  private final Watchdog watchdog;

  Request(HttpExchange exchange, Watchdog watchdog) {
    this.exchange = exchange;
    this.watchdog = watchdog;
  }

  /**
   * Reads the body as a JSON object.
   *
   * @throws HttpFailure if it is too long or not a JSON object
   */
  JsonNode body(int maxBytes) throws IOException {
    try {
      JsonNode body = JSON.readTree(bodyBytes(maxBytes));
      if (body != null && body.isObject()) {
        return body;
      }
    } catch (JsonProcessingException e) {
      // The message of the parser would repeat the body.
    }
    throw HttpFailure.badRequest("The body of the request is not a JSON object.");
  }

  /**
   * Reads the body.
   *
   * @throws HttpFailure if it is too long
   */
  byte[] bodyBytes(int maxBytes) throws IOException {
    requireLength(maxBytes);
    byte[] bytes = watchdog.limit(() -> exchange.getRequestBody().readNBytes(maxBytes + 1));
    if (bytes.length > maxBytes) {
      throw tooLong(maxBytes);
    }
    return bytes;
  }

  /** The body, without a limit of its length. The stream limits the time of each read. */
  InputStream stream() {
    return watchdog.limit(exchange.getRequestBody());
  }

  /**
   * @throws HttpFailure if the client announced a longer body
   */
  void requireLength(long maxBytes) {
    String length = exchange.getRequestHeaders().getFirst("Content-Length");
    try {
      if (length != null && Long.parseLong(length) > maxBytes) {
        throw tooLong(maxBytes);
      }
    } catch (NumberFormatException e) {
      throw HttpFailure.badRequest("The header Content-Length is not a number.");
    }
  }

  private static HttpFailure tooLong(long maxBytes) {
    return new HttpFailure(413, "The request is longer than " + maxBytes + " bytes.");
  }

  /** The value of a query parameter. */
  Optional<String> parameter(String name) {
    String query = exchange.getRequestURI().getRawQuery();
    for (String pair : query == null ? List.<String>of() : List.of(query.split("&"))) {
      if (pair.startsWith(name + "=")) {
        return Optional.of(decode(pair.substring(name.length() + 1)));
      }
    }
    return Optional.empty();
  }

  private static String decode(String value) {
    try {
      return URLDecoder.decode(value, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw HttpFailure.badRequest("A parameter of the request is not encoded correctly.");
    }
  }

  /** The value of a query parameter as a number of at least 0. */
  int number(String name, int ifMissing) {
    try {
      int value = parameter(name).map(Integer::parseInt).orElse(ifMissing);
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // The same message as for a negative number.
    }
    throw HttpFailure.badRequest("The parameter " + name + " must be a number of at least 0.");
  }

  /**
   * @throws HttpFailure if the field is missing or not a text, or is too long
   */
  static String text(JsonNode body, String field, int maxLength) {
    JsonNode value = body.get(field);
    if (value == null || !value.isTextual()) {
      throw HttpFailure.badRequest("The field " + field + " must be a string.");
    }
    if (value.textValue().length() > maxLength) {
      throw HttpFailure.badRequest(
          "The field " + field + " is longer than " + maxLength + " characters.");
    }
    return value.textValue();
  }

  /** Answers with the JSON of a record or map. */
  void json(int status, Object value) throws IOException {
    byte[] bytes;
    try {
      bytes = JSON.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A response cannot be written as JSON.", e);
    }
    bytes(status, "application/json", bytes);
  }

  void bytes(int status, String contentType, byte[] content) throws IOException {
    header("Content-Type", contentType);
    exchange.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
    if (content.length > 0) {
      try (OutputStream out = watchdog.limit(exchange.getResponseBody())) {
        out.write(content);
      }
    }
  }

  /** Answers without a body. */
  void done() throws IOException {
    exchange.sendResponseHeaders(204, -1);
  }

  void header(String name, String value) {
    exchange.getResponseHeaders().set(name, value);
  }

  /** Begins a response of unknown length. The stream limits the time of each write. */
  OutputStream open() throws IOException {
    exchange.sendResponseHeaders(200, 0);
    return watchdog.limit(exchange.getResponseBody());
  }
}
