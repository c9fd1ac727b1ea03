package dev.arag.web.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many clients of a real server, and clients that neither read nor write. */
@Timeout(60)
class LoopbackServerTest {
  private static final byte[] BLOCK = new byte[1 << 16];
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofMinutes(1);

  private final CountDownLatch release = new CountDownLatch(1);
  private final CountDownLatch together = new CountDownLatch(LoopbackServer.THREADS);
  private final List<Socket> sockets = new ArrayList<>();
  private LoopbackServer server;

  private void start(Duration clientTimeout) throws IOException {
    server = new LoopbackServer(0, clientTimeout);
    server.start(new Paths());
  }

  @AfterEach
  void stop() throws IOException {
    release.countDown();
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
  }

  /** A path for each kind of request. */
  private final class Paths implements LoopbackServer.Handler {
    @Override
    public void answer(ServerRequest request) throws IOException, InterruptedException {
      if (request.path().equals("/together")) {
        together.countDown();
        together.await();
      }
      if (!request.path().equals("/open")) {
        request.admit();
      }
      switch (request.path()) {
        case "/endless" -> writeEndlessly(request);
        case "/body", "/open" -> request.bodyBytes(1_000);
        case "/wait" -> release.await();
        case "/together" -> {}
        default -> throw HttpFailure.notFound("There is no such path.");
      }
      request.end(204);
    }

    private void writeEndlessly(ServerRequest request) throws IOException {
      try (OutputStream out = request.open()) {
        while (true) {
          out.write(BLOCK);
        }
      }
    }

    @Override
    public void refuse(ServerRequest request, HttpFailure failure) throws IOException {
      request.json(failure.status(), Map.of());
    }
  }

  private Socket connect(String request) throws IOException {
    Socket socket = new Socket("127.0.0.1", server.port());
    sockets.add(socket);
    String host = "Host: 127.0.0.1:" + server.port() + "\r\n";
    socket
        .getOutputStream()
        .write(request.replace("HOST\n", host).getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private Socket get(String path) throws IOException {
    return connect("GET " + path + " HTTP/1.1\r\nHOST\n\r\n");
  }

  private Socket sendHalf(String path) throws IOException {
    return connect("POST " + path + " HTTP/1.1\r\nHOST\nContent-Length: 500\r\n\r\nabc");
  }

  private static String firstLine(Socket socket) throws IOException {
    byte[] start = socket.getInputStream().readNBytes(12);
    return new String(start, StandardCharsets.US_ASCII);
  }

  /** Reads until the end. The server may have closed the connection before it read everything. */
  private static void awaitEnd(Socket socket) {
    try {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("reset");
    }
  }

  @Test
  void aWriteToAClientThatDoesNotReadFails() throws Exception {
    start(SHORT);
    Socket socket = get("/endless");
    assertThatIOException()
        .isThrownBy(
            () -> {
              while (true) {
                socket.getOutputStream().write(0);
                Thread.sleep(10);
              }
            });
  }

  @Test
  void aReadFromAClientThatDoesNotWriteFails() throws Exception {
    start(SHORT);
    awaitEnd(sendHalf("/body"));
  }

  @Test
  void aSizeOfAChunkThatIsNotAnIntIsRefused() throws Exception {
    start(LONG);
    Socket socket =
        connect("POST /body HTTP/1.1\r\nHOST\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFF\r\na");
    assertThat(firstLine(socket)).isEqualTo("HTTP/1.1 400");
  }

  @Test
  void aClientReceivesTheRefusalOfABodyThatIsTooLong() throws Exception {
    start(LONG);
    Socket socket = connect("POST /body HTTP/1.1\r\nHOST\nContent-Length: 10000000\r\n\r\n");
    socket.getOutputStream().write(new byte[10_000_000]);
    assertThat(firstLine(socket)).isEqualTo("HTTP/1.1 413");
  }

  @Test
  void theHeadersOfARequestAreLimitedInTime() throws Exception {
    start(SHORT);
    awaitEnd(connect("GET / HTTP/1.1\r\nHost: a"));
  }

  @Test
  void unauthenticatedRequestsOfABurstAreAnswered() throws Exception {
    start(LONG);
    List<Socket> burst = new ArrayList<>();
    for (int i = 0; i < LoopbackServer.THREADS; i++) {
      burst.add(get("/together"));
    }
    for (Socket each : burst) {
      assertThat(firstLine(each)).isEqualTo("HTTP/1.1 204");
    }
  }

  @Test
  void unauthenticatedRequestsWithoutProgressEnd() throws Exception {
    start(LONG);
    Socket admitted = get("/wait");
    Socket oldest = sendHalf("/open");
    Socket second = connect("GET / HTTP/1.1\r\nHost: a");
    for (int i = 0; i < 2 * LoopbackServer.MAX_UNAUTHENTICATED; i++) {
      sendHalf("/open");
    }
    awaitEnd(oldest);
    awaitEnd(second);
    assertThat(firstLine(get("/unknown"))).isEqualTo("HTTP/1.1 404");
    release.countDown();
    assertThat(firstLine(admitted)).isEqualTo("HTTP/1.1 204");
  }

  @Test
  void someRequestsWaitForAThreadAndOthersAreDisconnected() throws Exception {
    start(LONG);
    List<Socket> accepted = new ArrayList<>();
    for (int i = 0; i < LoopbackServer.THREADS + LoopbackServer.MAX_WAITING; i++) {
      accepted.add(get("/wait"));
    }
    awaitEnd(get("/wait"));
    release.countDown();
    for (Socket each : accepted) {
      assertThat(firstLine(each)).isEqualTo("HTTP/1.1 204");
    }
  }

  @Test
  void otherHostsAndOriginsAreRefused() throws Exception {
    start(LONG);
    assertThat(firstLine(connect("GET / HTTP/1.1\r\nHost: a\r\n\r\n"))).isEqualTo("HTTP/1.1 403");
    assertThat(firstLine(connect("GET / HTTP/1.1\r\nHOST\nOrigin: http://a\r\n\r\n")))
        .isEqualTo("HTTP/1.1 403");
  }

  @Test
  void anInterruptDoesNotReachWhatFollowsATransfer() throws Exception {
    start(LONG);
    try (Watchdog watchdog = new Watchdog(Duration.ofMillis(20), 1)) {
      assertThat(watchdog.limit(() -> 5)).isEqualTo(5);
      assertThatIOException()
          .isThrownBy(
              () ->
                  watchdog.limit(
                      () -> {
                        while (!Thread.currentThread().isInterrupted()) {
                          Thread.onSpinWait();
                        }
                        return 5;
                      }));
      assertThat(Thread.interrupted()).isTrue();
      Thread.sleep(60);
    }
  }
}
