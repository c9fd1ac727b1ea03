package dev.arag.cli.internal.console;

import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Streams and environment variables of the process.
 *
 * @param in the answers of a user
 * @param out receives results, as UTF-8 regardless of the encoding of the stream
 * @param err receives everything else, as UTF-8
 * @param variables the environment variables
 * @param isTerminal whether all streams are a terminal
 */
public record CliEnvironment(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Map<String, String> variables,
    boolean isTerminal) {
  /** Creates an environment whose user answers nothing. */
  public CliEnvironment(
      PrintStream out, PrintStream err, Map<String, String> variables, boolean isTerminal) {
    this(InputStream.nullInputStream(), out, err, variables, isTerminal);
  }

  /** Whether text on the terminal can be replaced. */
  public boolean canRedraw() {
    return isTerminal
        && !variables.containsKey("NO_COLOR")
        && !"dumb".equals(variables.get("TERM"));
  }

  /** Whether the terminal can move its cursor up. On Windows, it has the variable TERM if so. */
  boolean canMoveUp() {
    return canRedraw() && variables.containsKey("TERM");
  }

  /** The columns of the terminal: the variable COLUMNS, or else what the system reports, or 80. */
  int columns() {
    String columns = variables.getOrDefault("COLUMNS", "");
    return columns.matches("[1-9][0-9]{1,4}")
        ? Integer.parseInt(columns)
        : new UsageMessageSpec().autoWidth(true).width();
  }

  public static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }
}
