package dev.arag.cli.internal.failure;

import static java.util.stream.Collectors.joining;

import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.InterruptHandler;
import dev.arag.cli.internal.option.SolrArguments;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.cli.internal.report.ApiNames;
import dev.arag.core.error.AragException;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.core.error.IndexVersionException;
import dev.arag.evaluation.batch.BatchException;
import dev.arag.tools.internal.argument.SimilarNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints exceptions as one line on standard error and selects the exit code. */
public final class CliExceptionHandler {
  private final CommandContext arag;

  public CliExceptionHandler(CommandContext arag) {
    this.arag = arag;
  }

  /** Reports a command line that Picocli cannot parse. */
  public int wrongUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    print(
        e,
        e instanceof UnmatchedArgumentException unmatched
            ? unmatched(unmatched, args)
            : e.getMessage() + hint(e));
    arag.output().note("Try: " + command.getCommandSpec().qualifiedName() + " --help");
    return ExitCode.USAGE;
  }

  /** In place of the message of Picocli, which contains the position of the argument. */
  private static String unmatched(UnmatchedArgumentException e, String[] args) {
    boolean isRoot = e.getCommandLine().getParent() == null;
    List<String> found = e.getUnmatched();
    if (e.isUnknownOption() || isRoot) {
      List<String> similar = similar(e.isUnknownOption(), found.get(0), e.getCommandLine());
      return "unknown "
          + (e.isUnknownOption() ? "option" : "command")
          + ": '"
          + found.get(0)
          + "'"
          + (similar.isEmpty() ? "" : "; did you mean " + String.join(", ", similar) + "?");
    }
    return "unexpected: '"
        + String.join("', '", found)
        + "'; "
        + (usesSolr(e) && hasSolr(args)
            ? "with --solr, omit DIR"
            : "an argument with spaces needs quotation marks");
  }

  /** In place of the suggestions of Picocli, which are delete for hlep and none for aks. */
  private static List<String> similar(boolean isOption, String word, CommandLine command) {
    return isOption
        ? SimilarNames.of(
            word.replaceFirst("=.*", ""),
            command.getCommandSpec().optionsMap().keySet().stream()
                .filter(name -> name.startsWith("--"))
                .toList())
        : SimilarNames.of(word, command.getSubcommands().keySet());
  }

  private static String hint(ParameterException e) {
    boolean isDirectory = String.valueOf(e.getMessage()).contains("'DIR'");
    return e instanceof MissingParameterException && usesSolr(e) && isDirectory
        ? "; or use --solr URL/COLLECTION"
        : "";
  }

  private static boolean usesSolr(ParameterException e) {
    return e.getCommandLine().getCommandSpec().findOption("--solr") != null;
  }

  private static boolean hasSolr(String[] args) {
    return Arrays.stream(args).anyMatch(arg -> arg.startsWith("--solr"));
  }

  /** Reports the exception that ended a command. */
  public int failed(Exception e, CommandLine command, @Nullable ParseResult parsed) {
    return report(e, command.getParseResult().hasMatchedOption(SolrArguments.OPTION));
  }

  /** Reports a failure outside of a command and returns its exit code. */
  public int report(Throwable e) {
    return report(e, false);
  }

  private int report(Throwable e, boolean usesSolr) {
    if (isInterruption(e)) {
      Thread.interrupted();
      print(
          e,
          e instanceof InterruptedWorkException
              ? e.getMessage()
              : "interrupted; nothing was changed");
      return InterruptHandler.EXIT_CODE;
    }
    print(e, message(e, usesSolr));
    return exitCode(e);
  }

  private static int exitCode(Throwable e) {
    return e instanceof UsageException || e instanceof IndexNotFoundException
        ? ExitCode.USAGE
        : ExitCode.SOFTWARE;
  }

  /**
   * Whether an interrupt caused the failure: the interrupt flag is set, or a cause is an interrupt
   * exception.
   */
  public static boolean isInterruption(Throwable e) {
    boolean flag = Thread.currentThread().isInterrupted();
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      flag |= cause instanceof InterruptedException || cause instanceof ClosedByInterruptException;
    }
    return flag;
  }

  static String message(Throwable e, boolean usesSolr) {
    if (e instanceof UsageException || e instanceof AragException) {
      return withHint(e, usesSolr);
    }
    if (e instanceof FileSystemException file) {
      return FileErrorMessages.of(file);
    }
    if (e instanceof BindException) {
      return String.valueOf(e.getMessage());
    }
    if (e instanceof UncheckedIOException || e instanceof IOException) {
      Throwable cause = e.getCause() instanceof IOException io ? io : e;
      return cause instanceof FileSystemException file
          ? FileErrorMessages.of(file)
          : "reading or writing failed: " + cause.getMessage();
    }
    if (e instanceof OutOfMemoryError) {
      return "not enough memory: give the JVM more, for example with java -Xmx4g -jar arag.jar";
    }
    if (e instanceof LinkageError) {
      String what = e instanceof UnsatisfiedLinkError ? "a native library" : "a class";
      return what + " could not be loaded: " + e.getMessage() + "; --debug shows the stack trace";
    }
    return "unexpected " + e + "; this is a bug in arag. --debug shows the stack trace";
  }

  /** Like {@link #withHint(Throwable, boolean)}, for the index in a directory. */
  public static String withHint(Throwable e) {
    return withHint(e, false);
  }

  /**
   * The message of a library exception, which names commands and options in place of the Java API.
   *
   * @param usesSolr whether the command has the option {@code --solr} in place of DIR
   */
  public static String withHint(Throwable e, boolean usesSolr) {
    String message = ApiNames.replaceWithCommands(String.valueOf(e.getMessage()));
    if (usesSolr) {
      return message + solrHint(e);
    }
    return e instanceof IndexVersionException version && version.isTooOld()
        ? message + " Rebuild it with: arag index DIR SOURCE... --rebuild"
        : message;
  }

  private static String solrHint(Throwable e) {
    Throwable problem = e instanceof BatchException && e.getCause() != null ? e.getCause() : e;
    if (problem instanceof EmbedderMismatchException
        || String.valueOf(problem.getMessage()).contains("opened without an embedder")) {
      return " Set the embedder of the collection with: --embedder NAME";
    }
    return problem instanceof IndexNotFoundException
        ? " Create it with: arag index --solr URL/COLLECTION SOURCE..."
        : "";
  }

  private void print(Throwable e, @Nullable String message) {
    arag.output().note("arag: " + oneLine(String.valueOf(message)));
    if (arag.isDebug()) {
      e.printStackTrace(arag.environment().err());
    }
  }

  private static String oneLine(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(joining(" "));
  }
}
