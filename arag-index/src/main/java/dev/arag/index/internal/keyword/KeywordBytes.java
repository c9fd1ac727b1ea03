package dev.arag.index.internal.keyword;

import dev.arag.core.corpus.Occurrences;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.index.internal.postings.StoredKey;
import java.nio.charset.StandardCharsets;

/**
 * Searches for a keyword in the UTF-8 bytes of folded texts, which need not be decoded: an
 * occurrence of the bytes is always an occurrence of the characters. The JDK searches strings in
 * Latin-1 very fast, so each byte is a character here. Immutable.
 */
final class KeywordBytes {
  private static final int ASCII = 0x80;
  private static final int LONGEST_CHARACTER = 4;

  private final String latin1;

  /** Whether each start, and each end, of an occurrence is a word boundary. */
  private final boolean startIsFree;

  private final boolean endIsFree;

  /**
   * @param keyword a folded keyword without lone surrogates
   */
  KeywordBytes(String keyword) {
    latin1 = StoredKey.latin1(keyword);
    startIsFree = CharacterClass.isUnspacedScript(keyword.codePointAt(0));
    endIsFree = CharacterClass.isUnspacedScript(keyword.codePointBefore(keyword.length()));
  }

  /** Adds the occurrences of the keyword in a text. */
  void count(String text, int keyword, Occurrences occurrences) {
    int count = 0;
    int wholeCount = 0;
    for (int at = text.indexOf(latin1); at >= 0; ) {
      int end = at + latin1.length();
      count++;
      wholeCount += isWhole(text, at, end) ? 1 : 0;
      at = text.indexOf(latin1, end);
    }
    occurrences.add(keyword, count, wholeCount);
  }

  /** Follows {@link dev.arag.core.internal.fold.WordEdges#isWhole}. */
  private boolean isWhole(String text, int start, int end) {
    return (startIsFree || start == 0 || !isInWord(text, start - 1))
        && (endIsFree || end == text.length() || !isInWord(text, end));
  }

  /** Whether the character with a byte belongs to a word. */
  private static boolean isInWord(String text, int at) {
    char unit = text.charAt(at);
    if (unit < ASCII) {
      return TextKeys.isInWord(unit);
    }
    int start = at;
    while (start > 0 && (text.charAt(start) & 0xC0) == ASCII) {
      start--;
    }
    int end = Math.min(text.length(), start + LONGEST_CHARACTER);
    byte[] utf8 = text.substring(start, end).getBytes(StandardCharsets.ISO_8859_1);
    return TextKeys.isInWord(new String(utf8, StandardCharsets.UTF_8).codePointAt(0));
  }
}
