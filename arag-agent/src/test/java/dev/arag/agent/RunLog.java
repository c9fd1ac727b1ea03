package dev.arag.agent;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Collects the log lines of the runs of one test. Tests of other modules use it, too. */
public final class RunLog extends Handler implements BeforeEachCallback, AfterEachCallback {
  private static final Logger LOGGER = Logger.getLogger("dev.arag.agent.Run");

  private final List<String> lines = new CopyOnWriteArrayList<>();

  /** The lines, each with its level. */
  public List<String> lines() {
    return lines;
  }

  public List<String> warnings() {
    return lines.stream().filter(line -> line.startsWith("WARNING ")).toList();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    LOGGER.setUseParentHandlers(false);
    LOGGER.addHandler(this);
    LOGGER.setLevel(Level.ALL);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    LOGGER.removeHandler(this);
    LOGGER.setUseParentHandlers(true);
    LOGGER.setLevel(Level.OFF);
  }

  @Override
  public void publish(LogRecord line) {
    lines.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
