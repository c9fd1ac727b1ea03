package dev.arag.core.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The counts below are those of every JDK: they do not depend on its version of Unicode. */
class PinnedUnicodeCountsTest {
  /** Characters newer than the Unicode 13 of JDK 17, with the version that brought them. */
  private static final String[] PARTS = {
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
    "\u1C89", // 16, Cyrillic capital letter
    "a",
    "Word",
    " the",
    "12",
    "'s",
    "\u0301",
    "\u6F22",
    " ",
    "\n",
    ".",
    "/",
  };

  @Test
  void newCharactersAreLettersNumbersAndMarksOnEveryJdk() {
    assertThat(pieces("a\uA7C1b \uD801\uDD97c\uD801\uDD70d"))
        .isEqualTo("a\uA7C1b| \uD801\uDD97c|\uD801\uDD70d");
    assertThat(pieces("1\uD807\uDF50\uD803\uDD404")).isEqualTo("1\uD807\uDF50\uD803\uDD40|4");
    assertThat(pieces("a\u1AC1b\uD807\uDF01c")).isEqualTo("a\u1AC1b\uD807\uDF01c");
  }

  private static String pieces(String text) {
    O200kPreTokenizer pieces = new O200kPreTokenizer(text, text.length());
    StringBuilder found = new StringBuilder();
    for (int start = 0; start < text.length(); ) {
      int end = pieces.end(start);
      found.append(start == 0 ? "" : "|").append(text, start, end);
      start = end;
    }
    return found.toString();
  }

  @Test
  void countsAreTheSameOnEveryJdk() {
    Random random = new Random(1);
    int hash = 0;
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int parts = random.nextInt(40); parts > 0; parts--) {
        text.append(PARTS[random.nextInt(PARTS.length)]);
      }
      hash = 31 * hash + TokenCounter.o200k().count(text.toString());
    }
    assertThat(hash).isEqualTo(-128_762_802);
  }
}
