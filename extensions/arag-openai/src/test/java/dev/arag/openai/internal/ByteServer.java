package dev.arag.openai.internal;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A loopback server that answers with arbitrary bytes, including invalid HTTP. Each connection has
 * a separate thread. A connection is closed after a reply unless the reply says that it stays open.
 */
final class ByteServer implements AutoCloseable {
  /** Produces the response to a request. */
  interface Play {
    /**
     * Answers one request.
     *
     * @return whether the connection stays open for the next request
     */
    boolean answer(String body, Socket socket) throws IOException;
  }

  private static final AtomicInteger SERVERS = new AtomicInteger();

  /**
   * A unique path, because ports are reused. Otherwise the known capabilities of an earlier server
   * on the same port would apply to this server.
   */
  private final String path = "/byte-server-" + SERVERS.incrementAndGet() + "/v1";

  private final ServerSocket server;
  private final Play play;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger stalled = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();

  ByteServer(Play play) {
    this.play = play;
    try {
      server = new ServerSocket(0, 2_000, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(null, work, "byte-server", 256 * 1024);
    thread.setDaemon(true);
    thread.start();
  }

  String baseUrl() {
    return "http://127.0.0.1:" + server.getLocalPort() + path;
  }

  /** Returns the number of requests that are currently stalled. */
  int stalled() {
    return stalled.get();
  }

  int requests() {
    return requests.get();
  }

  /** Waits until the client disconnects, without sending anything. */
  boolean stall(Socket socket) throws IOException {
    stalled.incrementAndGet();
    try {
      while (socket.getInputStream().read() >= 0) {
        // Received bytes are ignored because they do not belong to a request.
      }
    } finally {
      stalled.decrementAndGet();
    }
    return false;
  }

  static byte[] json(int status, String headers, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return ("HTTP/1.1 "
            + status
            + " X\r\nContent-Type: application/json\r\nContent-Length: "
            + bytes.length
            + "\r\n"
            + headers
            + "\r\n"
            + body)
        .getBytes(StandardCharsets.UTF_8);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        daemon(() -> serve(socket));
      } catch (IOException e) {
        // The server is closed.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      boolean goesOn = true;
      while (goesOn) {
        String body = request(in);
        if (body == null) {
          return;
        }
        requests.incrementAndGet();
        goesOn = play.answer(body, socket);
        socket.getOutputStream().flush();
      }
    } catch (IOException e) {
      // The client disconnected.
    } finally {
      open.remove(socket);
    }
  }

  /** Reads the body of the next request; returns null if there is no further request. */
  private static String request(InputStream in) throws IOException {
    int length = 0;
    String line = line(in);
    if (line == null) {
      return null;
    }
    while (line != null && !line.isEmpty()) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
      }
      line = line(in);
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        return null;
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
