package dev.arag.index.split;

import dev.arag.core.internal.fold.CharacterClass;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds where sentences end inside a paragraph. Every run of closing marks is a candidate; rules
 * decide what they can, the English model the rest. The time is linear in the text: each look back
 * or ahead is bounded.
 */
final class SentenceRules {
  /** The longest word looked at before or behind a mark, in UTF-16 units. */
  private static final int MAX_WORD = 40;

  /** The longest number of a reference, in digits. */
  private static final int MAX_REFERENCE = 4;

  /** A bracket of a script without spaces that stays open this long was never closed. */
  private static final int MAX_QUOTE = 200;

  private static final String WIDE_OPENERS = "《〈「『（【〔";
  private static final String WIDE_CLOSERS = "》〉」』）】〕";

  private final String text;
  private final int from;
  private final int to;
  private final EnglishModel model;
  private final List<Integer> ends = new ArrayList<>();
  private int openQuotes;
  private int quoteStart;

  private SentenceRules(String text, int from, int to, EnglishModel model) {
    this.text = text;
    this.from = from;
    this.to = to;
    this.model = model;
  }

  /** The offsets behind the closing marks of sentences, ascending, without the paragraph's end. */
  static List<Integer> ends(String text, Span paragraph, EnglishModel model) {
    SentenceRules rules = new SentenceRules(text, paragraph.start(), paragraph.end(), model);
    rules.scan();
    return rules.ends;
  }

  private void scan() {
    for (int i = from; i < to; ) {
      char unit = text.charAt(i);
      trackQuotes(unit, i);
      if (Characters.isTerminal(unit)) {
        i = decide(i);
      } else {
        i++;
      }
    }
  }

  private void trackQuotes(char unit, int at) {
    if (WIDE_OPENERS.indexOf(unit) >= 0) {
      openQuotes++;
      quoteStart = at;
    } else if (WIDE_CLOSERS.indexOf(unit) >= 0) {
      openQuotes = Math.max(0, openQuotes - 1);
    }
    if (openQuotes > 0 && at - quoteStart > MAX_QUOTE) {
      openQuotes = 0;
    }
  }

  /** Looks at one run of closing marks and returns where to go on. */
  private int decide(int mark) {
    int behind = skipTerminals(mark);
    int end = skipReferences(skipLooseQuotes(skipClosers(behind)));
    boolean wide = Characters.isWideTerminal(text.charAt(behind - 1));
    if (end >= to) {
      return to;
    }
    if (wide ? endsWide(mark, behind) : endsSpaced(mark, behind, end)) {
      ends.add(end);
      openQuotes = 0;
      return end;
    }
    return behind;
  }

