package dev.arag.mcp;

import static java.util.Objects.requireNonNull;

import dev.arag.mcp.internal.wire.HttpEndpoint;
import dev.arag.web.AccessToken;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Serves tools over HTTP (Streamable HTTP) on the loopback interface, to several clients at the
 * same time. Requests of web pages of other origins are refused, see {@link
 * dev.arag.web.OriginPolicy}. If a client that accepts a stream of events closes the connection,
 * its call is cancelled. A client that does not send or does not read for 20 seconds loses its
 * connection.
 *
 * <p>If the system property {@code sun.net.httpserver.nodelay} is {@code true}, each response is
 * about 40 ms faster. Set it when the JVM starts, because the HTTP server of the JDK reads its
 * properties only when its first class is loaded.
 */
public final class McpHttp implements AutoCloseable {
  private static final Duration CLIENT_TIMEOUT = Duration.ofSeconds(20);

  private final HttpEndpoint endpoint;

  private McpHttp(HttpEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /**
   * Starts a server that any program on this machine may use.
   *
   * @param port the port, or 0 for any free port
   * @throws IOException if the port cannot be used
   */
  public static McpHttp start(McpTools tools, int port) throws IOException {
    return start(tools, port, null);
  }

  /**
   * Starts a server that only clients with a token may use. They send it in the header {@code
   * Authorization: Bearer TOKEN}.
   *
   * @param port the port, or 0 for any free port
   * @param token the token; null if any program on this machine may use the server
   * @throws IOException if the port cannot be used
   */
  public static McpHttp start(McpTools tools, int port, @Nullable AccessToken token)
      throws IOException {
    return start(tools, port, token, CLIENT_TIMEOUT);
  }

  /** Starts a server with a limit of the time of one read or write. Used by tests. */
  static McpHttp start(
      McpTools tools, int port, @Nullable AccessToken token, Duration clientTimeout)
      throws IOException {
    requireNonNull(tools, "tools");
    return new McpHttp(HttpEndpoint.start(tools.server(), port, token, clientTimeout));
  }

  /** The address of the endpoint, such as {@code http://127.0.0.1:8321/mcp}. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + endpoint.port() + HttpEndpoint.PATH);
  }

  /** Stops the server and cancels all calls. Has no effect if the server was closed before. */
  @Override
  public void close() {
    endpoint.close();
  }
}
