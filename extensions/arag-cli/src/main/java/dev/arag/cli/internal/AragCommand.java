package dev.arag.cli.internal;

import dev.arag.cli.internal.console.CliEnvironment;
import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.CommandOutput;
import dev.arag.cli.internal.evaluation.BatchCommand;
import dev.arag.cli.internal.failure.CliExceptionHandler;
import dev.arag.cli.internal.option.SolrArguments;
import dev.arag.cli.internal.option.ValueConverters;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code arag} command: indexes documents, searches them and answers questions. */
@Command(
    name = "arag",
    description = "Indexes documents, searches them, and answers questions with checked citations.",
    versionProvider = VersionProvider.class,
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false,
    footer = {
      "",
      "Get started:",
      "  arag demo                   run all features on a small built-in corpus",
      "  arag index my.arag docs     index the folder docs into the directory my.arag",
      "  arag ask my.arag \"Who may approve an invoice?\"",
      "",
      "Help for a command: arag help COMMAND, or arag COMMAND --help",
      "(arag is short for: java -jar arag.jar)",
    })
public final class AragCommand implements CommandContext, Runnable {
  private final CliEnvironment environment;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  @SuppressWarnings("unused") // used by picocli
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  @SuppressWarnings("unused") // used by picocli
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

  private AragCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  /**
   * Runs the command within this process.
   *
   * @return the exit code: 0 for success, 1 for failure, 2 for wrong usage, 130 for an interrupt
   */
  public static int run(String[] args, CliEnvironment environment) {
    AragCommand arag = new AragCommand(environment);
    CliExceptionHandler failures = new CliExceptionHandler(arag);
    try {
      CommandLine line = commandLine(arag, failures);
      return line.execute(SolrArguments.withPlaceholder(args, line));
    } catch (LinkageError | OutOfMemoryError | StackOverflowError e) {
      return failures.report(e);
    }
  }

  private static CommandLine commandLine(AragCommand arag, CliExceptionHandler failures) {
    CommandLine line = new CommandLine(arag);
    Commands.all().forEach(line::addSubcommand);
    line.getSubcommands().values().forEach(OptionGroups::apply);
    Ansi ansi = arag.environment.canRedraw() ? Ansi.AUTO : Ansi.OFF;
    ValueConverters.register(line);
    line.registerConverter(
        BatchCommand.Unit.class, ValueConverters.name(BatchCommand.Unit.values()));
    return line.setOut(CliEnvironment.writer(arag.environment.out()))
        .setErr(CliEnvironment.writer(arag.environment.err()))
        .setColorScheme(Help.defaultColorScheme(ansi))
        .setExpandAtFiles(false)
        .setParameterExceptionHandler(failures::wrongUsage)
        .setExecutionExceptionHandler(failures::failed);
  }

  /** Prints the help if there is no subcommand. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Override
  public CliEnvironment environment() {
    return environment;
  }

  @Override
  public CommandOutput output() {
    return new CommandOutput(environment, json);
  }

  @Override
  public boolean isDebug() {
    return debug;
  }
}
