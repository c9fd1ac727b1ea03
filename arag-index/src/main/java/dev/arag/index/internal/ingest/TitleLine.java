package dev.arag.index.internal.ingest;

import dev.arag.core.internal.fold.CharacterClass;

/**
 * A line of text without white space at its ends, and the properties that distinguish a title from
 * a sentence. Call the other methods only if the line is not empty.
 *
 * @param text the text that contains the line
 */
record TitleLine(String text, int start, int end) {
  private static final int MAX_SHORT = 100;

  /**
   * Scripts without spaces write a sentence in fewer characters, and some of them have no full
   * stop.
   */
  private static final int MAX_SHORT_UNSPACED = 40;

  /** About the length of a heading that is embedded without truncation. */
  private static final int MAX_LENGTH = 300;

  /** Shorter words, such as articles and prepositions, are also in lower case in titles. */
  private static final int MIN_TITLE_WORD = 4;

  private static final String FULL_STOPS = ".!?…‽。！？؟।॥۔።፧။៕";
  private static final String FINAL_MARKS = FULL_STOPS + ":;,：；，、،؛";
  private static final String CLOSING_QUOTES = "\"'”’»」』";
  private static final String MARKERS = "-*+•‣◦▪·–—>|#<`={}[";

  /** Removes the white space at both ends of a line, including the line break. */
  static TitleLine of(String text, int from, int to) {
    int start = from;
    int end = to;
    while (start < end && CharacterClass.isWhiteSpace(text.charAt(start))) {
      start++;
    }
    while (end > start && CharacterClass.isWhiteSpace(text.charAt(end - 1))) {
      end--;
    }
    return new TitleLine(text, start, end);
  }

  int length() {
    return end - start;
  }

  String content() {
    return text.substring(start, end);
  }

  boolean isShort() {
    if (length() > MAX_SHORT) {
      return false;
    }
    long unspaced = content().codePoints().filter(CharacterClass::isUnspacedScript).count();
    return 2 * unspaced < length() || length() <= MAX_SHORT_UNSPACED;
  }

  boolean isTitleLength() {
    return length() <= MAX_LENGTH;
  }

  /** Whether the line ends with punctuation. */
  boolean isClosed() {
    return FINAL_MARKS.indexOf(lastMark()) >= 0;
  }

  /** Whether the line ends with punctuation after which a sentence continues, such as a comma. */
  boolean announcesText() {
    return isClosed() && FULL_STOPS.indexOf(lastMark()) < 0;
  }

  /** The last character that is not a closing quotation mark. */
  private char lastMark() {
    int last = end - 1;
    while (last > start && CLOSING_QUOTES.indexOf(text.charAt(last)) >= 0) {
      last--;
    }
    return text.charAt(last);
  }

  /** Whether the line begins like a list item, a quotation, a table row or code. */
  boolean hasMarker() {
    return MARKERS.indexOf(text.charAt(start)) >= 0;
  }

  /** Whether the line begins like a title, and contains a letter or a digit. */
  boolean hasTitleStart() {
    return (!hasMarker() || text.startsWith("...", start))
        && content().codePoints().anyMatch(CharacterClass::isWordPart);
  }

  boolean hasLetter() {
    return content().codePoints().anyMatch(CharacterClass::isLetter);
  }

  /**
   * Whether the first word begins in lower case and contains no capital letter. A name such as
   * "iPhone" contains one.
   */
  boolean startsInLowerCase() {
    return CharacterClass.isLowerCase(text.codePointAt(start))
        && text.substring(start, start + firstWordLength())
            .codePoints()
            .noneMatch(CharacterClass::isUpperCase);
  }

  int firstWordLength() {
    int at = start;
    while (at < end && !CharacterClass.isWhiteSpace(text.charAt(at))) {
      at++;
    }
    return at - start;
  }

  /**
   * Whether the next line begins with the words of this line. The text of an article often repeats
   * its title in this way.
   */
  boolean isRepeatedBy(TitleLine next) {
    int wordsEnd = end;
    while (wordsEnd > start && FINAL_MARKS.indexOf(text.charAt(wordsEnd - 1)) >= 0) {
      wordsEnd--;
    }
    int words = wordsEnd - start;
    return words > 0
        && next.length() > length()
        && text.regionMatches(true, next.start, text, start, words);
  }

  /**
   * Whether at least two words and three quarters of all words begin with a capital or a number,
   * and all other words are short.
   */
  boolean isCapitalized() {
    int words = 0;
    int capitalized = 0;
    int at = start;
    while (at < end) {
      int wordEnd = wordEnd(at);
      if (wordEnd == at) {
        at++;
        continue;
      }
      int first = text.codePointAt(at);
      boolean isCapital = CharacterClass.isUpperCase(first) || CharacterClass.isNumber(first);
      if (!isCapital && wordEnd - at >= MIN_TITLE_WORD) {
        return false;
      }
      words++;
      capitalized += isCapital ? 1 : 0;
      at = wordEnd;
    }
    return capitalized >= 2 && 4 * capitalized >= 3 * words;
  }

  private int wordEnd(int from) {
    int at = from;
    while (at < end && CharacterClass.isWordPart(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
    return at;
  }
}
