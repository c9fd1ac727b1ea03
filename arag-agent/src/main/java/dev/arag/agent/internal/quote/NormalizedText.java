package dev.arag.agent.internal.quote;

import dev.arag.agent.citation.Span;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.CharacterForm;
import dev.arag.core.internal.fold.FoldedText;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.internal.fold.WordEdges;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Text that is normalized for the comparison of quotes, with offsets into its source. Normalization
 * folds the text and converts characters to their Unicode compatibility forms. It removes quotation
 * marks and Markdown formatting, keeps spaces only between words, and replaces each run of dashes
 * with one hyphen. Bars between the cells of a table are spaces. Normalization and search take
 * linear time.
 */
public final class NormalizedText {
  private static final String DROPPED = "\"'*_`~\\«»„‚‹›「」『』´\u2035\u2036";

  private final String source;
  private final StringBuilder text = new StringBuilder();
  private int[] starts = new int[16];
  private int[] ends = new int[16];

  /** The positions in the normalized text before which the source has a space. */
  private final BitSet spaces = new BitSet();

  /** The positions in the normalized text of currency signs at the start of a cell of a table. */
  private final BitSet cellSigns = new BitSet();

  private boolean spaceIsPending;
  private boolean followsBar;
  private @Nullable NormalizedText withoutCellSigns;

  private NormalizedText(String source) {
    this.source = source;
  }

  public static NormalizedText of(String source) {
    NormalizedText compared = new NormalizedText(source);
    compared.readAll(Folding.fold(source));
    return compared;
  }

  /** Returns a quote in normalized form, without punctuation at the start and end. */
  public static String key(String quote) {
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

  public String source() {
    return source;
  }

  /**
   * Returns the span in the source that corresponds to a span of the normalized text.
   *
   * @param from the start in the normalized text
   * @param to the end in the normalized text, exclusive; greater than {@code from}
   */
  public Span sourceOf(int from, int to) {
    return new Span(starts[from], ends[to - 1]);
  }

  /**
   * Finds the first match at or after an index that starts and ends at the edges of words. If there
   * is none, finds one that leaves out currency signs at the start of cells of a table.
   *
   * @return the span of the match in the normalized text
   */
  public Optional<Span> find(KmpPattern pattern, int from) {
    int at = pattern.indexIn(text, from, start -> isWhole(start, start + pattern.length()));
    if (at >= 0 || cellSigns.isEmpty()) {
      return at < 0 ? Optional.empty() : Optional.of(new Span(at, at + pattern.length()));
    }
    if (withoutCellSigns == null) {
      withoutCellSigns = withoutCellSigns();
    }
    NormalizedText other = withoutCellSigns;
    return other
        .find(pattern, other.firstFrom(from))
        .map(it -> other.sourceOf(it.start(), it.end()));
  }

  /**
   * Returns this text without the currency signs at the start of cells. Its source is this text.
   */
  private NormalizedText withoutCellSigns() {
    NormalizedText other = new NormalizedText(text.toString());
    for (int i = 0; i < text.length(); ) {
      int character = text.codePointAt(i);
      int next = i + Character.charCount(character);
      boolean isSign = cellSigns.get(i);
      other.spaceIsPending |= isSign || character == ' ' || spaces.get(i);
      if (!isSign && character != ' ') {
        other.appendFolded(character, i, next);
      }
      i = next;
    }
    return other;
  }

  /** Returns the first index whose source starts at or after an offset. */
  private int firstFrom(int offset) {
    int at = 0;
    while (at < text.length() && starts[at] < offset) {
      at++;
    }
    return at;
  }

  private boolean isWhole(int start, int end) {
    return WordEdges.isWhole(text, start, end) && !cutsNumberAt(start) && !cutsNumberAt(end);
  }

  /**
   * Whether a match that starts or ends at this index would cut a number such as 15,140 or 3.14.
   * Also returns true if the match would separate a number from its sign or percent sign.
   */
  private boolean cutsNumberAt(int edge) {
    return isNumberMarkAt(edge)
        || isNumberMarkAt(edge - 1)
        || isSignAt(edge - 1)
        || isPercentAt(edge);
  }

  /**
   * Whether the character is the plus or minus sign of a number. The number must directly follow
   * the sign, and no word may directly precede it.
   */
  boolean isSignAt(int at) {
    return at >= 0
        && at < text.length()
        && "-+".indexOf(text.charAt(at)) >= 0
        && isDigit(at + 1)
        && !spaces.get(at + 1)
        && (at == 0 || spaces.get(at) || !CharacterClass.isWordPart(text.codePointBefore(at)));
  }

  /** Whether the character is a percent sign directly after a number. */
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

  /**
   * Whether the character is a separator inside a number. The comma in "May 9, 2011" is not,
   * because a space follows it.
   */
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
        followsBar |= character == '|';
      } else if (!isDropped(character) && !isLineMark(from, i)) {
        append(character, folded.sourceStart(i), folded.sourceEnd(next));
        int last = text.length() - 1;
        if (followsBar && last >= 0 && CharacterClass.isCurrencySign(text.charAt(last))) {
          cellSigns.set(last);
        }
        followsBar = false;
      }
      i = next;
    }
  }

  private static boolean isDropped(int character) {
    return DROPPED.indexOf(character) >= 0;
  }

  /**
   * Whether the character is the # of a Markdown heading or the &gt; of a Markdown quotation, with
   * spaces around it.
   */
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
