package dev.arag.campaigns.bench;

import java.util.Locale;

/** Formats numbers for the reports. */
final class Figures {
  private Figures() {}

  /** Formats a number with about three significant digits. */
  static String of(double figure) {
    int decimals = figure >= 100 ? 0 : figure >= 10 ? 1 : figure >= 0.1 ? 2 : 4;
    return String.format(Locale.ROOT, "%,." + decimals + "f", figure);
  }

  static String of(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }
}
