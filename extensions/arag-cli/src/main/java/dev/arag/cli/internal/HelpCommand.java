package dev.arag.cli.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * {@code arag help}: shows the help of a command. Picocli's own help command declares {@code -h},
 * which all commands inherit.
 */
@Command(
    description = "Shows the help of a command.",
    helpCommand = true,
    sortOptions = false,
    footer = {"", "Example: arag help ask"})
final class HelpCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", arity = "0..1", paramLabel = "COMMAND", description = "The command.")
  private @Nullable String command;

  @Override
  public void run() {
    CommandLine arag = spec.parent().commandLine();
    CommandLine shown = command == null ? arag : arag.getSubcommands().get(command);
    if (shown == null) {
      throw new UnmatchedArgumentException(arag, List.of(String.valueOf(command)));
    }
    shown.usage(arag.getOut());
  }
}
