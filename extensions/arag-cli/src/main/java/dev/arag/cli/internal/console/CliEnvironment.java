package dev.arag.cli.internal.console;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Streams and environment variables of the process.
 *
 * @param out receives results, as UTF-8 regardless of the encoding of the stream
 * @param err receives everything else, as UTF-8
 * @param variables the environment variables
 */
public record CliEnvironment(PrintStream out, PrintStream err, Map<String, String> variables) {
  /** Whether the output is a terminal, on which a line can be redrawn. */
  // StandardStreams selects a console implementation for which System.console() can be null.
  @SuppressWarnings("SystemConsoleNull")
  public boolean isTerminal() {
    return System.console() != null && !variables.containsKey("NO_COLOR");
  }

  public static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }
}
