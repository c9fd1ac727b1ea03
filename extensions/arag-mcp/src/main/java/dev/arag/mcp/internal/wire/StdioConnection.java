package dev.arag.mcp.internal.wire;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Serves one client over two streams. Each line is a message. */
public final class StdioConnection {
  /** Longer messages are refused. No valid request of these tools comes near. */
  static final int MAX_MESSAGE_BYTES = 1 << 20;

  private static final String CLIENT = "stdio";
  private static final RpcError TOO_LONG =
      new RpcError(RpcError.INVALID_REQUEST, "The message is longer than 1 MiB.");

  private final LineReader in;
  private final OutputStream out;
  private final CallExecutor calls = new CallExecutor();
  private final Dispatcher dispatcher;

  /** The version of requests that name none. Only the thread that reads uses it. */
  private String negotiated = ProtocolVersion.UNNAMED;

  /** Open while messages are read and handled. */
  private final CountDownLatch ended = new CountDownLatch(1);

  public StdioConnection(ServerDescription server, InputStream in, OutputStream out) {
    this.in = new LineReader(requireNonNull(in, "in"), MAX_MESSAGE_BYTES);
    this.out = requireNonNull(out, "out");
    this.dispatcher = new Dispatcher(server, calls);
  }

  /**
   * Serves the client until the input ends or the output is closed, and then waits for the calls
   * that have not ended. An interrupt cancels all calls. The streams are not closed.
   *
   * @param drainLimit how long to wait for calls after the end of the input
   * @throws InterruptedException if the thread is interrupted
   */
  public void serve(Duration drainLimit) throws InterruptedException {
    // An interrupt does not end a read from standard input, so another thread reads.
    Thread reader = new Thread(this::read, "arag-mcp-input");
    reader.setDaemon(true);
    reader.start();
    try {
      ended.await();
      calls.drain(drainLimit);
    } finally {
      ended.countDown();
      calls.close();
    }
  }

  private void read() {
    try {
      Optional<LineReader.Line> line = in.next();
      while (line.isPresent() && ended.getCount() > 0) {
        handle(line.get());
        line = in.next();
      }
    } catch (IOException e) {
      // The client is gone, which is the same as the end of the input.
    } finally {
      ended.countDown();
    }
  }

  private void handle(LineReader.Line line) {
    if (line.isTooLong()) {
      send(Replies.error(NullNode.instance, TOO_LONG));
    } else if (!line.isBlank()) {
      handle(ClientMessage.read(line.bytes()));
    }
  }

  private void handle(ClientMessage message) {
    if (message instanceof ClientMessage.Request request) {
      handle(request);
    } else if (message instanceof ClientMessage.Notification notification) {
      dispatcher.handle(notification, CLIENT);
    } else if (message instanceof ClientMessage.Invalid invalid) {
      send(Replies.error(invalid.id(), invalid.error()));
    }
  }

  @SuppressWarnings("CheckReturnValue")
  private void handle(ClientMessage.Request request) {
    try {
      dispatcher.handle(request, version(request), CLIENT, this::send);
    } catch (RpcException e) {
      send(Replies.error(request.id(), e.error()));
    }
  }

  private String version(ClientMessage.Request request) {
    if (ProtocolVersion.isNamedIn(request.params())) {
      ProtocolVersion.requireModern(request.params());
      return ProtocolVersion.MODERN;
    }
    if (request.method().equals(Methods.INITIALIZE)) {
      negotiated = ProtocolVersion.negotiate(request.params().path("protocolVersion").asText());
    }
    return negotiated;
  }

  private synchronized void send(ObjectNode message) {
    byte[] json = Json.write(message);
    byte[] line = new byte[json.length + 1];
    System.arraycopy(json, 0, line, 0, json.length);
    line[json.length] = '\n';
    try {
      out.write(line);
      out.flush();
    } catch (IOException e) {
      // Nobody reads replies any more.
      ended.countDown();
      calls.close();
    }
  }
}
