package dev.arag.examples.cli;

import dev.arag.core.error.AragException;
import dev.arag.core.error.IndexNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Failures as the command tells them: one line on standard error and an exit code. */
final class Failures {
  static final int DONE = 0;
  static final int FAILED = 1;
  static final int WRONG_USAGE = 2;
  static final int INTERRUPTED = 130;

  private final Arag arag;

  Failures(Arag arag) {
    this.arag = arag;
  }

  /** Picocli could not read the command line. */
  int wrongUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    print(e, e.getMessage());
    arag.output().note("Try: " + command.getCommandSpec().qualifiedName() + " --help");
    return WRONG_USAGE;
  }

  /** A command ended with an exception. */
  int failed(Exception e, CommandLine command, @Nullable ParseResult parsed) {
    return report(e);
  }

  /** Tells what happened and gives the exit code it means. */
  int report(Throwable e) {
    if (isInterruption(e)) {
      Thread.interrupted();
      print(
          e,
          e instanceof InterruptedWorkException
              ? e.getMessage()
              : "interrupted; nothing was changed");
      return INTERRUPTED;
    }
    print(e, message(e));
    return exitCode(e);
  }

  private static int exitCode(Throwable e) {
    return e instanceof UsageException || e instanceof IndexNotFoundException
        ? WRONG_USAGE
        : FAILED;
  }

  /** Interrupted work ends in many ways; the flag, a cause or the end of all tells it apart. */
  static boolean isInterruption(Throwable e) {
    boolean flag = Thread.currentThread().isInterrupted() || InterruptHandler.isShuttingDown();
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      flag |= cause instanceof InterruptedException || cause instanceof ClosedByInterruptException;
    }
    return flag;
  }

  private static String message(Throwable e) {
    if (e instanceof UsageException || e instanceof AragException) {
      return String.valueOf(e.getMessage());
    }
    if (e instanceof FileSystemException file) {
      return FileProblem.of(file);
    }
    if (e instanceof UncheckedIOException || e instanceof IOException) {
      Throwable cause = e.getCause() instanceof IOException io ? io : e;
      return cause instanceof FileSystemException file
          ? FileProblem.of(file)
          : "reading or writing failed: " + cause.getMessage();
    }
    if (e instanceof OutOfMemoryError) {
      return "not enough memory: give more with java -Xmx4g -jar arag.jar";
    }
    if (e instanceof LinkageError) {
      return "a native library could not be loaded: " + e.getMessage() + "; see --debug";
    }
    return "unexpected " + e + "; this is a fault of arag, --debug shows where";
  }

  private void print(Throwable e, @Nullable String message) {
    arag.output().note("arag: " + oneLine(String.valueOf(message)));
    if (arag.isDebug()) {
      e.printStackTrace(arag.environment().err());
    }
  }

  private static String oneLine(String text) {
    return String.join(" ", text.strip().split("\\s*\\R\\s*"));
  }
}
