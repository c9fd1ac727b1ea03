package dev.arag.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients of a real server that neither read nor write. */
@Timeout(60)
class WatchdogTest {
  private static final byte[] BLOCK = new byte[1 << 16];

  private final Watchdog watchdog = new Watchdog(Duration.ofMillis(300));
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CompletableFuture<IOException> failure = new CompletableFuture<>();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    server.setExecutor(threads);
    server.createContext("/endless", exchange -> serve(() -> writeEndlessly(exchange)));
    server.createContext("/body", exchange -> serve(() -> readWholly(exchange)));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
    watchdog.close();
  }

  private interface Work {
    void run() throws IOException;
  }

  private void serve(Work work) {
    try {
      work.run();
    } catch (IOException e) {
      failure.complete(e);
    }
  }

  private void writeEndlessly(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = watchdog.limit(exchange.getResponseBody())) {
      while (true) {
        out.write(BLOCK);
      }
    }
  }

  private void readWholly(HttpExchange exchange) throws IOException {
    watchdog.limit(exchange.getRequestBody()).readAllBytes();
  }

  private Socket connect(String request) throws IOException {
    Socket socket = new Socket(server.getAddress().getAddress(), server.getAddress().getPort());
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  @Test
  void aWriteToAClientThatDoesNotReadFails() throws Exception {
    try (Socket socket = connect("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n")) {
      assertThat(failure.get(30, TimeUnit.SECONDS)).isNotNull();
      // What was sent before is still in the buffers of the connection.
      assertThat(socket.getInputStream().read()).isPositive();
    }
  }

  @Test
  void aReadFromAClientThatDoesNotWriteFails() throws Exception {
    try (Socket socket =
        connect("POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\nabc")) {
      assertThat(failure.get(30, TimeUnit.SECONDS)).isNotNull();
      assertThat(socket.isConnected()).isTrue();
    }
  }

  @Test
  void aThreadIsNotInterruptedAfterItsTransfer() throws Exception {
    for (int i = 0; i < 20; i++) {
      assertThat(watchdog.limit(() -> 5)).isEqualTo(5);
    }
    Thread.sleep(900);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }
}