  private int skipTerminals(int at) {
    int i = at;
    while (i < to && Characters.isTerminal(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private int skipClosers(int at) {
    int i = at;
    while (i < to && Characters.isCloser(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /** Passes closing quotes that stand alone, as in {@code He left. '' Then}. */
  private int skipLooseQuotes(int at) {
    int start = skipSpaces(at);
    int end = start;
    while (end < to && isQuote(text.charAt(end))) {
      end++;
    }
    boolean alone = start - at == 1 && (end == to || Characters.isSpace(text.charAt(end)));
    return end > start && alone ? end : at;
  }

  private static boolean isQuote(char unit) {
    return unit == '"' || unit == '\'' || unit == '”' || unit == '’';
  }

  /** Passes reference marks such as {@code [12]} that stand right behind a sentence. */
  private int skipReferences(int at) {
    int i = at;
    while (i < to && text.charAt(i) == '[') {
      int close = skipDigits(i + 1);
      if (close == i + 1 || close >= to || text.charAt(close) != ']') {
        return i;
      }
      i = close + 1;
    }
    return i;
  }

  private int skipDigits(int at) {
    int last = Math.min(to, at + MAX_REFERENCE);
    int i = at;
    while (i < last && CharacterClass.isDigit(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /** A title such as 《…！…》 and a quote that goes on keep their marks inside. */
  private boolean endsWide(int mark, int behind) {
    boolean decimal =
        text.charAt(mark) == '．'
            && mark > from
            && CharacterClass.isDigit(text.charAt(mark - 1))
            && CharacterClass.isDigit(text.charAt(behind));
    return openQuotes == 0 && !decimal;
  }

  private boolean endsSpaced(int mark, int behind, int end) {
    if (!Characters.isSpace(text.charAt(end))) {
      return false;
    }
    int next = skipSpaces(end);
    if (next >= to || openQuotes > 0 || Characters.isTerminal(text.charAt(next))) {
      return false;
    }
    String word = wordAfter(next);
    if (opensLower(word)) {
      return false;
    }
    boolean singleDot = behind == mark + 1 && text.charAt(mark) == '.';
    return !singleDot || endsAfterDot(mark, next, word);
  }

  /** Lower case goes on; but {@code iPhone} and {@code eBay} may open a sentence. */
  private static boolean opensLower(String word) {
    if (word.isEmpty() || !CharacterClass.isLowerCase(word.codePointAt(0))) {
      return false;
    }
    return word.length() < 2 || !CharacterClass.isUpperCase(word.codePointAt(1));
  }

  private boolean endsAfterDot(int mark, int next, String wordAfter) {
    String before = wordBefore(mark);
    if (before.isEmpty()) {
      return true;
    }
    if (isListMark(before, mark - before.length(), mark)) {
      return false;
    }
    if (!wordAfter.isEmpty() && CharacterClass.isDigit(wordAfter.codePointAt(0))) {
      return !Abbreviations.isNumbered(before) && !Abbreviations.isLeading(before);
    }
    if (Abbreviations.isLeading(before)) {
      return false;
    }
    boolean starter = Abbreviations.startsSentences(wordAfter) && !isInitialAt(next, wordAfter);
    if (starter) {
      return true;
    }
    return endsBeforeName(before, next);
  }

  /** {@code 1} or {@code a} in front of the sentence, perhaps behind a bullet. */
  private boolean isListMark(String before, int start, int mark) {
    boolean letter = before.length() == 1 && CharacterClass.isLowerCase(before.charAt(0));
    if (!letter && !(before.length() <= 3 && isNumber(start, mark))) {
      return false;
    }
    int first = ends.isEmpty() ? from : ends.get(ends.size() - 1);
    for (int i = Math.max(first, start - 4); i < start; i++) {
      if (CharacterClass.isWordPart(text.charAt(i))) {
        return false;
      }
    }
    return start - first <= 4;
  }

  private boolean endsBeforeName(String before, int next) {
    if (isInitials(before)) {
      return isTimeOfDay(before) && model.endsSentence(text, from, next, to);
    }
    if (Abbreviations.isEither(before)) {
      return before.equals("etc");
    }
    boolean doubtful = before.length() <= 4 && CharacterClass.isUpperCase(before.codePointAt(0));
    return !doubtful || model.endsSentence(text, from, next, to);
  }

  private static boolean isTimeOfDay(String word) {
    return word.length() == 3 && (word.endsWith(".m") || word.endsWith(".M"));
  }

  /** {@code E}, {@code J.R.R}, {@code U.S}, {@code e.g}: single letters between dots. */
  private static boolean isInitials(String word) {
    for (int i = 0; i < word.length(); i++) {
      boolean dot = word.charAt(i) == '.';
      if (dot != (i % 2 == 1)) {
        return false;
      }
    }
    return !CharacterClass.isDigit(word.charAt(0)) && word.length() % 2 == 1;
  }

  /** Whether the word is one letter with a dot behind: {@code A.} in "J. A. Smith". */
  private boolean isInitialAt(int next, String word) {
    int dot = text.indexOf(word, next) + word.length();
    return word.length() == 1 && dot < to && text.charAt(dot) == '.';
  }

  private int skipSpaces(int at) {
    int i = at;
    while (i < to && Characters.isSpace(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /** The letters, digits and inner dots right before a mark; empty behind anything else. */
  private String wordBefore(int mark) {
    int start = mark;
    int first = Math.max(from, mark - MAX_WORD);
    while (start > first && isWordPart(text.charAt(start - 1))) {
      start--;
    }
    return text.substring(start, mark);
  }

  private static boolean isWordPart(char unit) {
    return unit == '.' || unit == '°' || CharacterClass.isWordPart(unit);
  }

  /** The word at {@code next}, without quotes and brackets in front; bounded. */
  private String wordAfter(int next) {
    int start = next;
    int last = Math.min(to, next + MAX_WORD);
    while (start < last && Characters.isOpener(text.charAt(start))) {
      start++;
    }
    int end = start;
    while (end < last && isWordAfterPart(text.charAt(end))) {
      end++;
    }
    return text.substring(start, end);
  }

  private static boolean isWordAfterPart(char unit) {
    return unit == '\'' || CharacterClass.isWordPart(unit);
  }

  private boolean isNumber(int start, int end) {
    for (int i = start; i < end; i++) {
      if (!CharacterClass.isDigit(text.charAt(i))) {
        return false;
      }
    }
    return start < end;
  }
}
