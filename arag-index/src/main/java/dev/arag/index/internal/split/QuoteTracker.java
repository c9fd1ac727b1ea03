package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;

/** Tracks the quotes and the East Asian brackets that are open while a range is scanned. */
final class QuoteTracker {
  /** A quote or bracket that stays open this long, in UTF-16 units, was never closed. */
  private static final int MAX_QUOTE = 300;

  private final TextRange range;
  private final SentenceEnds ends;

  private int openBrackets;

  /** The start of the innermost open bracket. */
  private int bracketStart;

  /** The quotation marks that may close the open quote; empty outside of quotes. */
  private String quoteClosers = "";

  private int quoteStart;
  private int endsBeforeQuote;

  /**
   * @param ends the sentence ends found so far; those inside a quote are removed if the sentence
   *     continues after it
   */
  QuoteTracker(TextRange range, SentenceEnds ends) {
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
   * Whether a quote such as {@code 「…。」} closes here and is a sentence of its own: white space or
   * another bracket follows.
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
   * Straight quotes open after a character that is not part of a word, single ones only before a
   * word: {@code 5'3"} opens none.
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

  /** If the sentence continues after the quote, the sentence ends inside the quote are removed. */
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
