package dev.arag.index.split;

import dev.arag.core.internal.fold.CharacterClass;

/**
 * Finds where sentences end inside a paragraph. Every run of closing marks is a candidate; rules
 * decide what they can, a model of the language the rest. The time is linear in the text: each look
 * back or ahead is bounded, and each end is forgotten at most once.
 */
final class SentenceRules {
  /** The longest word looked at before or behind a mark, in UTF-16 units. */
  private static final int MAX_WORD = 40;

  /** The longest number of a reference, in digits. */
  private static final int MAX_REFERENCE = 4;

  /** A quote or bracket that stays open this long was never closed. */
  private static final int MAX_QUOTE = 300;

  /** The furthest look over white space and the marks between two words. */
  private static final int MAX_GAP = 200;

  /** In scripts without full stops a space ends a sentence of at least this length. */
  private static final int MIN_UNSTOPPED = 80;

  /** {@code At 5 a.m.} is too short to be a sentence. */
  private static final int MIN_TIMED = 16;

  private final String text;
  private final int from;
  private final int to;
  private final DocumentLanguages languages;
  private final OpenNlpModels models;
  private final InlineList list;
  private final SentenceEnds ends = new SentenceEnds();

  /** Brackets of East Asian writing that are open, and where the innermost opened. */
  private int openBrackets;

  private int bracketStart;

  /** The quotation marks that may close the open quote; empty outside of quotes. */
  private String quoteClosers = "";

  private int quoteStart;
  private int endsBeforeQuote;

  private SentenceRules(
      String text, Span range, DocumentLanguages languages, OpenNlpModels models) {
    this.text = text;
    this.from = range.start();
    this.to = range.end();
    this.languages = languages;
    this.models = models;
    this.list = new InlineList(text, to);
  }

  /** The offsets behind sentences, ascending, without the range's end. */
  static SentenceEnds ends(
      String text, Span range, DocumentLanguages languages, OpenNlpModels models) {
    SentenceRules rules = new SentenceRules(text, range, languages, models);
    rules.scan();
    return rules.ends;
  }

  private void scan() {
    int i = list.open(from);
    while (i < to) {
      byte kind = SentencePunctuation.kind(text.charAt(i));
      i = kind == SentencePunctuation.NONE ? i + 1 : look(i, kind);
    }
  }

  /** Looks at one mark and returns where to go on. */
  private int look(int at, byte kind) {
    return switch (kind) {
      case SentencePunctuation.SPACED -> lookAtSpaced(at);
      case SentencePunctuation.SURE -> lookAtSure(at);
      case SentencePunctuation.LOCAL -> lookAtLocal(at);
      case SentencePunctuation.LIST -> list.isOpen() ? lookAtItem(at) : at + 1;
      case SentencePunctuation.SPACE -> lookAtSpace(at);
      case SentencePunctuation.QUOTE -> trackQuote(at);
      default -> trackBracket(at, kind);
    };
  }

  /** Adds an end; returns where the text of the next sentence begins, behind a list's marker. */
  private int endAt(int end) {
    ends.add(end);
    openBrackets = 0;
    if (quoteClosers.indexOf(text.charAt(end - 1)) >= 0) {
      quoteClosers = "";
    }
    int next = skipSpaces(end);
    return Math.max(end, list.open(next));
  }

  private int sentenceStart() {
    return ends.last(from);
  }

  // Brackets and quotes

  private int trackBracket(int at, byte kind) {
    if (openBrackets > 0 && at - bracketStart > MAX_QUOTE) {
      openBrackets = 0;
    }
    if (kind == SentencePunctuation.WIDE_OPENER) {
      openBrackets++;
      bracketStart = at;
    } else {
      openBrackets = Math.max(0, openBrackets - 1);
    }
    return at + 1;
  }

  private boolean isInBrackets(int at) {
    return openBrackets > 0 && at - bracketStart <= MAX_QUOTE;
  }

  private int trackQuote(int at) {
    if (isInQuote(at)) {
      if (closesQuote(at)) {
        closeQuote(at);
      }
    } else {
      openQuote(at);
    }
    return at + 1;
  }

  private boolean isInQuote(int at) {
    return !quoteClosers.isEmpty() && at - quoteStart <= MAX_QUOTE;
  }

  private void openQuote(int at) {
    quoteClosers = opensQuote(at) ? closersOf(text.charAt(at)) : "";
    quoteStart = at;
    endsBeforeQuote = ends.size();
  }

  /** Straight quotes open behind a space, single ones before a letter too: the rest is 5'3". */
  private boolean opensQuote(int at) {
    char unit = text.charAt(at);
    boolean isFree = at == from || !CharacterClass.isWordPart(text.charAt(at - 1));
    boolean isBeforeWord = at + 1 < to && CharacterClass.isWordPart(text.charAt(at + 1));
    return switch (unit) {
      case '"' -> isFree;
      case '\'' -> isFree && isBeforeWord;
      default -> true;
    };
  }

