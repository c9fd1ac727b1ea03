package dev.arag.graph.internal.phrase;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.graph.internal.phrase.SentenceWord.Kind;
import java.util.Set;

/** Reads the words of a sentence in text order. Takes linear time. Not thread-safe. */
final class WordReader {
  private static final int MAX_TITLE = 3;
  private static final int DIGITS_OF_CODE = 6;
  private static final int THOUSANDS = 3;
  private static final String APOSTROPHES = "'’ʼ";
  private static final String HYPHENS = "-‐‑";
  private static final String ELIDED = "lcjmnstLCJMNST";
  private static final Set<String> ORDINAL_ENDS =
      Set.of("st", "nd", "rd", "th", "s", "er", "e", "ème", "º", "ª", "o", "a");

  private final String text;
  private int at;
  private SentenceWord word =
      new SentenceWord(0, 0, Kind.NUMBER, false, false, false, false, false);

  // The counts of the word that is being read.
  private int letters;
  private int digits;
  private int dots;
  private int thousands;
  private int separators;
  private boolean hasUpperCase;
  private boolean startsWithDigit;
  private int sinceSeparator;

  WordReader(String text) {
    this.text = text;
  }

  SentenceWord word() {
    return word;
  }

  /**
   * Moves to the next word.
   *
   * @return false if there are no more words
   */
  boolean next() {
    while (at < text.length() && !CharacterClass.isWordPart(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
    if (at == text.length()) {
      return false;
    }
    int start = at;
    boolean isUnspaced = CharacterClass.isUnspacedScript(text.codePointAt(at));
    if (isUnspaced) {
      while (at < text.length() && isUnspaced(text.codePointAt(at))) {
        at += Character.charCount(text.codePointAt(at));
      }
      word = new SentenceWord(start, at, Kind.UNSPACED, false, false, false, false, false);
    } else {
      start = readSpaced(start);
      word = newWord(start, withoutPossessive(start));
    }
    return true;
  }

  private static boolean isUnspaced(int codePoint) {
    return CharacterClass.isUnspacedScript(codePoint) || CharacterClass.isMark(codePoint);
  }

  private static boolean isSpacedPart(int codePoint) {
    return CharacterClass.isWordPart(codePoint) && !CharacterClass.isUnspacedScript(codePoint);
  }

  /** Reads a word with its inner punctuation, and returns its start after an elided article. */
  private int readSpaced(int begin) {
    int start = begin;
    clear();
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      if (isSpacedPart(codePoint)) {
        count(codePoint);
        at += Character.charCount(codePoint);
      } else if (isInner()) {
        countInner(text.charAt(at));
        at++;
        if (isElision(start)) {
          start = at;
          clear();
        }
      } else {
        break;
      }
    }
    countThousands();
    return start;
  }

  private void clear() {
    letters = 0;
    digits = 0;
    dots = 0;
    thousands = 0;
    separators = 0;
    hasUpperCase = false;
    startsWithDigit = false;
    sinceSeparator = 0;
  }

  private void count(int codePoint) {
    if (CharacterClass.isNumber(codePoint)) {
      startsWithDigit |= letters + digits == 0;
      digits++;
    } else if (CharacterClass.isLetter(codePoint)) {
      letters++;
      hasUpperCase |= CharacterClass.isUpperCase(codePoint);
    }
    sinceSeparator++;
  }

  /** Returns whether the current character is punctuation inside of a word. */
  private boolean isInner() {
    char unit = text.charAt(at);
    boolean isLast = at + 1 == text.length() || !isSpacedPart(text.codePointAt(at + 1));
    if (isLast || at == 0) {
      return false;
    }
    boolean isBetweenDigits =
        CharacterClass.isNumber(text.charAt(at - 1))
            && CharacterClass.isNumber(text.charAt(at + 1));
    return switch (unit) {
      case '.' -> isBetweenDigits || (letters > 0 && sinceSeparator == 1);
      case ',', ':', '/' -> isBetweenDigits;
      case '&', '_' -> true;
      default -> HYPHENS.indexOf(unit) >= 0 || APOSTROPHES.indexOf(unit) >= 0;
    };
  }

  private void countInner(char unit) {
    boolean isDot = unit == '.' || unit == ',';
    if (isDot) {
      countThousands();
      dots++;
    } else if (unit == ':' || unit == '/' || HYPHENS.indexOf(unit) >= 0) {
      separators++;
    }
    sinceSeparator = 0;
  }

  private void countThousands() {
    thousands += dots > 0 && sinceSeparator == THOUSANDS ? 1 : 0;
  }

  /** Returns whether an elided article such as the French "l'" ends before the current place. */
  private boolean isElision(int start) {
    return at == start + 2
        && APOSTROPHES.indexOf(text.charAt(at - 1)) >= 0
        && ELIDED.indexOf(text.charAt(start)) >= 0;
  }

  private int withoutPossessive(int start) {
    int end = at;
    boolean isPossessive =
        end - start > 2
            && (text.charAt(end - 1) == 's' || text.charAt(end - 1) == 'S')
            && APOSTROPHES.indexOf(text.charAt(end - 2)) >= 0;
    return isPossessive ? end - 2 : end;
  }

  private SentenceWord newWord(int start, int end) {
    Kind kind = kind(start, end);
    boolean isWord = kind == Kind.WORD;
    String lower = isWord ? StopWords.lowerCase(text, start, end) : "";
    return new SentenceWord(
        start,
        end,
        kind,
        follows(start),
        hasUpperCase,
        isWord && letters == 1,
        StopWords.contains(lower),
        StopWords.isConnector(lower));
  }

  private Kind kind(int start, int end) {
    if (digits == 0) {
      return Kind.WORD;
    }
    if (letters > 0) {
      return isOrdinal(start, end) ? Kind.NUMBER : Kind.CODE;
    }
    boolean isDate = separators >= 2 || (separators == 1 && digits >= DIGITS_OF_CODE);
    boolean isVersion = dots >= 2 && thousands < dots - 1;
    return isDate || isVersion ? Kind.CODE : Kind.NUMBER;
  }

  private boolean isOrdinal(int start, int end) {
    int place = start;
    while (place < end && CharacterClass.isNumber(text.charAt(place))) {
      place++;
    }
    return startsWithDigit
        && end - place <= MAX_TITLE
        && ORDINAL_ENDS.contains(CharacterClass.toLowerCase(text.substring(place, end)));
  }

  /** Returns whether only white space, or a full stop of an abbreviation, precedes the word. */
  private boolean follows(int start) {
    int gap = word.end();
    boolean isTitle =
        word.isCapitalized() && word.is(Kind.WORD) && word.end() - word.start() <= MAX_TITLE;
    if (isTitle && gap < start && text.charAt(gap) == '.') {
      gap++;
    }
    if (gap == start || word.end() == 0) {
      return false;
    }
    for (int i = gap; i < start; i++) {
      if (!CharacterClass.isWhiteSpace(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }
}
