package dev.arag.web.internal.http;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.arag.web.OriginPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Serves HTTP on 127.0.0.1. Requests that {@link OriginPolicy} does not allow are refused. Each
 * request that is being read or answered holds a thread, and others wait in a queue. The server
 * closes a connection if the queue is full, or if the client stops sending or reading.
 *
 * <p>A request is unauthenticated from its first byte until its handler calls {@link
 * ServerRequest#admit}. If such requests hold half of the threads and none of them makes progress
 * for a second, the server ends them. Clients without a token therefore cannot keep others from
 * being served.
 */
public final class LoopbackServer implements AutoCloseable {
  static final int MAX_UNAUTHENTICATED = 64;
  static final int THREADS = 2 * MAX_UNAUTHENTICATED;

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  /** The number of connections that wait to be accepted, and of requests that wait for a thread. */
  static final int MAX_WAITING = 1_024;

  private final HttpServer server;
  private final OriginPolicy origins;
  private final Watchdog watchdog;
  private final ThreadPoolExecutor threads;

  /** Answers requests. Thread-safe. */
  public interface Handler {
    /**
     * Answers a request for this server.
     *
     * @throws HttpFailure if the request is refused
     */
    void answer(ServerRequest request) throws IOException, InterruptedException;

    /** Answers a request that was refused, by the server or by {@link #answer}. */
    void refuse(ServerRequest request, HttpFailure failure) throws IOException;
  }

  /**
   * Opens the port. Clients are served after {@link #start}.
   *
   * @param port the port, or 0 for any free port
   * @param clientTimeout how long one read from a client or one write to it may take, and how long
   *     a request may be unauthenticated
   * @throws java.net.BindException if the port is in use
   */
  public LoopbackServer(int port, Duration clientTimeout) throws IOException {
    InetAddress loopback = InetAddress.getByAddress(LOOPBACK);
    server = HttpServer.create(new InetSocketAddress(loopback, port), MAX_WAITING);
    origins = OriginPolicy.loopback(port());
    watchdog = new Watchdog(clientTimeout, MAX_UNAUTHENTICATED);
    threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_WAITING),
            LoopbackServer::thread);
    threads.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "arag-http");
    thread.setDaemon(true);
    return thread;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /** Starts to serve clients. Called once. */
  public void start(Handler handler) {
    requireNonNull(handler, "handler");
    server.setExecutor(this::run);
    server.createContext("/", exchange -> handle(exchange, handler));
    server.start();
  }

  /** Runs an exchange of the JDK's server, which also reads the headers of the request. */
  private void run(Runnable exchange) {
    try {
      threads.execute(() -> watchdog.run(exchange));
    } catch (RejectedExecutionException e) {
      Watchdog.refuse(exchange);
    }
  }

  private void handle(HttpExchange exchange, Handler handler) throws IOException {
    try {
      answer(new ServerRequest(exchange, watchdog), handler);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      // Closing reads the rest of the request and writes the end of the response.
      watchdog.limit(
          () -> {
            exchange.close();
            return 0;
          });
    }
  }

  private void answer(ServerRequest request, Handler handler)
      throws IOException, InterruptedException {
    try {
      requireAllowed(request.headers());
      handler.answer(request);
    } catch (HttpFailure e) {
      handler.refuse(request, e);
    }
  }

  private void requireAllowed(Headers headers) {
    origins
        .refusal(headers.get("Host"), headers.get("Origin"))
        .ifPresent(
            reason -> {
              throw new HttpFailure(403, reason);
            });
  }

  /** Stops the server and interrupts its threads. May be called twice. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    watchdog.close();
  }
}