  private boolean closesQuote(int at) {
    char unit = text.charAt(at);
    if (quoteClosers.indexOf(unit) < 0) {
      return false;
    }
    boolean isBeforeWord = at + 1 < to && CharacterClass.isWordPart(text.charAt(at + 1));
    return switch (unit) {
      case '"' -> !Characters.isSpace(text.charAt(at - 1));
      case '\'', '’' -> !Characters.isSpace(text.charAt(at - 1)) && !isBeforeWord;
      default -> true;
    };
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

  /** A quote that its sentence goes on behind is part of that sentence, whole. */
  private void closeQuote(int at) {
    quoteClosers = "";
    if (at + 1 >= to || ends.size() <= endsBeforeQuote) {
      return;
    }
    if (text.charAt(at + 1) == ',' || WordShapes.opensLower(wordAfter(skipSpaces(at + 1)))) {
      ends.keep(endsBeforeQuote);
    }
  }

  // Marks that mean nothing else

  /** A title such as 《…！…》 and a quote that goes on keep their marks inside. */
  private int lookAtSure(int mark) {
    int behind = skipTerminals(mark);
    int end = skipReferences(skipClosers(behind));
    if (end >= to) {
      return to;
    }
    boolean quoted = isInBrackets(mark) && !closesAll(behind, end);
    return quoted || isWideDecimal(mark, behind) ? behind : endAt(end);
  }

  /** 「…。」 with another quote or a space behind it stands alone. */
  private boolean closesAll(int behind, int end) {
    boolean alone =
        Characters.isSpace(text.charAt(end))
            || SentencePunctuation.kind(text.charAt(end)) == SentencePunctuation.WIDE_OPENER;
    return openBrackets == 1
        && alone
        && behind < end
        && SentencePunctuation.kind(text.charAt(behind)) == SentencePunctuation.WIDE_CLOSER
        && text.charAt(behind) != '）'
        && text.charAt(behind) != '》';
  }

  private boolean isWideDecimal(int mark, int behind) {
    return text.charAt(mark) == '．'
        && mark > from
        && CharacterClass.isDigit(text.charAt(mark - 1))
        && CharacterClass.isDigit(text.charAt(behind));
  }

  // Marks of single scripts

  /** The colon ends Armenian sentences and Arabic introductions, the semicolon Greek questions. */
  private int lookAtLocal(int at) {
    if (at == from || at + 1 >= to || !isLocalEnd(at)) {
      return at + 1;
    }
    int end = skipClosers(at + 1);
    return end < to && Characters.isSpace(text.charAt(end)) ? endAt(end) : at + 1;
  }

  private boolean isLocalEnd(int at) {
    Script script = Script.of(text.charAt(at - 1));
    if (text.charAt(at) == ';') {
      return script == Script.GREEK;
    }
    return script == Script.ARMENIAN || (script == Script.ARABIC && isBehindWords(at));
  }

  /** More than {@code he said}: the words before stand for themselves. */
  private boolean isBehindWords(int at) {
    for (int i = at - 1; i > Math.max(sentenceStart(), at - MAX_WORD); i--) {
      if (Characters.isSpace(text.charAt(i))) {
        return i > skipSpaces(sentenceStart());
      }
    }
    return false;
  }

  /** Thai and Lao put a space between sentences and between clauses, and no other mark. */
  private int lookAtSpace(int at) {
    boolean ends =
        at > from
            && at + 1 < to
            && at - sentenceStart() >= MIN_UNSTOPPED
            && isUnstopped(text.charAt(at - 1))
            && isUnstopped(text.charAt(at + 1));
    return ends ? endAt(at) : at + 1;
  }

  private static boolean isUnstopped(char unit) {
    return unit >= '\u0E01' && unit <= '\u0EFF' && !CharacterClass.isDigit(unit);
  }

  private int lookAtItem(int at) {
    int item = list.itemAt(at, from);
    return item > sentenceStart() ? Math.max(at + 1, endAt(item)) : at + 1;
  }

  // Marks with a space behind

  private int lookAtSpaced(int mark) {
    if (list.isOpen()) {
      int item = list.itemAt(mark, from);
      if (item > sentenceStart()) {
        return Math.max(mark + 1, endAt(item));
      }
    }
    int behind = skipTerminals(mark);
    if (SentencePunctuation.kind(text.charAt(behind - 1)) == SentencePunctuation.SURE) {
      return lookAtSure(mark);
    }
    if (isSpacedDots(mark, behind)) {
      return lookAtSpacedDots(mark);
    }
    int end = skipReferences(skipLooseQuotes(skipClosers(behind)));
    if (end >= to) {
      return to;
    }
    if (isInBrackets(mark)) {
      return behind;
    }
    boolean isEnd =
        Characters.isSpace(text.charAt(end))
            ? endsSpaced(mark, behind, end)
            : endsGlued(mark, behind, end);
    return isEnd ? endAt(end) : behind;
  }

  private boolean isSpacedDots(int mark, int behind) {
    return behind == mark + 1
        && behind + 1 < to
        && text.charAt(mark) == '.'
        && text.charAt(behind) == ' '
        && text.charAt(behind + 1) == '.'
        && (behind + 2 >= to || isDotsEnd(text.charAt(behind + 2)));
  }

  private static boolean isDotsEnd(char unit) {
    return unit != '.' && !CharacterClass.isWordPart(unit);
  }

  /** Dots with spaces between: three are an ellipsis, a fourth may be the full stop. */
  private int lookAtSpacedDots(int mark) {
    int last = mark;
    int count = 1;
    while (last + 2 < to && text.charAt(last + 1) == ' ' && text.charAt(last + 2) == '.') {
      last += 2;
      count++;
    }
    int end = skipClosers(last + 1);
    if (end >= to) {
      return to;
    }
    boolean attached = mark > from && !Characters.isSpace(text.charAt(mark - 1));
    String word = wordAfter(skipSpaces(end));
    if (count < 4 || !Characters.isSpace(text.charAt(end)) || WordShapes.opensLower(word)) {
      return last + 1;
    }
    if (attached) {
      ends.add(mark + 1);
      return last + 1;
    }
    return endAt(end);
  }

  private boolean endsSpaced(int mark, int behind, int end) {
    int next = skipSpaces(end);
    if (next >= to) {
      return false;
    }
    boolean singleDot = behind == mark + 1 && text.charAt(mark) == '.';
    if (Characters.isTerminal(text.charAt(next))) {
      return singleDot && opensWithEllipsis(next);
    }
    String word = wordAfter(next);
    if (isOmission(mark, behind)) {
      return false;
    }
    if (WordShapes.opensLower(word)) {
      return list.isFirst(next);
    }
    return !singleDot || endsAfterDot(mark, next, word);
  }

  /** {@code ...and then}: an ellipsis in front of a word. */
  private boolean opensWithEllipsis(int at) {
    int behind = skipTerminals(at);
    boolean dots = text.startsWith("...", at) || text.charAt(at) == '…';
    return dots && behind < to && CharacterClass.isWordPart(text.charAt(behind));
  }

  /** Dots that stand for words left out: in brackets, or alone between spaces. */
  private boolean isOmission(int mark, int behind) {
    if (mark == from) {
      return false;
    }
    char before = text.charAt(mark - 1);
    boolean dots = text.startsWith("...", mark) || text.charAt(mark) == '…';
    boolean ellipsis = dots && behind - mark <= 3;
    return ellipsis && (before == '[' || before == '(' || Characters.isSpace(before));
  }

  /** No space follows: a slip between two words, or a script without spaces. */
  private boolean endsGlued(int mark, int behind, int end) {
    char next = text.charAt(end);
    if (text.charAt(behind - 1) != '.') {
      return behind == end && CharacterClass.isUnspacedScript(next);
    }
    boolean singleDot = behind == mark + 1 && behind == end && mark > from + 1;
    if (!singleDot || !CharacterClass.isUpperCase(next)) {
      return false;
    }
    String before = wordBefore(mark);
    String word = wordAfter(end);
    int dot = before.lastIndexOf('.');
    String last = before.substring(dot + 1);
    Language language = language(last);
    boolean opens = language.startsSentences(word) || language.isLeading(word);
    return opens && isWholeWord(last) && !isAddress(mark);
  }

  /** Two letters at least with small ones behind, or a number. */
  private static boolean isWholeWord(String word) {
    return word.length() >= 2
        && (CharacterClass.isLowerCase(word.charAt(word.length() - 1))
            || WordShapes.isNumber(word));
  }

  private boolean isAddress(int mark) {
    for (int i = mark - 1; i >= Math.max(from, mark - MAX_WORD); i--) {
      char unit = text.charAt(i);
      if (unit == '@' || unit == '/' || unit == '_' || unit == '\\') {
        return true;
      }
      if (Characters.isSpace(unit)) {
        return text.startsWith("www.", i + 1);
      }
    }
    return false;
  }

  private boolean endsAfterDot(int mark, int next, String wordAfter) {
    String before = wordBefore(mark);
    if (before.isEmpty()) {
      return true;
    }
    Language language = language(before);
    if (language.script() == Script.ARMENIAN) {
      return false;
    }
    if (isNumberAt(next, wordAfter)) {
      return !language.isNumbered(before)
          && !language.isLeading(before)
          && (before.length() < 3 || !WordShapes.isInitials(before));
    }
    if (language.isLeading(before)) {
      return false;
    }
    if (language.isNumbered(before) && WordShapes.isRoman(wordAfter)) {
      return false;
    }
    if (language.startsSentences(wordAfter) && !isInitialAt(next, wordAfter)) {
      return true;
    }
    if (language.hasOrdinals() && WordShapes.isOrdinal(before)) {
      return models.endsSentence(language, text, from, next, to, false);
    }
    return endsBeforeName(language, before, next);
  }

  private boolean isNumberAt(int next, String word) {
    char first = word.isEmpty() ? text.charAt(next) : word.charAt(0);
    return CharacterClass.isDigit(first) || first == '№' || first == '#';
  }

  private boolean endsBeforeName(Language language, String before, int next) {
    if (WordShapes.isInitials(before)) {
      if (before.length() > 2 && language.isEither(before) && !WordShapes.isTimeOfDay(before)) {
        return models.endsSentence(language, text, from, next, to, false);
      }
      return WordShapes.isTimeOfDay(before) && next - sentenceStart() > MIN_TIMED;
    }
    if (language.isClosing(before)) {
      return true;
    }
    if (language.isEither(before) || WordShapes.isClipped(before)) {
      return false;
    }
    return !WordShapes.isShortName(before)
        || models.endsSentence(language, text, from, next, to, true);
  }

  /** The language of a word, by the script of its last letter. */
  private Language language(String word) {
    for (int i = word.length() - 1; i >= 0; i--) {
      Script script = Script.of(word.charAt(i));
      if (script != Script.OTHER) {
        return languages.of(script);
      }
    }
    return languages.of(Script.OTHER);
  }

  /** Whether the word is one letter with a dot behind: {@code A.} in "J. A. Smith". */
  private boolean isInitialAt(int next, String word) {
    int dot = text.indexOf(word, next) + word.length();
    return word.length() == 1 && dot < to && text.charAt(dot) == '.';
  }

  // Moving over marks, each bounded or passed for good

  private int skipTerminals(int at) {
    int i = at;
    while (i < to && Characters.isTerminal(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private int skipClosers(int at) {
    int i = at;
    while (i < to && closes(text.charAt(i))) {
      i++;
    }
    return i;
  }

  private boolean closes(char unit) {
    return Characters.isCloser(unit)
        || quoteClosers.indexOf(unit) >= 0
        || (unit > 0x7F && CharacterClass.isInvisible(unit));
  }

  /** Passes closing quotes that stand alone, as in {@code He left. '' Then}. */
  private int skipLooseQuotes(int at) {
    int start = at < to && Characters.isSpace(text.charAt(at)) ? at + 1 : at;
    int end = start;
    while (end < to && isQuote(text.charAt(end))) {
      end++;
    }
    boolean alone = start > at && (end == to || Characters.isSpace(text.charAt(end)));
    return end > start && alone ? end : at;
  }

  private static boolean isQuote(char unit) {
    return unit == '"' || unit == '\'' || unit == '”' || unit == '’' || unit == '»';
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

  private int skipSpaces(int at) {
    int last = Math.min(to, at + MAX_GAP);
    int i = at;
    while (i < last && Characters.isBlank(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /** The letters, digits and inner marks right before a mark; empty behind anything else. */
  private String wordBefore(int mark) {
    int end = mark;
    while (end > sentenceStart()
        && mark - end < 2
        && CharacterClass.isInvisible(text.charAt(end - 1))) {
      end--;
    }
    int start = end;
    int first = Math.max(Math.min(end, sentenceStart()), end - MAX_WORD);
    while (start > first && isWordPart(text.charAt(start - 1))) {
      start--;
    }
    return text.substring(start, end);
  }

  private static boolean isWordPart(char unit) {
    return unit == '.'
        || unit == '°'
        || unit == '-'
        || unit == '״'
        || unit == '׳'
        || CharacterClass.isWordPart(unit);
  }

  /** The word at {@code next}, without quotes, brackets and dashes in front; bounded. */
  private String wordAfter(int next) {
    int start = next;
    int last = Math.min(to, next + MAX_WORD);
    while (start < last && isBeforeWord(text.charAt(start))) {
      start++;
    }
    int end = start;
    while (end < last && isWordAfterPart(text.charAt(end))) {
      end++;
    }
    return text.substring(start, end);
  }

  private static boolean isBeforeWord(char unit) {
    return switch (unit) {
      case '-', '–', '—', '»', '”', ' ', '\u00A0', '\u202F', '\n', '\r' -> true;
      default -> Characters.isOpener(unit);
    };
  }

  private static boolean isWordAfterPart(char unit) {
    return unit == '\'' || CharacterClass.isWordPart(unit);
  }
}
