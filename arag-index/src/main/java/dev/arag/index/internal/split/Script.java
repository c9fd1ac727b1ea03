package dev.arag.index.internal.split;

import java.util.Arrays;

/**
 * The scripts that the rules distinguish. Each script is defined by ranges of code points, so that
 * it does not depend on the JDK version.
 */
enum Script {
  LATIN,
  CYRILLIC,
  GREEK,
  ARMENIAN,
  HEBREW,
  ARABIC,
  DEVANAGARI,
  GEORGIAN,
  THAI,
  LAO,
  KHMER,
  MYANMAR,
  ETHIOPIC,
  HANGUL,
  KANA,
  HAN,
  OTHER;

  private static final int BMP = 0x10000;
  private static final Script[] BY_UNIT = byUnit();

  /** Returns the script of a letter, or {@link #OTHER} for any other character. */
  static Script of(int codePoint) {
    if (codePoint < BMP) {
      return BY_UNIT[codePoint];
    }
    return codePoint >= 0x20000 && codePoint < 0x34000 ? HAN : OTHER;
  }

  private static Script[] byUnit() {
    Script[] scripts = new Script[BMP];
    Arrays.fill(scripts, OTHER);
    LATIN.put(scripts, 'A', 'Z', 'a', 'z', 0xAA, 0xAA, 0xBA, 0xBA, 0xC0, 0x24F, 0x1E00, 0x1EFF);
    GREEK.put(scripts, 0x370, 0x3FF, 0x1F00, 0x1FFF);
    CYRILLIC.put(scripts, 0x400, 0x52F, 0x1C80, 0x1C8F, 0x2DE0, 0x2DFF, 0xA640, 0xA69F);
    ARMENIAN.put(scripts, 0x531, 0x58F);
    HEBREW.put(scripts, 0x591, 0x5FF, 0xFB1D, 0xFB4F);
    ARABIC.put(scripts, 0x610, 0x61A, 0x620, 0x65F, 0x66E, 0x6D3, 0x6D5, 0x6EF, 0x6FA, 0x6FF);
    ARABIC.put(scripts, 0x750, 0x77F, 0x8A0, 0x8FF, 0xFB50, 0xFDFF, 0xFE70, 0xFEFC);
    DEVANAGARI.put(scripts, 0x900, 0x963, 0x966, 0x97F);
    GEORGIAN.put(scripts, 0x10A0, 0x10FF, 0x1C90, 0x1CBF);
    THAI.put(scripts, 0xE01, 0xE3A, 0xE40, 0xE4E);
    LAO.put(scripts, 0xE81, 0xECD);
    KHMER.put(scripts, 0x1780, 0x17D3);
    MYANMAR.put(scripts, 0x1000, 0x103F, 0x1050, 0x109F);
    ETHIOPIC.put(scripts, 0x1200, 0x1360, 0x1380, 0x139F);
    HANGUL.put(scripts, 0x1100, 0x11FF, 0x3130, 0x318F, 0xAC00, 0xD7FB);
    KANA.put(
        scripts, 0x3041, 0x309F, 0x30A1, 0x30FA, 0x30FC, 0x30FF, 0x31F0, 0x31FF, 0xFF66, 0xFF9F);
    HAN.put(scripts, 0x3005, 0x3007, 0x3400, 0x4DBF, 0x4E00, 0x9FFF, 0xF900, 0xFAFF);
    return scripts;
  }

  /**
   * @param ranges pairs of the first and last code point of each range
   */
  private void put(Script[] scripts, int... ranges) {
    for (int i = 0; i < ranges.length; i += 2) {
      Arrays.fill(scripts, ranges[i], ranges[i + 1] + 1, this);
    }
  }
}
