package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Collects all that the client logs, from the level INFO on. */
final class LogCapture extends Handler implements AutoCloseable {
  private final StringBuilder text = new StringBuilder();
  private final SimpleFormatter formatter = new SimpleFormatter();

  static LogCapture start() {
    LogCapture capture = new LogCapture();
    capture.setLevel(Level.INFO);
    Logger.getLogger("").addHandler(capture);
    return capture;
  }

  @Override
  public synchronized void publish(LogRecord logged) {
    text.append(formatter.format(logged));
  }

  synchronized String text() {
    return text.toString();
  }

  /** Returns an exception with all its causes, suppressed exceptions and stack traces. */
  static String describe(Throwable failure) {
    StringWriter out = new StringWriter();
    failure.printStackTrace(new PrintWriter(out, true));
    return out.toString();
  }

  void assertContainsNone(Iterable<String> secrets) {
    for (String secret : secrets) {
      assertThat(text()).doesNotContain(secret);
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    Logger.getLogger("").removeHandler(this);
  }
}
