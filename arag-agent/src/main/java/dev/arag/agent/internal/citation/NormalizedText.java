package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Span;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.CharacterForm;
import dev.arag.core.internal.fold.FoldedText;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.internal.fold.WordEdges;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Text normalized for the comparison of quotes, with offsets into its source. It is folded, in
 * compatibility form, without quotation marks and Markdown marks, with a space only between two
 * words and one hyphen for any run of dashes. Normalization and search take linear time.
 */
final class NormalizedText {
  private static final String DROPPED = "\"'*_`~\\«»„‚‹›「」『』´\u2035\u2036";

  private final String source;
  private final StringBuilder text = new StringBuilder();
  private int[] starts = new int[16];
  private int[] ends = new int[16];

  /** The positions at which the text omits a space of the source. */
  private final BitSet spaces = new BitSet();

  private boolean spaceIsPending;

  private NormalizedText(String source) {
    this.source = source;
  }

  static NormalizedText of(String source) {
    NormalizedText compared = new NormalizedText(source);
    compared.readAll(Folding.fold(source));
    return compared;
  }

  /** A quote in normalized form, without punctuation at its ends. */
  static String key(String quote) {
    String text = of(quote).text();
    int start = 0;
    int end = text.length();
    while (start < end && !opensQuote(text, start)) {
      start += Character.charCount(text.codePointAt(start));
    }
    while (end > start && !closesQuote(text, end)) {
      end -= Character.charCount(text.codePointBefore(end));
    }
    return text.substring(start, end);
  }

  private static boolean opensQuote(String text, int at) {
    boolean isSign = "-+".indexOf(text.charAt(at)) >= 0 || isAmountSign(text.charAt(at));
    return (isSign && at + 1 < text.length())
        ? CharacterClass.isDigit(text.charAt(at + 1))
        : CharacterClass.isWordPart(text.codePointAt(at));
  }

  private static boolean closesQuote(String text, int end) {
    char last = text.charAt(end - 1);
    boolean isCurrency =
        CharacterClass.isCurrencySign(last)
            && end > 1
            && CharacterClass.isDigit(text.charAt(end - 2));
    return last == '%' || isCurrency || CharacterClass.isWordPart(text.codePointBefore(end));
  }

  String text() {
    return text.toString();
  }

  String source() {
    return source;
  }

  /** The span in the source of {@code from} to {@code to} of the normalized text. */
  Span sourceOf(int from, int to) {
    return new Span(starts[from], ends[to - 1]);
  }

  /**
   * The first match on whole words, at or after an index.
   *
   * @return -1 if there is none
   */
  int find(KmpPattern pattern, int from) {
    return pattern.indexIn(text, from, at -> isWhole(at, at + pattern.length()));
  }

  private boolean isWhole(int start, int end) {
    return WordEdges.isWhole(text, start, end) && !cutsNumberAt(start) && !cutsNumberAt(end);
  }

  /** Whether an edge lies inside a number such as 15,140 or 3.14, or cuts off its sign or %. */
  private boolean cutsNumberAt(int edge) {
    return isNumberMarkAt(edge)
        || isNumberMarkAt(edge - 1)
        || isSignAt(edge - 1)
        || isPercentAt(edge);
  }

  /** Whether the sign of a number is here: the number follows directly and no word precedes. */
  boolean isSignAt(int at) {
    return at >= 0
        && at < text.length()
        && "-+".indexOf(text.charAt(at)) >= 0
        && isDigit(at + 1)
        && !spaces.get(at + 1)
        && (at == 0 || spaces.get(at) || !CharacterClass.isWordPart(text.codePointBefore(at)));
  }

  /** Whether a % belongs to the number before it. */
  boolean isPercentAt(int at) {
    return isDigit(at - 1) && at < text.length() && text.charAt(at) == '%';
  }

  /** Whether the character is a currency or math sign next to a number. */
  boolean isAmountSignAt(int at) {
    return isAmountSign(text.charAt(at)) && (isDigit(at - 1) || isDigit(at + 1));
  }

  private static boolean isAmountSign(char character) {
    return CharacterClass.isCurrencySign(character)
        || (CharacterClass.isMathSign(character) && "+|~".indexOf(character) < 0);
  }

  /** Whether the character is a separator inside one number; in "May 9, 2011" it separates two. */
  boolean isNumberMarkAt(int at) {
    return isDigit(at - 1)
        && isDigit(at + 1)
        && ".,".indexOf(text.charAt(at)) >= 0
        && !spaces.get(at)
        && !spaces.get(at + 1);
  }

  private boolean isDigit(int at) {
    return at >= 0 && at < text.length() && CharacterClass.isDigit(text.charAt(at));
  }

  private void readAll(FoldedText folded) {
    String from = folded.text();
    for (int i = 0; i < from.length(); ) {
      int character = from.codePointAt(i);
      int next = i + Character.charCount(character);
      if (character == ' ' || character == '|') {
        spaceIsPending = true;
      } else if (!isDropped(character) && !isLineMark(from, i)) {
        append(character, folded.sourceStart(i), folded.sourceEnd(next));
      }
      i = next;
    }
  }

  private static boolean isDropped(int character) {
    return DROPPED.indexOf(character) >= 0;
  }

  /** The # of a Markdown heading or the &gt; of a quotation, with spaces around it. */
  private static boolean isLineMark(String text, int at) {
    return isLoneMark(text, at, -1) && isLoneMark(text, at, 1);
  }

  private static boolean isLoneMark(String text, int at, int step) {
    int i = at;
    while (i >= 0 && i < text.length() && "#>".indexOf(text.charAt(i)) >= 0) {
      if (Math.abs(i - at) > 6) {
        return false;
      }
      i += step;
    }
    return i != at && (i < 0 || i >= text.length() || text.charAt(i) == ' ');
  }

  private void append(int character, int start, int end) {
    if (character < 0x80) {
      appendFolded(character, start, end);
      return;
    }
    CharacterForm.compatible(character)
        .codePoints()
        .filter(each -> each != ' ' && !isDropped(each))
        .forEach(each -> appendFolded(CharacterForm.lowerCase(each), start, end));
  }

  private void appendFolded(int character, int start, int end) {
    int last = text.isEmpty() ? 0 : text.codePointBefore(text.length());
    if (character == '-' && last == '-') {
      ends[text.length() - 1] = end;
      return;
    }
    if (spaceIsPending && isSpacedWord(last) && isSpacedWord(character)) {
      put(' ', ends[text.length() - 1], start);
    }
    spaces.set(text.length(), spaceIsPending);
    spaceIsPending = false;
    put(character, start, end);
  }

  private static boolean isSpacedWord(int character) {
    return CharacterClass.isWordPart(character) && !CharacterClass.isUnspacedScript(character);
  }

  private void put(int character, int start, int end) {
    int from = text.length();
    text.appendCodePoint(character);
    if (text.length() > starts.length) {
      starts = Arrays.copyOf(starts, 2 * text.length());
      ends = Arrays.copyOf(ends, 2 * text.length());
    }
    Arrays.fill(starts, from, text.length(), start);
    Arrays.fill(ends, from, text.length(), end);
  }
}
