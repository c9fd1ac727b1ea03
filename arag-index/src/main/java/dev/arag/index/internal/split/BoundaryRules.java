package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;

/**
 * Finds the ends of sentences inside a paragraph. Every run of terminators is a candidate. Rules
 * decide most candidates; a model of the language decides the others. The running time is linear in
 * the length of the text, because the distance of each look-behind and look-ahead is bounded and
 * each end is removed at most once.
 */
final class BoundaryRules {
  private final TextScanner range;
  private final int to;
  private final InlineList list;
  private final FullStopRules fullStops;
  private final EllipsisRules ellipses;
  private final ScriptRules scripts;
  private final QuoteTracker quotes;
  private final OffsetList ends = new OffsetList();

  private BoundaryRules(TextScanner range, DocumentLanguages languages, OpenNlpModels models) {
    this.range = range;
    this.to = range.to();
    this.list = new InlineList(range.text(), to);
    this.fullStops = new FullStopRules(range, languages, models);
    this.ellipses = new EllipsisRules(range);
    this.scripts = new ScriptRules(range);
    this.quotes = new QuoteTracker(range, ends);
  }

  /** Returns the offsets at which sentences end, except for the end of the range. */
  static OffsetList ends(TextScanner range, DocumentLanguages languages, OpenNlpModels models) {
    BoundaryRules rules = new BoundaryRules(range, languages, models);
    rules.scan();
    return rules.ends;
  }

  private void scan() {
    String text = range.text();
    int i = list.open(range.from());
    while (i < to) {
      byte kind = SentencePunctuation.kind(text.charAt(i));
      i = kind == SentencePunctuation.NONE ? i + 1 : scanMark(i, kind);
    }
  }

  /** Handles one mark. Returns the offset at which scanning continues. */
  private int scanMark(int at, byte kind) {
    return switch (kind) {
      case SentencePunctuation.AMBIGUOUS -> scanAmbiguous(at);
      case SentencePunctuation.UNAMBIGUOUS -> scanUnambiguous(at);
      case SentencePunctuation.SCRIPT_SPECIFIC -> scanScriptSpecific(at);
      case SentencePunctuation.LIST -> list.isOpen() ? scanListItem(at) : at + 1;
      case SentencePunctuation.SPACE ->
          scripts.endsAtSpace(at, sentenceStart()) ? endAt(at) : at + 1;
      case SentencePunctuation.QUOTE -> {
        quotes.onQuote(at);
        yield at + 1;
      }
      default -> {
        quotes.onBracket(at, kind);
        yield at + 1;
      }
    };
  }

  /** Adds an end. Returns the start of the next sentence, or the offset after its list marker. */
  private int endAt(int end) {
    ends.add(end);
    quotes.onSentenceEnd(end);
    return Math.max(end, list.open(range.skipSpaces(end)));
  }

  private int sentenceStart() {
    return ends.last(range.from());
  }

  private int skipClosers(int at) {
    return range.skipClosers(at, quotes.quoteClosers());
  }

  /**
   * Handles marks such as {@code 。}. They do not end a sentence inside a title such as 《…！…》 or
   * inside a quote that is part of a longer sentence.
   */
  private int scanUnambiguous(int mark) {
    int after = range.skipTerminators(mark);
    int end = range.skipReferences(skipClosers(after));
    if (end >= to) {
      return to;
    }
    boolean isQuoted = quotes.isInBrackets(mark) && !quotes.closesWholeQuote(after, end);
    return isQuoted || isFullwidthDecimal(mark, after) ? after : endAt(end);
  }

  private boolean isFullwidthDecimal(int mark, int after) {
    return range.charAt(mark) == '．'
        && mark > range.from()
        && CharacterClass.isDigit(range.charAt(mark - 1))
        && CharacterClass.isDigit(range.charAt(after));
  }

  private int scanScriptSpecific(int at) {
    if (!scripts.endsAtMark(at, sentenceStart())) {
      return at + 1;
    }
    int end = skipClosers(at + 1);
    return end < to && range.isSpace(end) ? endAt(end) : at + 1;
  }

  private int scanListItem(int at) {
    int item = list.itemAt(at, range.from());
    return item > sentenceStart() ? Math.max(at + 1, endAt(item)) : at + 1;
  }

  private int scanAmbiguous(int mark) {
    if (list.isOpen()) {
      int item = list.itemAt(mark, range.from());
      if (item > sentenceStart()) {
        return Math.max(mark + 1, endAt(item));
      }
    }
    int after = range.skipTerminators(mark);
    if (SentencePunctuation.kind(range.charAt(after - 1)) == SentencePunctuation.UNAMBIGUOUS) {
      return scanUnambiguous(mark);
    }
    if (after == mark + 1 && ellipses.isSpaced(mark)) {
      return scanSpacedDots(mark);
    }
    int end = range.skipReferences(range.skipDetachedQuotes(skipClosers(after)));
    if (end >= to) {
      return to;
    }
    if (quotes.isInBrackets(mark)) {
      return after;
    }
    boolean isEnd =
        range.isSpace(end) ? endsBeforeSpace(mark, after, end) : endsWithoutSpace(mark, after, end);
    return isEnd ? endAt(end) : after;
  }

  /** Handles spaced dots. Three dots are an ellipsis; a fourth dot may be the full stop. */
  private int scanSpacedDots(int first) {
    int last = ellipses.lastSpacedDot(first);
    int count = (last - first) / 2 + 1;
    int end = skipClosers(last + 1);
    if (end >= to) {
      return to;
    }
    String word = range.wordAfter(range.skipSpaces(end));
    if (count < 4 || !range.isSpace(end) || WordShapes.startsInLowerCase(word)) {
      return last + 1;
    }
    if (first > range.from() && !range.isSpace(first - 1)) {
      ends.add(first + 1);
      return last + 1;
    }
    return endAt(end);
  }

  private boolean endsBeforeSpace(int mark, int after, int end) {
    int next = range.skipSpaces(end);
    if (next >= to) {
      return false;
    }
    boolean isSingleDot = after == mark + 1 && range.charAt(mark) == '.';
    if (Characters.isTerminator(range.charAt(next))) {
      return isSingleDot && ellipses.isBeforeWord(next);
    }
    if (ellipses.isOmission(mark, after)) {
      return false;
    }
    String word = range.wordAfter(next);
    if (WordShapes.startsInLowerCase(word)) {
      return list.isFirst(next);
    }
    return !isSingleDot || fullStops.endsBeforeSpace(mark, next, word, sentenceStart());
  }

  /**
   * Returns whether a sentence ends although no white space follows. Either the author forgot the
   * space, or the script does not use spaces.
   */
  private boolean endsWithoutSpace(int mark, int after, int end) {
    if (range.charAt(after - 1) != '.') {
      return after == end && CharacterClass.isUnspacedScript(range.charAt(end));
    }
    boolean isSingleDot = after == mark + 1 && after == end;
    return isSingleDot && fullStops.endsWithoutSpace(mark, sentenceStart());
  }
}
