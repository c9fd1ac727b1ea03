package dev.arag.examples.cli;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What a command finds around it.
 *
 * @param out results, written as UTF-8 whatever the stream's own encoding
 * @param err everything else, likewise
 * @param environment the environment variables
 */
record CliEnvironment(PrintStream out, PrintStream err, Map<String, String> environment) {
  /** Whether a person sits before the output, so that lines may be drawn over. */
  @SuppressWarnings("SystemConsoleNull") // main asks for the plain console, which can be null
  boolean isTerminal() {
    return System.console() != null && !environment.containsKey("NO_COLOR");
  }

  static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }
}
