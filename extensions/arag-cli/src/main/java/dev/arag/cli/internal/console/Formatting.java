package dev.arag.cli.internal.console;

import java.util.Locale;

/** Formats numbers and durations for users. */
public final class Formatting {
  private Formatting() {}

  /** Formats a number with a noun, such as {@code 1 chunk} or {@code 1,204 chunks}. */
  public static String count(long number, String noun) {
    return number(number) + " " + (number == 1 ? noun : plural(noun));
  }

  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Formats a duration, such as {@code 0.4 s} or {@code 2 min 5 s}. */
  public static String seconds(double seconds) {
    if (seconds < 60) {
      return String.format(Locale.ROOT, "%.1f s", seconds);
    }
    return wholeSeconds(seconds);
  }

  /** Formats a duration, such as {@code 12 s}, {@code 2 min 5 s} or {@code 3 h 20 min}. */
  public static String wholeSeconds(double seconds) {
    long whole = Math.round(seconds);
    if (whole < 60) {
      return whole + " s";
    }
    long minutes = whole / 60;
    return minutes < 60
        ? minutes + " min " + whole % 60 + " s"
        : minutes / 60 + " h " + minutes % 60 + " min";
  }

  private static String plural(String noun) {
    return noun.endsWith("y") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
  }
}
