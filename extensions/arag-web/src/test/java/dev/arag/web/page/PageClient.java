package dev.arag.web.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A client that writes its requests byte by byte, because others do not send wrong headers. */
final class PageClient {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final int port;
  private final String cookie;
  private final String key;

  private PageClient(int port, String cookie, String key) {
    this.port = port;
    this.cookie = cookie;
    this.key = key;
  }

  /** Opens a session with the token of an address, as the page does. */
  static PageClient of(PageServer server) throws IOException {
    PageClient anonymous = anonymous(server);
    Answer answer =
        anonymous.post("/api/session").json(Map.of("token", tokenOf(server.address()))).send();
    String header = answer.header("set-cookie").orElseThrow();
    String key = answer.header("x-arag-key").orElse("");
    return new PageClient(server.port(), header.substring(0, header.indexOf(';')), key);
  }

  static PageClient anonymous(PageServer server) {
    return new PageClient(server.port(), "", "");
  }

  static String tokenOf(URI address) {
    return address.getFragment().substring("token=".length());
  }

  String cookie() {
    return cookie;
  }

  String key() {
    return key;
  }

  Call get(String path) {
    return new Call("GET", path);
  }

  Call post(String path) {
    return new Call("POST", path).with("Origin", "http://127.0.0.1:" + port);
  }

  /** Asks a question in a conversation of its own. */
  Call ask(String conversation, String... questions) throws IOException {
    List<?> messages =
        List.of(questions).stream()
            .map(
                text ->
                    Map.of("role", "user", "parts", List.of(Map.of("type", "text", "text", text))))
            .toList();
    return post("/api/chat").json(Map.of("id", conversation, "messages", messages));
  }

  record Answer(int status, List<String> headers, String body) {
    Optional<String> header(String name) {
      return headers.stream()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst();
    }

    JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (IOException e) {
        throw new AssertionError(body, e);
      }
    }

    /** The parts of a stream. */
    List<JsonNode> parts() {
      return body.lines()
          .filter(line -> line.startsWith("data: {"))
          .map(line -> new Answer(200, List.of(), line.substring(6)).json())
          .toList();
    }
  }

  /** A request. */
  final class Call {
    private String method;
    private final String path;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private byte[] body = new byte[0];
    private boolean isChunked;

    private Call(String method, String path) {
      this.method = method;
      this.path = path;
      headers.put("Host", "127.0.0.1:" + port);
      headers.put("Connection", "close");
      if (!cookie.isEmpty()) {
        headers.put("Cookie", cookie);
        headers.put("X-Arag-Key", key);
      }
    }

    Call method(String other) {
      method = other;
      return this;
    }

    /** Sets a header; null removes it. */
    Call with(String name, String value) {
      if (value == null) {
        headers.remove(name);
      } else {
        headers.put(name, value);
      }
      return this;
    }

    Call json(Object value) throws IOException {
      return body(JSON.writeValueAsBytes(value), "application/json");
    }

    /** Adds the field {@code within} to a question. */
    Call within(Object place) throws IOException {
      ObjectNode question = (ObjectNode) JSON.readTree(body);
      return json(question.set("within", JSON.valueToTree(place)));
    }

    Call body(byte[] bytes, String contentType) {
      body = bytes;
      headers.put("Content-Type", contentType);
      return this;
    }

    /** Sends the body without telling its length before. */
    Call chunked() {
      isChunked = true;
      return this;
    }

    Answer send() throws IOException {
      try (Socket socket = open()) {
        return read(socket.getInputStream());
      }
    }

    /** Sends the request and nothing after it, even if its header announces a longer body. */
    Answer sendTruncated() throws IOException {
      try (Socket socket = open()) {
        socket.shutdownOutput();
        return read(socket.getInputStream());
      }
    }

    /** Sends the request and returns the connection. */
    Socket open() throws IOException {
      Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port);
      socket.setSoTimeout(60_000);
      ByteArrayOutputStream request = new ByteArrayOutputStream();
      request.writeBytes((method + " " + path + " HTTP/1.1\r\n").getBytes(StandardCharsets.UTF_8));
      if (isChunked) {
        headers.put("Transfer-Encoding", "chunked");
      } else if (method.equals("POST") && !headers.containsKey("Content-Length")) {
        headers.put("Content-Length", String.valueOf(body.length));
      }
      headers.forEach(
          (name, value) ->
              request.writeBytes((name + ": " + value + "\r\n").getBytes(StandardCharsets.UTF_8)));
      request.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
      if (isChunked) {
        request.writeBytes(
            (Integer.toHexString(body.length) + "\r\n").getBytes(StandardCharsets.UTF_8));
      }
      request.writeBytes(body);
      if (isChunked) {
        request.writeBytes("\r\n0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      }
      try {
        socket.getOutputStream().write(request.toByteArray());
      } catch (IOException e) {
        // The server may answer and close before it has read a body that is too long.
      }
      return socket;
    }
  }

  private static Answer read(InputStream in) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      in.transferTo(all);
    } catch (IOException e) {
      // A reset connection; what was received before counts.
    }
    String text = all.toString(StandardCharsets.UTF_8);
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      return new Answer(0, List.of(), "");
    }
    List<String> lines = new ArrayList<>(text.substring(0, end).lines().toList());
    int status = Integer.parseInt(lines.remove(0).split(" ", -1)[1]);
    String body = text.substring(end + 4);
    boolean isChunked =
        lines.stream().anyMatch(line -> line.equalsIgnoreCase("transfer-encoding: chunked"));
    return new Answer(status, lines, isChunked ? unchunked(all.toByteArray(), text, end) : body);
  }

  private static String unchunked(byte[] all, String text, int end) {
    int at = text.substring(0, end + 4).getBytes(StandardCharsets.UTF_8).length;
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (at < all.length) {
      int line = at;
      while (line < all.length && all[line] != '\r') {
        line++;
      }
      int length = Integer.parseInt(new String(all, at, line - at, StandardCharsets.UTF_8), 16);
      at = line + 2;
      int available = Math.min(length, all.length - at);
      if (length == 0 || available <= 0) {
        break;
      }
      body.write(all, at, available);
      at += length + 2;
    }
    return body.toString(StandardCharsets.UTF_8);
  }
}
