package dev.arag.cli.internal.console;

import java.io.PrintStream;

/** Text on standard output that changes while it is shown. Requires a terminal. */
public final class LiveText {
  private final PrintStream out;
  private final int columns;
  private String shown = "";

  LiveText(CliEnvironment environment) {
    out = environment.out();
    columns = environment.columns();
  }

  /** Shows a text in place of the text before. Lines at the start that are equal are kept. */
  public void show(String text) {
    int kept = text.startsWith(shown) ? shown.length() : lineStart(text);
    String removed = shown.substring(kept);
    shown = text;
    CommandOutput.write(out, (removed.isEmpty() ? "" : remove(removed)) + text.substring(kept));
  }

  /** Returns the start of the first line that differs. */
  private int lineStart(String text) {
    int common = 0;
    while (common < Math.min(text.length(), shown.length())
        && text.charAt(common) == shown.charAt(common)) {
      common++;
    }
    return shown.lastIndexOf('\n', common - 1) + 1;
  }

  /** Returns the control sequences that move the cursor to the start of a text and erase it. */
  private String remove(String text) {
    int rows =
        text.lines()
            .mapToInt(line -> Math.max(0, LineWrapper.columns(line) - 1) / columns + 1)
            .sum();
    int up = text.endsWith("\n") ? rows : rows - 1;
    return "\r" + (up == 0 ? "" : "\u001b[" + up + "A") + "\u001b[J";
  }
}
