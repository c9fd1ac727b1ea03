package dev.arag.core.internal.fold;

import java.util.List;

/**
 * Characters that JDK 17 does not know, because its Unicode version is 13. Tests use them to check
 * that results depend on the pinned Unicode version only.
 */
public final class NewCharacters {
  /** The characters. Each comment names the Unicode version that added the character. */
  public static final List<String> ALL =
      List.of(
          "\uD801\uDD70", // 14, Vithkuqi capital letter
          "\uD801\uDD97", // 14, Vithkuqi small letter
          "\uD837\uDF00", // 14, Latin extension G
          "\uA7C0", // 14, Latin capital letter
          "\uA7C1", // 14, Latin small letter
          "\u1AC1", // 14, mark
          "\uD807\uDF04", // 15, Kawi letter
          "\uD807\uDF01", // 15, Kawi mark
          "\uD807\uDF50", // 15, Kawi digit
          "\uD87A\uDFF0", // 15.1, CJK extension I
          "\uD803\uDD40", // 16, Garay digit
          "\uD803\uDD50", // 16, Garay capital letter
          "\uD801\uDDC0", // 16, Todhri letter
          "\u1C89"); // 16, Cyrillic capital letter

  private NewCharacters() {}
}
