package dev.arag.strategies.internal.note;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Encloses text that was derived from documents, so that a model does not follow instructions in
 * it. The fence has the random code of the shown text from which the other text was derived.
 */
public final class DerivedTextFence {
  private static final Pattern CODE = Pattern.compile("^<<<(\\w+)$", Pattern.MULTILINE);

  private DerivedTextFence() {}

  /**
   * Encloses a text.
   *
   * @param shown a text that the run has shown; if it has no fence, as in some profiles, the text
   *     gets none either
   */
  public static String enclose(String text, String shown) {
    Matcher code = CODE.matcher(shown);
    if (!code.find()) {
      return text;
    }
    return enclose(text, code);
  }

  private static String enclose(String text, Matcher code) {
    // A note must not close the fence.
    String inside = text.replace(code.group(1), "");
    return "<<<" + code.group(1) + "\n" + inside + "\n>>>" + code.group(1);
  }

  /**
   * Returns a shown text with another text inside its fence. Text outside of the fence, such as
   * notes of the tool, stays. A text without a fence is replaced.
   */
  public static String replaceInside(String shown, String text) {
    Matcher code = CODE.matcher(shown);
    if (!code.find()) {
      return text;
    }
    String end = "\n>>>" + code.group(1);
    int at = shown.lastIndexOf(end);
    String after = at < 0 ? "" : shown.substring(at + end.length());
    return shown.substring(0, code.start()) + enclose(text, code) + after;
  }
}
