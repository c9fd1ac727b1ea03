package dev.arag.pdf.internal.layout;

import java.util.Map;
import java.util.TreeMap;

/** Counts the characters of each font size. */
public final class FontSizes {
  private final Map<Float, Integer> characters = new TreeMap<>();

  public void add(TextLine line) {
    for (Word word : line.words()) {
      characters.merge(rounded(word.fontSize()), word.text().length(), Integer::sum);
    }
  }

  /** Returns the size that most characters have, in points; 0 if there are none. */
  public float usual() {
    return characters.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(0f);
  }

  /** Rounds to half points. */
  public static float rounded(float size) {
    return Math.round(size * 2) / 2f;
  }
}
