package dev.arag.mcp;

import static java.util.Objects.requireNonNull;

import dev.arag.mcp.internal.wire.StdioConnection;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Serves tools over standard input and output to an MCP host, the program that started this
 * process.
 *
 * <pre>{@code
 * try (Index index = Index.open(Path.of("handbook.arag"))) {
 *   McpStdio.serve(McpTools.of(index));
 * }
 * }</pre>
 */
public final class McpStdio {
  private static final Duration DRAIN_LIMIT = Duration.ofSeconds(60);

  private McpStdio() {}

  /**
   * Serves the host until it closes the input of this process, and then waits up to 60 seconds for
   * calls that have not ended. When this method starts, it redirects {@link System#out} of this
   * process to standard error, so that log lines cannot get between the messages. A logging library
   * that has already stored the previous {@code System.out} must be configured to write to standard
   * error.
   *
   * @throws InterruptedException if the thread is interrupted; all calls were cancelled
   */
  public static void serve(McpTools tools) throws InterruptedException {
    requireNonNull(tools, "tools");
    PrintStream error =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    System.setOut(error);
    serve(tools, new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
  }

  /**
   * Serves one client over two streams, as {@link #serve(McpTools)} does. The streams are not
   * closed.
   *
   * @throws InterruptedException if the thread is interrupted; all calls were cancelled
   */
  public static void serve(McpTools tools, InputStream in, OutputStream out)
      throws InterruptedException {
    requireNonNull(tools, "tools");
    requireNonNull(in, "in");
    requireNonNull(out, "out");
    new StdioConnection(tools.server(), in, out).serve(DRAIN_LIMIT);
  }
}
