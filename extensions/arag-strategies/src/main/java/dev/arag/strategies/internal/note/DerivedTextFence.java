package dev.arag.strategies.internal.note;

import dev.arag.agent.spi.Shown;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces shown text by text that was derived from it. */
public final class DerivedTextFence {
  private static final Pattern LINE = Pattern.compile("^<<<\\w+$", Pattern.MULTILINE);

  private DerivedTextFence() {}

  /**
   * Returns a shown text with another text inside its marker lines. Text outside of them, such as
   * notes of the tool, stays. A text without marker lines is replaced.
   */
  public static String replaceInside(String shown, String text) {
    Matcher open = LINE.matcher(shown);
    if (!open.find()) {
      return text;
    }
    String end = "\n>>>" + open.group().substring(3);
    int at = shown.lastIndexOf(end);
    String after = at < 0 ? "" : shown.substring(at + end.length());
    return shown.substring(0, open.start()) + Shown.enclose(text, open.group() + "\n") + after;
  }
}
