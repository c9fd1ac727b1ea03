package dev.arag.solr.internal.query;

import java.util.ArrayList;
import java.util.List;

/**
 * The texts in which two occurrences of a keyword overlap. Solr counts overlapping occurrences,
 * which a keyword search does not count. Occurrences can overlap only if the keyword has a border:
 * a proper prefix that is also a suffix.
 */
final class SelfOverlap {
  /** Limits the length of requests; only very long keywords have more borders that matter. */
  static final int MAX_TEXTS = 8;

  private SelfOverlap() {}

  /**
   * Returns texts of which a text contains one if occurrences of the keyword overlap in it. If
   * there would be more than {@value #MAX_TEXTS}, returns the keyword itself.
   *
   * @return the texts; empty if occurrences of the keyword cannot overlap
   */
  static List<String> of(String keyword) {
    List<Integer> shifts = new ArrayList<>();
    int[] borders = borders(keyword);
    for (int border = borders[keyword.length()]; border > 0; border = borders[border]) {
      int shift = keyword.length() - border;
      // Occurrences at a multiple of a shift imply an occurrence at the shift itself.
      if (shifts.stream().noneMatch(smaller -> shift % smaller == 0)) {
        shifts.add(shift);
      }
      if (shifts.size() > MAX_TEXTS) {
        return List.of(keyword);
      }
    }
    return shifts.stream()
        .map(shift -> keyword + keyword.substring(keyword.length() - shift))
        .toList();
  }

  /** For each prefix, the length of its longest border. */
  private static int[] borders(String keyword) {
    int[] borders = new int[keyword.length() + 1];
    borders[0] = -1;
    int border = -1;
    for (int i = 0; i < keyword.length(); i++) {
      while (border >= 0 && keyword.charAt(border) != keyword.charAt(i)) {
        border = borders[border];
      }
      border++;
      borders[i + 1] = border;
    }
    return borders;
  }
}
