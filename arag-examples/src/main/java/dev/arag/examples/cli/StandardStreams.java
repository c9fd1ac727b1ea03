package dev.arag.examples.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The process's own streams, in UTF-8. A result that could not be written does not go unnoticed.
 */
final class StandardStreams {
  private final Watched watched = new Watched(new FileOutputStream(FileDescriptor.out));
  private final PrintStream out = new PrintStream(watched, false, StandardCharsets.UTF_8);
  private final PrintStream err =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

  private StandardStreams() {}

  static StandardStreams open() {
    // On newer JDKs a console exists even in a pipe, unless the plain one is asked for.
    System.setProperty("jdk.console", "java.base");
    return new StandardStreams();
  }

  PrintStream out() {
    return out;
  }

  PrintStream err() {
    return err;
  }

  /** The exit code of a run that ended with this one, now that all is written. */
  int finish(int code) {
    out.flush();
    IOException failure = watched.failure;
    if (failure == null || readerLeft(failure)) {
      return code;
    }
    err.println(
        "arag: the result could not be written to standard output ("
            + failure.getMessage()
            + "): free space there, or write to another place");
    return code == Failures.DONE ? Failures.FAILED : code;
  }

  /** A reader such as {@code head} that has what it wanted is no failure. */
  private static boolean readerLeft(IOException failure) {
    return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
  }

  /** Keeps the first failure, which a PrintStream swallows. */
  private static final class Watched extends FilterOutputStream {
    private @Nullable IOException failure;

    Watched(OutputStream out) {
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
