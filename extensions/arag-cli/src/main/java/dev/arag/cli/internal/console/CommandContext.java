package dev.arag.cli.internal.console;

/** What a subcommand needs of the command line: where it reads settings and writes results. */
public interface CommandContext {
  CliEnvironment environment();

  /** Creates the output for the result and the notes of this command. */
  CommandOutput output();

  /** Whether stack traces of errors are shown. */
  boolean isDebug();
}
