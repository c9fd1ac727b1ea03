package dev.arag.examples.cli;

import static java.util.stream.Collectors.joining;

import dev.arag.core.error.AragException;
import dev.arag.core.error.EncoderMismatchException;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.core.error.IndexTooOldException;
import dev.arag.core.error.NoEmbeddingsException;
import dev.arag.evaluation.batch.BatchException;
import dev.arag.examples.cli.console.InterruptHandler;
import dev.arag.examples.cli.option.SolrArguments;
import dev.arag.examples.cli.option.UsageException;
import dev.arag.index.PruneRefusedException;
import dev.arag.index.SourceNameException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints exceptions as one line on standard error and selects the exit code. */
final class CliExceptionHandler {
  private final AragCommand arag;

  CliExceptionHandler(AragCommand arag) {
    this.arag = arag;
  }

  /** Reports a command line that Picocli cannot parse. */
  int wrongUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    print(e, e.getMessage() + hint(e, args));
    arag.output().note("Try: " + command.getCommandSpec().qualifiedName() + " --help");
    return ExitCode.USAGE;
  }

  private static String hint(ParameterException e, String[] args) {
    boolean usesSolr = e.getCommandLine().getCommandSpec().findOption("--solr") != null;
    if (e instanceof UnmatchedArgumentException && usesSolr && hasSolr(args)) {
      return "; with --solr, omit DIR";
    }
    boolean isDirectory = String.valueOf(e.getMessage()).contains("'DIR'");
    return e instanceof MissingParameterException && usesSolr && isDirectory
        ? "; or use --solr URL/COLLECTION"
        : "";
  }

  private static boolean hasSolr(String[] args) {
    return Arrays.stream(args).anyMatch(arg -> arg.startsWith("--solr"));
  }

  /** Reports the exception that ended a command. */
  int failed(Exception e, CommandLine command, @Nullable ParseResult parsed) {
    return report(e, command.getParseResult().hasMatchedOption(SolrArguments.OPTION));
  }

  /** Reports a failure outside of a command and returns its exit code. */
  int report(Throwable e) {
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
   * Whether an interrupt caused the failure: the interrupt flag is set, a cause is an interrupt
   * exception, or the process is shutting down.
   */
  static boolean isInterruption(Throwable e) {
    boolean flag = Thread.currentThread().isInterrupted() || InterruptHandler.isShuttingDown();
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      flag |= cause instanceof InterruptedException || cause instanceof ClosedByInterruptException;
    }
    return flag;
  }

  private static String message(Throwable e, boolean usesSolr) {
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
      return "a native library could not be loaded: "
          + e.getMessage()
          + "; --debug shows the stack trace";
    }
    return "unexpected " + e + "; this is a bug in arag. --debug shows the stack trace";
  }

  /** Like {@link #withHint(Throwable, boolean)}, for the index in a directory. */
  static String withHint(Throwable e) {
    return withHint(e, false);
  }

  /**
   * The message of a library exception, with the command or option that solves the problem.
   *
   * @param usesSolr whether the command has the option {@code --solr} in place of DIR
   */
  static String withHint(Throwable e, boolean usesSolr) {
    Throwable problem = e instanceof BatchException && e.getCause() != null ? e.getCause() : e;
    return e.getMessage() + (usesSolr ? solrHint(problem) : hint(problem));
  }

  private static String solrHint(Throwable e) {
    if (e instanceof EncoderMismatchException
        || String.valueOf(e.getMessage()).contains("opened without an encoder")) {
      return " Option: --encoder NAME, with the encoder of the collection";
    }
    if (e instanceof IndexNotFoundException) {
      return " Command: arag index --solr URL/COLLECTION SOURCE...";
    }
    if (e instanceof PruneRefusedException) {
      return " Option: --prune-share 1";
    }
    return e instanceof SourceNameException ? " Option: --name NAME" : "";
  }

  private static String hint(Throwable e) {
    if (e instanceof NoEmbeddingsException) {
      return " Command: arag embed DIR";
    }
    if (e instanceof EncoderMismatchException) {
      return " Command: arag embed DIR, or use --encoder with the encoder of the index";
    }
    if (e instanceof IndexNotFoundException) {
      return " Command: arag index DIR SOURCE...";
    }
    if (e instanceof PruneRefusedException) {
      return " Option: --prune-share 1";
    }
    if (e instanceof IndexTooOldException) {
      return " Command: arag index DIR SOURCE... --rebuild";
    }
    return e instanceof SourceNameException ? " Option: --name NAME" : "";
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
