package dev.arag.solr;

import java.util.List;
import java.util.Random;

/** Generates texts of which each keyword search has its own difficulty. */
final class NastyTexts {
  private static final List<String> PARTS =
      List.of(
          "tarn",
          "Tarn",
          "tarns",
          "river",
          "C++",
          ".net",
          "a-a",
          "ana",
          "Banana",
          "ananas",
          "aa",
          "aaaa",
          "that",
          "Élan",
          "E\u0301lan",
          "elan",
          "ÉLAN",
          "naïve",
          "naive",
          "Straße",
          "STRASSE",
          "İstanbul",
          "istanbul",
          "ıssız",
          "o\u0308",
          "so\u00adft",
          "soft",
          "zwj\u200dx",
          "😀",
          "😀😀",
          "👍🏽",
          "中文",
          "中文文本",
          "中",
          "東京都京都",
          "ไทย",
          "ภาษาไทย",
          "한국어",
          "שָׁלוֹם",
          "नमस्ते",
          "ﬁne",
          "Ω",
          "x\u0327\u0301",
          "${tarn}",
          "{!lucene}",
          "$keyword0",
          "a AND b",
          "OR",
          "*:*",
          "\"quoted\"",
          "“quoted”",
          "back\\slash",
          "~^?*",
          "[a TO b]",
          "(x) && y",
          "50%25",
          "a,b",
          "1,000,000",
          "00",
          "2020202",
          "\u0001",
          "#tag",
          "'",
          "it’s",
          "it's",
          "Zürich",
          "Łódź",
          "crème",
          "x".repeat(300),
          "xy".repeat(140),
          "x".repeat(299) + " tarn",
          "\ud83d");

  private static final List<String> WITHOUT_ACCENTS =
      List.of("zurich", "LODZ", "creme", "Zurich/crème", "issiz", "elan", "creme-a-a", "שלום");

  private static final List<String> GAPS =
      List.of(" ", " ", " ", " ", "", "", "\n", "\t", "\u00a0", "-", ". ", "  ", "/", "\u3000");

  private final Random random;

  NastyTexts(Random random) {
    this.random = random;
  }

  /** Returns a text of up to the given number of parts. */
  String text(int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most); i >= 0; i--) {
      text.append(pick(PARTS)).append(pick(GAPS));
    }
    return text.toString();
  }

  /** Returns a part of a text, or something that resembles one. */
  String keyword(String text) {
    return switch (random.nextInt(7)) {
      case 0 -> pick(PARTS) + pick(GAPS) + pick(PARTS);
      case 1, 2 -> pick(PARTS);
      case 3 -> pick(PARTS).toUpperCase(java.util.Locale.ROOT);
      case 4 -> pick(WITHOUT_ACCENTS);
      default -> cut(text);
    };
  }

  private String cut(String text) {
    int length = text.codePointCount(0, text.length());
    int start = random.nextInt(length);
    int end = start + 1 + random.nextInt(Math.min(length - start, 12));
    return text.substring(text.offsetByCodePoints(0, start), text.offsetByCodePoints(0, end));
  }

  <T> T pick(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
