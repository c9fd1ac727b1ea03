package dev.arag.cli.internal.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/** Standard output and standard error of the process, in UTF-8. Detects write failures. */
public final class StandardStreams {
  private final FailureRecordingStream stream =
      new FailureRecordingStream(new FileOutputStream(FileDescriptor.out));
  private final PrintStream out = new PrintStream(stream, false, StandardCharsets.UTF_8);
  private final PrintStream err =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

  private StandardStreams() {}

  public static StandardStreams open() {
    // On newer JDKs, the default System.console() is not null even if the output is a pipe. The
    // implementation in java.base returns null in this case.
    System.setProperty("jdk.console", "java.base");
    return new StandardStreams();
  }

  /** Whether standard input, standard output and standard error are a terminal. */
  // System.console() can be null in the implementation that open() selects.
  @SuppressWarnings("SystemConsoleNull")
  public static boolean isTerminal() {
    return System.console() != null && !isErrorRedirected();
  }

  /** Only Linux can tell; elsewhere, a redirected standard error gets the text of a terminal. */
  private static boolean isErrorRedirected() {
    try {
      return !Files.readSymbolicLink(Path.of("/proc/self/fd/2")).startsWith("/dev");
    } catch (IOException e) {
      return false;
    }
  }

  public PrintStream out() {
    return out;
  }

  public PrintStream err() {
    return err;
  }

  /** Flushes the output and returns the final exit code. */
  public int finish(int code) {
    out.flush();
    IOException failure = stream.failure;
    if (failure == null || isClosedPipe(failure)) {
      return code;
    }
    err.println(
        "arag: the result could not be written to standard output ("
            + failure.getMessage()
            + "); free disk space or write elsewhere");
    return code == ExitCode.OK ? ExitCode.SOFTWARE : code;
  }

  /** Whether the reader of a pipe, such as {@code head}, has closed it. This is not a failure. */
  private static boolean isClosedPipe(IOException failure) {
    return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
  }

  /** Records the first failure, because a {@link PrintStream} does not throw it. */
  private static final class FailureRecordingStream extends FilterOutputStream {
    private @Nullable IOException failure;

    FailureRecordingStream(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        failure = failure == null ? e : failure;
        throw e;
      }
    }
  }
}
