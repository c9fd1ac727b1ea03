package dev.arag.web.internal.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A request and its response. Reads and writes are limited in time. */
public final class ServerRequest {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** How much of a body is read after the response, so that the client receives the response. */
  private static final int MAX_DRAINED_BYTES = 16 << 20;

  private final HttpExchange exchange;
  private final Watchdog watchdog;

  ServerRequest(HttpExchange exchange, Watchdog watchdog) {
    this.exchange = exchange;
    this.watchdog = watchdog;
  }

  public String method() {
    return exchange.getRequestMethod();
  }

  /** The path as the client sent it, without the query. */
  public String path() {
    return String.valueOf(exchange.getRequestURI().getRawPath());
  }

  public Headers headers() {
    return exchange.getRequestHeaders();
  }

  /** The media type of the body in lower case, without parameters; empty if there is not one. */
  public String mediaType() {
    List<String> types = headers().getOrDefault("Content-Type", List.of());
    return types.size() == 1 ? types.get(0).split(";", 2)[0].strip().toLowerCase(Locale.ROOT) : "";
  }

  /**
   * Ends the limits of unauthenticated requests. Called once, when the client has shown its token
   * or needs none.
   *
   * @throws IOException if the request was ended by one of these limits
   */
  public void admit() throws IOException {
    watchdog.admit();
  }

  /**
   * Reads the body as a JSON object.
   *
   * @throws HttpFailure if it is too long or not a JSON object
   */
  public JsonNode body(int maxBytes) throws IOException {
    requireLength(maxBytes);
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
  public byte[] bodyBytes(int maxBytes) throws IOException {
    byte[] bytes = watchdog.limit(() -> requestBody().readNBytes(maxBytes + 1));
    if (bytes.length > maxBytes) {
      throw tooLong(maxBytes);
    }
    return bytes;
  }

  /** The body, without a limit of its length. The stream limits the time of each read. */
  public InputStream stream() {
    return watchdog.limit(requestBody());
  }

  /** The JDK's server reads a size of a chunk that is not an int as a negative number. */
  private InputStream requestBody() {
    return new FilterInputStream(exchange.getRequestBody()) {
      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
          return in.read(bytes, offset, length);
        } catch (IndexOutOfBoundsException e) {
          throw HttpFailure.badRequest("The size of a chunk is not valid.");
        }
      }
    };
  }

  /**
   * @throws HttpFailure if the client announced a longer body
   */
  public void requireLength(long maxBytes) {
    String length = exchange.getRequestHeaders().getFirst("Content-Length");
    try {
      if (length != null && Long.parseLong(length) > maxBytes) {
        throw tooLong(maxBytes);
      }
    } catch (NumberFormatException e) {
      throw HttpFailure.badRequest("The header Content-Length is not a number.");
    }
  }

  private HttpFailure tooLong(long maxBytes) {
    header("Connection", "close");
    return new HttpFailure(413, "The request is longer than " + maxBytes + " bytes.");
  }

  /** The value of a query parameter. */
  public Optional<String> parameter(String name) {
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
  public int number(String name, int ifMissing) {
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
  public static String text(JsonNode body, String field, int maxLength) {
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
  public void json(int status, Object value) throws IOException {
    byte[] bytes;
    try {
      // Halves of surrogate pairs become question marks; UTF-8 cannot represent them.
      bytes = JSON.writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A response cannot be written as JSON.", e);
    }
    bytes(status, "application/json", bytes);
  }

  public void bytes(int status, String contentType, byte[] content) throws IOException {
    if (content.length == 0 || method().equals("HEAD")) {
      end(status);
    } else {
      header("Content-Type", contentType);
      sendHeaders(status, content.length);
      try (OutputStream out = watchdog.limit(exchange.getResponseBody())) {
        out.write(content);
        out.flush();
        drain();
      }
    }
  }

  /** If the server closed a connection on which the client still sends, it would be reset. */
  private void drain() throws IOException {
    InputStream rest = stream();
    byte[] buffer = new byte[1 << 13];
    try {
      int left = MAX_DRAINED_BYTES;
      int read = 0;
      while (read >= 0 && left > 0) {
        read = rest.read(buffer);
        left -= read;
      }
    } catch (HttpFailure e) {
      // The rest is not valid.
    }
  }

  /** Answers without a body. */
  public void end(int status) throws IOException {
    sendHeaders(status, -1);
  }

  /** Writes the headers, and what earlier responses of the connection left in the buffer. */
  private void sendHeaders(int status, long length) throws IOException {
    int unused =
        watchdog.limit(
            () -> {
              exchange.sendResponseHeaders(status, length);
              return 0;
            });
  }

  public void header(String name, String value) {
    exchange.getResponseHeaders().set(name, value);
  }

  /** Begins a response of unknown length. The stream limits the time of each write. */
  public OutputStream open() throws IOException {
    sendHeaders(200, 0);
    return watchdog.limit(exchange.getResponseBody());
  }
}
