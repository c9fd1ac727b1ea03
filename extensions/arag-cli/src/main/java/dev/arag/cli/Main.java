package dev.arag.cli;

import dev.arag.cli.internal.AragCommand;
import dev.arag.cli.internal.console.CliEnvironment;
import dev.arag.cli.internal.console.InterruptHandler;
import dev.arag.cli.internal.console.StandardStreams;
import dev.arag.cli.internal.console.Utf8Arguments;

/** The {@code arag} command as a process. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    // Pages are drawn without a display.
    System.setProperty("java.awt.headless", "true");
    StandardStreams streams = StandardStreams.open();
    InterruptHandler.exitAfter(
        () ->
            streams.finish(
                AragCommand.run(
                    Utf8Arguments.of(args),
                    new CliEnvironment(
                        System.in,
                        streams.out(),
                        streams.err(),
                        System.getenv(),
                        StandardStreams.isTerminal()))));
  }
}
