package dev.arag.pdf.internal.text;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.pdf.internal.layout.PageContent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides whether a hyphen at the end of a line is part of the word, based on the rest of the
 * document. The hyphen is removed if the word occurs inside lines without a hyphen at least as
 * often as with one. It is kept if the hyphenated word is more frequent. If neither spelling
 * occurs, the hyphen is removed if neither half occurs as a separate word.
 */
final class Hyphens {
  private static final char SOFT = '\u00AD';

  /** The number of occurrences inside lines of each possible spelling of a hyphenated word. */
  private final Map<String, Integer> occurrences = new HashMap<>();

  private Hyphens() {}

  /** Reads the pages twice: first to collect the possible spellings, then to count them. */
  static Hyphens of(List<PageContent> pages) {
    Hyphens hyphens = new Hyphens();
    for (PageContent page : pages) {
      for (int i = 1; i < page.lines().size(); i++) {
        hyphens.collectForms(page.lines().get(i - 1).text(), page.lines().get(i).text());
      }
    }
    if (!hyphens.occurrences.isEmpty()) {
      pages.forEach(page -> page.lines().forEach(line -> hyphens.count(line.text())));
    }
    return hyphens;
  }

  /** Whether a hyphenated word continues on the next line. */
  static boolean isHyphenated(String above, String below) {
    int last = above.length() - 1;
    return last > 0
        && isHyphen(above.charAt(last))
        && CharacterClass.isLetter(above.codePointBefore(last))
        && CharacterClass.isLowerCase(below.codePointAt(0));
  }

  static boolean isHyphen(char unit) {
    return unit == '-' || unit == '\u2010' || unit == SOFT;
  }

  /** Whether the hyphen at the end of {@code above} only marks the line break. */
  boolean isLineBreakHyphen(String above, String below) {
    if (above.charAt(above.length() - 1) == SOFT) {
      return true;
    }
    String head = head(above);
    String tail = tail(below);
    int joined = count(head, tail);
    int hyphenated = times(head + "-" + tail);
    if (joined > 0 || hyphenated > 0) {
      return joined >= hyphenated;
    }
    return times(head) == 0 && times(tail) == 0;
  }

  private int count(String head, String tail) {
    return times(head + tail);
  }

  private int times(String form) {
    return occurrences.getOrDefault(form, 0);
  }

  private void collectForms(String above, String below) {
    if (isHyphenated(above, below)) {
      String head = head(above);
      String tail = tail(below);
      for (String form : List.of(head, tail, head + tail, head + "-" + tail)) {
        occurrences.putIfAbsent(form, 0);
      }
    }
  }

  private static String head(String above) {
    int end = above.length() - 1;
    return lower(above.substring(wordStart(above, end), end));
  }

  private static String tail(String below) {
    return lower(below.substring(0, wordEnd(below, 0, below.length())));
  }

  private static int wordStart(String line, int end) {
    int start = end;
    while (start > 0 && isInWord(line.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private static int wordEnd(String line, int start, int limit) {
    int end = start;
    while (end < limit && isInWord(line.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isInWord(char unit) {
    return CharacterClass.isLetterOrDigit(unit) || isHyphen(unit) || Character.isSurrogate(unit);
  }

  /** Counts the words of a line, except those at its start and end that may be halves of words. */
  private void count(String line) {
    boolean endsHyphenated = isHyphen(line.charAt(line.length() - 1));
    for (int start = 0; start < line.length(); ) {
      int end = wordEnd(line, start, line.length());
      if (end > start && !(endsHyphenated && end == line.length()) && start > 0) {
        occurrences.computeIfPresent(lower(line.substring(start, end)), (form, times) -> times + 1);
      }
      start = Math.max(end, start + 1);
    }
  }

  private static String lower(String word) {
    return CharacterClass.toLowerCase(word.replace('\u2010', '-'));
  }
}
