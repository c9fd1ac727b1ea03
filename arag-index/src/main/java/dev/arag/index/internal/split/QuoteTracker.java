package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;

/** Tracks open quotes and open East Asian brackets while a range is scanned. */
final class QuoteTracker {
  /**
   * The maximum length of a quote or bracket, in UTF-16 units. If it is still open after this
   * length, its closing mark is assumed to be missing.
   */
  private static final int MAX_QUOTE = 300;

  private final TextScanner range;
  private final OffsetList ends;

  private int openBrackets;

  /** The start of the innermost open bracket. */
  private int bracketStart;

  /** The quotation marks that can close the open quote; empty if no quote is open. */
  private String quoteClosers = "";

  private int quoteStart;
  private int endsBeforeQuote;

  /**
   * @param ends the sentence ends found so far. The tracker removes the ends inside a quote if the
   *     sentence continues after the quote
   */
  QuoteTracker(TextScanner range, OffsetList ends) {
    this.range = range;
    this.ends = ends;
  }

  String quoteClosers() {
    return quoteClosers;
  }

  void onSentenceEnd(int end) {
    openBrackets = 0;
    if (quoteClosers.indexOf(range.charAt(end - 1)) >= 0) {
      quoteClosers = "";
    }
  }

  void onBracket(int at, byte kind) {
    if (openBrackets > 0 && at - bracketStart > MAX_QUOTE) {
      openBrackets = 0;
    }
    if (kind == SentencePunctuation.EAST_ASIAN_OPENER) {
      openBrackets++;
      bracketStart = at;
    } else {
      openBrackets = Math.max(0, openBrackets - 1);
    }
  }

  boolean isInBrackets(int at) {
    return openBrackets > 0 && at - bracketStart <= MAX_QUOTE;
  }

  /**
   * Returns whether a quote such as {@code 「…。」} closes here and is a complete sentence. This is
   * the case if white space or an opening bracket follows.
   *
   * @param at the offset after the terminators
   * @param end the offset after the closing marks
   */
  boolean closesWholeQuote(int at, int end) {
    boolean isSeparate =
        range.isSpace(end)
            || SentencePunctuation.kind(range.charAt(end)) == SentencePunctuation.EAST_ASIAN_OPENER;
    return openBrackets == 1
        && isSeparate
        && at < end
        && SentencePunctuation.kind(range.charAt(at)) == SentencePunctuation.EAST_ASIAN_CLOSER
        && range.charAt(at) != '）'
        && range.charAt(at) != '》';
  }

  void onQuote(int at) {
    if (!isInQuote(at)) {
      open(at);
    } else if (isClosing(at)) {
      close(at);
    }
  }

  private boolean isInQuote(int at) {
    return !quoteClosers.isEmpty() && at - quoteStart <= MAX_QUOTE;
  }

  private void open(int at) {
    quoteClosers = isOpening(at) ? closersOf(range.charAt(at)) : "";
    quoteStart = at;
    endsBeforeQuote = ends.size();
  }

  /**
   * Returns whether a quotation mark opens a quote. A straight quote must not follow a letter or
   * digit, and a single straight quote must also precede a word. {@code 5'3"} contains no quotes.
   */
  private boolean isOpening(int at) {
    boolean isFree = at == range.from() || !CharacterClass.isWordPart(range.charAt(at - 1));
    return switch (range.charAt(at)) {
      case '"' -> isFree;
      case '\'' -> isFree && isBeforeWord(at);
      default -> true;
    };
  }

  private boolean isClosing(int at) {
    char unit = range.charAt(at);
    if (quoteClosers.indexOf(unit) < 0) {
      return false;
    }
    return switch (unit) {
      case '"' -> !range.isSpace(at - 1);
      case '\'', '’' -> !range.isSpace(at - 1) && !isBeforeWord(at);
      default -> true;
    };
  }

  private boolean isBeforeWord(int at) {
    return at + 1 < range.to() && CharacterClass.isWordPart(range.charAt(at + 1));
  }

  private static String closersOf(char opener) {
    return switch (opener) {
      case '"' -> "\"";
      case '\'' -> "'";
      case '‘' -> "’";
      case '„' -> "“”";
      case '“' -> "”";
      case '«' -> "»";
      case '»' -> "«";
      default -> "";
    };
  }

  /** Closes a quote. If the sentence continues after it, removes sentence ends inside the quote. */
  private void close(int at) {
    quoteClosers = "";
    int next = at + 1;
    if (next >= range.to() || ends.size() <= endsBeforeQuote) {
      return;
    }
    if (range.charAt(next) == ','
        || WordShapes.startsInLowerCase(range.wordAfter(range.skipSpaces(next)))) {
      ends.truncate(endsBeforeQuote);
    }
  }
}
