package dev.arag.cli.internal.console;

import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Displays the progress of long work: a progress bar on a terminal that can redraw it, otherwise a
 * line every five seconds.
 */
public final class ProgressLine implements AutoCloseable {
  private static final long REDRAW_NANOS = Duration.ofMillis(100).toNanos();
  private static final long LINE_NANOS = Duration.ofSeconds(5).toNanos();
  private static final int BAR = 20;
  private static final int WIDTH = 79;

  private final CommandOutput output;
  private final LongSupplier nanoTime;
  private final long start;
  private long lastShown;
  private int drawn;

  /**
   * @param nanoTime clock, such as {@link System#nanoTime()}
   */
  public ProgressLine(CommandOutput output, LongSupplier nanoTime) {
    this.output = output;
    this.nanoTime = nanoTime;
    start = nanoTime.getAsLong();
    lastShown = start;
  }

  /**
   * @param share fraction of the work that is done, 0 to 1
   * @param text description of the work done
   */
  public void show(double share, String text) {
    long now = nanoTime.getAsLong();
    if (now - lastShown < (output.canRedraw() ? REDRAW_NANOS : LINE_NANOS)) {
      return;
    }
    lastShown = now;
    if (output.canRedraw()) {
      draw(bar(share) + percent(share) + " " + text);
    } else {
      output.note(percent(share).strip() + " " + text);
    }
  }

  /** Clears the progress bar. */
  @Override
  public void close() {
    if (drawn > 0) {
      draw("");
      output.draw("\r");
      drawn = 0;
    }
  }

  private void draw(String line) {
    String cut = line.length() > WIDTH ? line.substring(0, WIDTH) : line;
    output.draw("\r" + cut + " ".repeat(Math.max(0, drawn - cut.length())));
    drawn = cut.length();
  }

  private static String bar(double share) {
    int full = (int) Math.floor(clamp(share) * BAR);
    return "[" + "#".repeat(full) + ".".repeat(BAR - full) + "]";
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, " %3d %%", (int) (clamp(share) * 100));
  }

  private static double clamp(double share) {
    return Math.min(1, Math.max(0, share));
  }
}
