package dev.arag.pdf.internal.table;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.pdf.internal.layout.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Words of a row without a wide gap between them; a cell, if the row belongs to a table.
 *
 * @param core the range of a number without the signs beside it, because a currency sign or a
 *     parenthesis may be in the range of the next column; otherwise the range of the words
 */
record Segment(
    List<Word> words, String text, float left, float right, PageTable.Column core, Kind kind) {
  /** What a segment contains. */
  enum Kind {
    TEXT,
    /** A year, such as 2018 or FY2018. */
    YEAR,
    /** A number, with its currency, percent sign or parentheses, or a dash. */
    VALUE
  }

  private static final Pattern YEAR = Pattern.compile("(FY ?)?(19|20)\\d\\d(E|A)?( ?\\(\\w\\))*");

  /** A number with signs around it; dashes and "N/A" stand for no value. */
  private static final Pattern VALUE =
      Pattern.compile(
          "[-–—−(+<>~≈]*+\\s*+(US|C|A)?[$€£¥₹]?\\s*+[-–—−(]*+\\s*+([.,]?\\d++([.,'’]\\d++)*+"
              + "|\\d{1,3}( \\d{3})++([.,]\\d++)?)\\s*+"
              + "(%|x|bps|bp|pts?|pp|[kKmMbB]|[$€£]|(years?|months?|days?|tons?|lbs)\\.?)?\\s*+\\)?\\s*+"
              + "(%|pts?|x)?\\)?\\s*+(\\(\\w\\))?\\*?"
              + "|[$€£¥(]*+\\s*+[-–—−]++\\s*+[%)]*+|[$€£¥]?\\s*+(N/?[AM]|n/?[am]|NM|nm)\\.?|\\*++",
          Pattern.UNICODE_CHARACTER_CLASS);

  /** Signs that belong to the number after them. */
  private static final Pattern BEFORE_NUMBER =
      Pattern.compile("[-–—−(]*+(US|C|A)?[$€£¥₹]?[-–—−(]*+");

  /** Signs that belong to the number before them. */
  private static final Pattern AFTER_NUMBER =
      Pattern.compile("[)%]+|\\)?\\s*(%|x|bps|bp|pts?|pp)\\)?|\\([a-z]\\)");

  /** A period, a date or a year. */
  private static final Pattern DATE =
      Pattern.compile(
          "(?i).*\\b(ended|ending|as of|q[1-4]|quarter|(full|fiscal) year|(19|20)\\d\\d|january"
              + "|february|march|april|may|june|july|august|september|october|november|december)\\b.*");

  private static final int MAX_DATE = 10;

  private static final Pattern NOTE_MARK = Pattern.compile("\\(\\w\\)");

  /** Whether it may be the mark of a note in place of a number, such as (1). */
  boolean isNoteMark() {
    return NOTE_MARK.matcher(text).matches();
  }

  /** Returns it as a text. */
  Segment asText() {
    return new Segment(words, text, left, right, new PageTable.Column(left, right), Kind.TEXT);
  }

  static Segment of(List<Word> words) {
    String text = words.stream().map(Word::text).collect(Collectors.joining(" "));
    float left = (float) words.stream().mapToDouble(Word::left).min().orElseThrow();
    float right = (float) words.stream().mapToDouble(Word::right).max().orElseThrow();
    Kind kind = kind(text);
    return new Segment(
        List.copyOf(words),
        text,
        left,
        right,
        kind == Kind.VALUE && text.chars().noneMatch(CharacterClass::isLetter)
            ? core(words)
            : new PageTable.Column(left, right),
        kind);
  }

  private static PageTable.Column core(List<Word> words) {
    float left = Float.MAX_VALUE;
    float right = -Float.MAX_VALUE;
    for (Word word : words) {
      int first = indexOfDigit(word.text(), 1);
      if (first >= 0) {
        float letter = (word.right() - word.left()) / word.text().length();
        int last = indexOfDigit(word.text(), -1);
        left = Math.min(left, word.left() + first * letter);
        right = Math.max(right, word.right() - (word.text().length() - 1 - last) * letter);
      }
    }
    Word last = words.get(words.size() - 1);
    return left < right
        ? new PageTable.Column(left, right)
        : new PageTable.Column(last.left(), last.right());
  }

  private static int indexOfDigit(String text, int step) {
    int at = step > 0 ? 0 : text.length() - 1;
    while (at >= 0 && at < text.length()) {
      if (CharacterClass.isDigit(text.charAt(at))) {
        return at;
      }
      at += step;
    }
    return -1;
  }

  private static Kind kind(String text) {
    if (text.length() > 40) {
      return Kind.TEXT;
    }
    if (YEAR.matcher(text).matches()) {
      return Kind.YEAR;
    }
    return VALUE.matcher(text).matches() ? Kind.VALUE : Kind.TEXT;
  }

  boolean isBeforeNumber() {
    return text.length() < 6 && BEFORE_NUMBER.matcher(text).matches();
  }

  boolean isAfterNumber() {
    return text.length() < 6 && AFTER_NUMBER.matcher(text).matches();
  }

  /** Whether it has a part in a column. */
  boolean isIn(PageTable.Column column) {
    return column.overlap(core.left(), core.right()) > 0;
  }

  /** Whether it is a short text with a period, a date or a year. */
  boolean isDate() {
    return words.size() <= MAX_DATE && DATE.matcher(text).matches();
  }

  boolean isLowerCase() {
    return CharacterClass.isLowerCase(text.codePointAt(0));
  }

  /** Whether it has letters in upper case, and none in lower case. */
  boolean isUpperCase() {
    return text.codePoints().anyMatch(CharacterClass::isUpperCase)
        && text.codePoints().noneMatch(CharacterClass::isLowerCase);
  }

  boolean isText() {
    return kind == Kind.TEXT;
  }

  Segment join(Segment next) {
    List<Word> all = new ArrayList<>(words);
    all.addAll(next.words);
    return of(all);
  }
}
