package dev.arag.examples.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code arag} command: index documents, search them, ask them. */
@Command(
    name = "arag",
    description = "Indexes documents, searches them, and answers questions with checked citations.",
    versionProvider = VersionProvider.class,
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false,
    footer = {
      "",
      "Start here:",
      "  arag demo                   see it all at work on a small built-in corpus",
      "  arag index my.arag docs     index the folder docs into the directory my.arag",
      "  arag ask my.arag \"Who may approve an invoice?\"",
      "",
      "Every command explains itself: arag COMMAND --help",
      "(arag stands for: java -jar arag.jar)",
    })
public final class Arag implements Runnable {
  private final CliEnvironment surroundings;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean version;

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      description = "Print one JSON object instead of text.")
  private boolean json;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of an error.")
  private boolean debug;

  private Arag(CliEnvironment surroundings) {
    this.surroundings = surroundings;
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    InterruptHandler interruption = InterruptHandler.ofThisThread();
    StandardStreams streams = StandardStreams.open();
    int code;
    try {
      code =
          streams.finish(
              run(Utf8Arguments.of(args), streams.out(), streams.err(), System.getenv()));
    } finally {
      interruption.ended();
    }
    System.exit(code);
  }

  /**
   * Runs the command within this process.
   *
   * @param environment where the LLM settings are read from
   * @return the exit code: 0 done, 1 failed, 2 wrong usage, 130 interrupted
   */
  static int run(String[] args, PrintStream out, PrintStream err, Map<String, String> environment) {
    Arag arag = new Arag(new CliEnvironment(out, err, environment));
    Failures failures = new Failures(arag);
    try {
      return commandLine(arag, failures).execute(args);
    } catch (LinkageError | OutOfMemoryError | StackOverflowError e) {
      return failures.report(e);
    }
  }

  private static CommandLine commandLine(Arag arag, Failures failures) {
    CommandLine line = new CommandLine(arag);
    Commands.all().forEach(line::addSubcommand);
    Ansi ansi = arag.surroundings.isTerminal() ? Ansi.AUTO : Ansi.OFF;
    return line.setOut(CliEnvironment.writer(arag.surroundings.out()))
        .setErr(CliEnvironment.writer(arag.surroundings.err()))
        .setColorScheme(Help.defaultColorScheme(ansi))
        .setExpandAtFiles(false)
        .registerConverter(Path.class, new Utf8Path())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(failures::wrongUsage)
        .setExecutionExceptionHandler(failures::failed);
  }

  /** Without a subcommand: the help, as if it had been asked for. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  CliEnvironment surroundings() {
    return surroundings;
  }

  /** Where this command's result and notes go. */
  Output output() {
    return new Output(surroundings, json);
  }

  boolean isDebug() {
    return debug;
  }
}
